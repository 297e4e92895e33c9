//! The viewer's own board with the plan, and the cards in hand while it is
//! being made.

use kit_rules::Seat;
use shogun_rules::{Card, Chests, Phase, Space};

use super::view::View;
use super::{MARGIN, box_of_space, palette};
use crate::label;
use kit_drawing::{Frame, PAGE_WIDTH, Svg, faint, fitting_size, ink};

const HEADING: f64 = 36.0;
const SPACE: f64 = 52.0;
const CHIP: f64 = 34.0;
const CHIPS: usize = 9;
const GAP: f64 = 5.0;

/// How much room the board takes; none if the viewer has none or nothing lies
/// on it.
pub(super) fn height(view: &View) -> f64 {
    let Some(seat) = owner(view) else { return 0.0 };
    let rows = hand(view, seat).len().div_ceil(CHIPS);
    let hand = if rows == 0 { 0.0 } else { HEADING + (CHIP + GAP) * rows as f64 };
    HEADING + box_of_space::total_height(SPACE) + hand + GAP
}

pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let Some(seat) = owner(view) else { return };
    let style = faint(23.0);
    svg.put(format_args!(r#"<g id="{}">"#, label::plan()));
    svg.text((MARGIN + 4.0, top + 26.0), &style, "Your plan");
    for space in Space::all() {
        let on = view.on_space(seat, space);
        svg.open(label::space_element(space), box_of_space::description(space, on));
        let corner = box_of_space::corner(space, top + HEADING, SPACE);
        box_of_space::draw(svg, space, on, corner, SPACE);
        svg.close_line();
    }
    svg.close_line();
    let hand = hand(view, seat);
    if hand.is_empty() {
        return;
    }
    let top = top + HEADING + box_of_space::total_height(SPACE);
    svg.put(format_args!(r#"<g id="hand">"#));
    svg.text((MARGIN + 4.0, top + 26.0), &style, "In your hand");
    for (place, card) in hand.into_iter().enumerate() {
        draw_chip(svg, card, place, top + HEADING);
    }
    svg.close_line();
}

/// The viewer's seat, while it has something to do with a plan.
fn owner(view: &View) -> Option<Seat> {
    view.viewer.filter(|seat| {
        let player = view.state.player(*seat);
        let plans = match view.state.phase {
            Phase::Plan(planning) => planning.planners().contains(*seat),
            _ => false,
        };
        plans || !player.plan.is_empty() || !player.face_up.is_empty()
    })
}

/// The cards that are not laid yet, while that can be changed.
fn hand(view: &View, seat: Seat) -> Vec<Card> {
    let Phase::Plan(planning) = view.state.phase else { return Vec::new() };
    if !planning.open().contains(seat) {
        return Vec::new();
    }
    let provinces = view.state.provinces_of(seat).iter().map(Card::Province);
    let all = provinces.chain(Chests::all().map(Card::Chests));
    all.filter(|card| !view.state.player(seat).has_laid(*card)).collect()
}

fn draw_chip(svg: &mut Svg, card: Card, place: usize, top: f64) {
    let step = (PAGE_WIDTH - 2.0 * MARGIN + GAP) / CHIPS as f64;
    let left = MARGIN + step * (place % CHIPS) as f64;
    let top = top + (CHIP + GAP) * (place / CHIPS) as f64;
    Frame::at((left, top), step - GAP, CHIP).draw(svg, 7.0, palette::CARD, palette::LINE, 2.0);
    let name = box_of_space::card_name(card);
    let size = fitting_size(&name, step - GAP - 10.0, 20.0);
    svg.text(
        (left + (step - GAP) / 2.0, top + CHIP / 2.0 + size * 0.36),
        &ink(size).centred(),
        &name,
    );
}
