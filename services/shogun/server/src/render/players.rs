//! The players: who is on, what they have, and what lies on their boards.

use kit_rules::Seat;
use shogun_rules::{Clan, Phase, Space, TableFacts};

use super::view::View;
use super::{MARGIN, box_of_space, palette, token};
use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold, faint, open_player};

const HEADER: f64 = 52.0;
const SPACE: f64 = 38.0;
const GAP: f64 = 12.0;
/// Where the numbers of a strip stand.
const COLUMNS: [f64; 5] = [492.0, 596.0, 692.0, 790.0, 890.0];

/// How much room all strips take.
pub(super) fn height(view: &View) -> f64 {
    view.state.seats.seats().map(|seat| strip_height(view, seat)).sum::<f64>() + 4.0
}

/// Draws a strip for every seat.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let mut top = top;
    for seat in view.state.seats.seats() {
        draw_strip(svg, view, seat, top);
        top += strip_height(view, seat);
    }
}

fn strip_height(view: &View, seat: Seat) -> f64 {
    let board = if shows_board(view, seat) { box_of_space::total_height(SPACE) } else { 0.0 };
    HEADER + board + GAP
}

/// The viewer's own board is drawn larger elsewhere.
fn shows_board(view: &View, seat: Seat) -> bool {
    view.plans_lie() && !view.is_own(seat) && !view.is_planning()
}

fn draw_strip(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let frame = Frame::at((MARGIN, top), PAGE_WIDTH - 2.0 * MARGIN, HEADER - 5.0);
    open_player(svg, seat, view.is_active(seat), &frame, 11.0, description(view, seat));
    let middle = top + (HEADER - 5.0) / 2.0;
    token::badge(svg, (MARGIN + 27.0, middle), 35.0, seat);
    let whose = if view.is_own(seat) { "(you)" } else { Clan::of(seat).name };
    svg.text((MARGIN + 55.0, middle + 8.0), &bold(24.0), &format!("{seat} {whose}"));
    svg.text((COLUMNS[0] - 30.0, middle + 8.0), &faint(21.0).ending(), &note(view, seat));
    draw_counts(svg, view, seat, middle);
    if shows_board(view, seat) {
        draw_board(svg, view, seat, top + HEADER);
    }
    svg.close_line();
}

fn draw_counts(svg: &mut Svg, view: &View, seat: Seat, middle: f64) {
    let player = view.state.player(seat);
    let chests = view.chests(seat).map_or("?".to_owned(), |chests| chests.to_string());
    let counts = [
        ("chest", chests),
        ("rice", player.rice.to_string()),
        ("cube", player.supply.to_string()),
        ("banner", view.state.provinces_of(seat).len().to_string()),
        ("points", player.points.total().to_string()),
    ];
    let style = bold(26.0);
    for ((symbol, text), x) in counts.into_iter().zip(COLUMNS) {
        svg.symbol(symbol, (x, middle), 29.0, palette::FAINT);
        svg.text((x + 21.0, middle + 9.0), &style, &text);
    }
}

fn draw_board(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    for space in Space::all() {
        let on = view.on_space(seat, space);
        svg.put(format_args!("<g>"));
        svg.title(format_args!("{seat}, {}", box_of_space::description(space, on)));
        box_of_space::draw(svg, space, on, box_of_space::corner(space, top, SPACE), SPACE);
        svg.close();
    }
}

fn note(view: &View, seat: Seat) -> String {
    match view.state.phase {
        Phase::Plan(planning) if planning.open().contains(seat) => "planning".to_owned(),
        Phase::Plan(planning) if planning.sealed().contains(seat) => "ready".to_owned(),
        Phase::Draft(_) => groups_left(view, seat),
        _ if view.is_active(seat) => "to act".to_owned(),
        _ => String::new(),
    }
}

/// The groups of armies that a seat has not placed yet.
fn groups_left(view: &View, seat: Seat) -> String {
    let mut left = TableFacts::of(view.state.seats).groups.to_vec();
    for holding in view.state.provinces.iter().filter(|holding| holding.owner == Some(seat)) {
        if let Some(place) = left.iter().position(|size| *size == holding.armies) {
            left.remove(place);
        }
    }
    let sizes: Vec<String> = left.iter().map(u8::to_string).collect();
    sizes.join("\u{b7}")
}

fn description(view: &View, seat: Seat) -> String {
    let player = view.state.player(seat);
    let chests =
        view.chests(seat).map_or("hidden chests".to_owned(), |chests| format!("{chests} chests"));
    format!(
        "{seat}, {}: {chests}, {} rice, {} armies in supply, {} provinces, {} points",
        Clan::of(seat).name,
        player.rice,
        player.supply,
        view.state.provinces_of(seat).len(),
        player.points.total(),
    )
}
