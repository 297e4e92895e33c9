//! A view of Envelopes as SVG: one row per seat.

use std::fmt::Write as _;

use kit_rules::Seat;

use super::{Card, Player, State};

const ROW: usize = 40;
const COLUMN: usize = 30;
const WIDTH: usize = 420;

/// The id of a card in a hand.
pub(super) fn card_id(seat: Seat, card: Card) -> String {
    format!("seat-{}-card-{card}", seat.number())
}

/// The id of an envelope.
pub(super) fn envelope_id(seat: Seat) -> String {
    format!("seat-{}-envelope", seat.number())
}

pub(super) fn draw(view: &State) -> String {
    let height = ROW * (view.players.len() + 1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"14\">"
    );
    let round = view.round.min(view.rounds);
    text(&mut svg, 5, ROW / 2, &format!("Round {round} of {}", view.rounds));
    for (seat, player) in view.seats() {
        row(&mut svg, seat, player);
    }
    svg.push_str("</svg>");
    svg
}

fn row(svg: &mut String, seat: Seat, player: &Player) {
    let top = ROW * (seat.index() + 1);
    text(svg, 5, top + 20, &format!("{seat}: {}", player.points));
    for (place, card) in player.hand.iter().enumerate() {
        // Equal cards are one choice, so only the first of them has the id.
        let is_first = *card != Card::FACE_DOWN && !player.hand[..place].contains(card);
        let id = is_first.then(|| card_id(seat, *card));
        box_of(svg, 90 + COLUMN * place, top, id, &face(*card));
    }
    let content =
        if player.sealed { "✉".to_owned() } else { player.envelope.map_or(String::new(), face) };
    box_of(svg, 100 + COLUMN * 3, top, Some(envelope_id(seat)), &content);
    for (place, card) in player.played.iter().enumerate() {
        box_of(svg, 240 + COLUMN * place, top, None, &face(*card));
    }
}

fn face(card: Card) -> String {
    if card == Card::FACE_DOWN { String::new() } else { card.to_string() }
}

fn box_of(svg: &mut String, x: usize, y: usize, id: Option<String>, content: &str) {
    let id = id.map_or(String::new(), |id| format!(" id=\"{id}\""));
    let (width, height) = (COLUMN - 6, ROW - 8);
    write!(
        svg,
        "<g{id}><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"3\" \
         fill=\"#fff8e7\" stroke=\"#333\"/>"
    )
    .expect("a string takes any text");
    text(svg, x + 8, y + 21, content);
    svg.push_str("</g>");
}

fn text(svg: &mut String, x: usize, y: usize, content: &str) {
    write!(svg, "<text x=\"{x}\" y=\"{y}\">{content}</text>").expect("a string takes any text");
}
