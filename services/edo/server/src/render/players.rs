//! The players: points, money and resources, the planning board, what is left
//! to build, special cards and privileges.

use edo_rules::{Good, Phase, SLOTS, State};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint, ink, open_player};
use kit_rules::Seat;

use super::parts::{CORNER, TEXT, count};
use super::slots;
use super::view::View;
use super::{GAP, MARGIN, palette, symbols};
use crate::element;

const HEIGHT: f64 = 136.0;
/// A line with special cards and privileges.
const EXTRAS: f64 = 42.0;
/// Where points, Ryo and resources stand.
const STOCK: [f64; 5] = [462.0, 560.0, 668.0, 770.0, 868.0];
/// Where the slots begin, and how far apart they are.
const SLOT_LEFT: f64 = 104.0;
const SLOT_STEP: f64 = 210.0;

/// How much room all players take.
pub(super) fn height(view: &View) -> f64 {
    let seats = view.state.seats.seats();
    seats.map(|seat| height_of(&view.state, seat) + GAP).sum::<f64>() - GAP
}

/// Draws the players in seat order.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let mut y = top;
    for seat in view.state.seats.seats() {
        draw_player(svg, view, seat, y);
        y += height_of(&view.state, seat) + GAP;
    }
}

fn height_of(state: &State, seat: Seat) -> f64 {
    let rows = chips(state, seat).last().map_or(0, |chip| chip.row + 1);
    HEIGHT + EXTRAS * rows as f64
}

fn draw_player(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let height = height_of(&view.state, seat);
    let frame = Frame { left: MARGIN, top, width: PAGE_WIDTH - 2.0 * MARGIN, height };
    open_player(svg, seat, view.is_active(seat), &frame, CORNER, description(view, seat));
    draw_name(svg, view, seat, top);
    draw_stock(svg, view, seat, top + 32.0);
    for slot in 0..SLOTS {
        let left = SLOT_LEFT + SLOT_STEP * slot as f64;
        let frame = Frame { left, top: top + 60.0, width: SLOT_STEP - 10.0, height: 66.0 };
        slots::draw(svg, view, seat, slot, &frame);
    }
    draw_supply(svg, view, seat, top);
    draw_chips(svg, view, seat, top + HEIGHT - 4.0);
    svg.close_line();
}

fn draw_name(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let (fill, ink_on_it) = palette::of_seat(seat);
    let at = (60.0, top + 68.0);
    symbols::piece(svg, "samurai", at, 72.0, fill);
    let style = bold(38.0).filled(ink_on_it).centred();
    svg.text((at.0, at.1 + 20.0), &style, &seat.number().to_string());
    let own = if view.is_own(seat) { " (you)" } else { "" };
    svg.text((104.0, top + 41.0), &bold(25.0), &format!("{seat}{own}"));
    let x = if own.is_empty() { 206.0 } else { 288.0 };
    if view.state.start_seat == Some(seat) {
        svg.symbol("start", (x + 12.0, top + 33.0), 26.0, palette::INK);
    }
    svg.text((x + 34.0, top + 40.0), &faint(TEXT), note(view, seat).as_str());
}

fn note(view: &View, seat: Seat) -> String {
    match view.state.phase {
        Phase::Plan(planning) if planning.sealed().contains(seat) => "sealed".to_owned(),
        Phase::Plan(_) => "planning".to_owned(),
        Phase::Over(_) => format!("{} in all", view.state.score(seat).total()),
        _ if view.is_active(seat) => "to act".to_owned(),
        _ => String::new(),
    }
}

fn draw_stock(svg: &mut Svg, view: &View, seat: Seat, y: f64) {
    let player = view.state.player(seat);
    count(svg, "point", palette::INK, (STOCK[0], y), &player.points.to_string());
    count(svg, "ryo", palette::GOLD, (STOCK[1], y), &player.ryo.to_string());
    for (good, x) in Good::ALL.into_iter().zip(&STOCK[2..]) {
        svg.open(element::goods(seat, good), format_args!("{} {good}", player.goods[good]));
        let (icon, colour) = (symbols::of_good(good), palette::of_good(good));
        count(svg, icon, colour, (*x, y), &player.goods[good].to_string());
        svg.close();
    }
}

/// Officials, and what was not built yet, in two columns and three rows.
fn draw_supply(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let (state, player) = (&view.state, view.state.player(seat));
    let (colour, _) = palette::of_seat(seat);
    let mut items = vec![
        ("official", colour, usize::from(player.officials())),
        ("official", palette::WHITE, player.whites.into()),
        ("house", colour, state.houses_left(seat)),
        ("post", colour, state.posts_left(seat)),
    ];
    if state.options.jiin {
        items.push(("temple", colour, player.temples_left()));
    }
    if state.options.ronin {
        items.push(("ronin", palette::BLACK, player.ronin_tokens.into()));
    }
    for (place, (piece, fill, number)) in items.into_iter().enumerate() {
        let (row, column) = (place % 2, place / 2);
        let at = (760.0 + 76.0 * column as f64, top + 78.0 + 33.0 * row as f64);
        symbols::piece(svg, piece, at, 27.0, fill);
        svg.text((at.0 + 19.0, at.1 + 8.0), &bold(23.0), &number.to_string());
    }
}

/// A special card or a privilege.
struct Chip {
    /// The id of its element, if it has one.
    id: String,
    text: String,
    left: f64,
    row: usize,
    width: f64,
}

/// Special cards and privileges, in as many rows as they need.
fn chips(state: &State, seat: Seat) -> Vec<Chip> {
    let player = state.player(seat);
    let special = player.cards.iter().filter(|card| card.is_special());
    let cards = special.map(|card| (String::new(), format!("Card {card}")));
    let privileges = player
        .privileges
        .iter()
        .map(|privilege| (element::privilege(privilege), privilege.to_string()));
    let (mut left, mut row) = (SLOT_LEFT, 0);
    let mut chips = Vec::new();
    for (id, text) in cards.chain(privileges) {
        let width = 24.0 + 11.5 * text.chars().count() as f64;
        if left + width > PAGE_WIDTH - MARGIN - 8.0 {
            (left, row) = (SLOT_LEFT, row + 1);
        }
        chips.push(Chip { id, text, left, row, width });
        left += width + 8.0;
    }
    chips
}

fn draw_chips(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    for Chip { id, text, left, row, width } in chips(&view.state, seat) {
        if id.is_empty() {
            svg.put(format_args!("<g>"));
        } else {
            svg.put(format_args!(r#"<g id="{id}">"#));
        }
        let frame = Frame { left, top: top + EXTRAS * row as f64, width, height: 34.0 };
        frame.draw(svg, 17.0, palette::PAPER, palette::NEUTRAL, 2.0);
        let (x, y) = frame.centre();
        svg.text((x, y + 7.0), &ink(20.0).centred(), &text);
        svg.close();
    }
}

fn description(view: &View, seat: Seat) -> String {
    let player = view.state.player(seat);
    let goods = Good::ALL.map(|good| format!("{} {good}", player.goods[good])).join(", ");
    let (points, ryo) = (player.points, player.ryo);
    let (officials, whites) = (player.officials(), player.whites);
    let staff = format!("{officials} own and {whites} white officials");
    let houses = view.state.houses_left(seat);
    format!("{seat}: {points} points, {ryo} Ryo, {goods}, {staff}, {houses} houses left")
}
