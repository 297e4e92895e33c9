//! The players: who is on, how many tiles they have, what they captured.

use kit_rules::Seat;
use samurai_rules::{Figure, Phase};

use super::view::View;
use super::{palette, symbols};
use kit_drawing::{Frame, Num, Svg, bold, faint, open_player};

const LEFT: f64 = 18.0;
const TOP: f64 = 108.0;
const WIDTH: f64 = 470.0;
const HEIGHT: f64 = 96.0;
const STEP: f64 = 106.0;
/// Where the numbers of a card stand: hand, pool, and the three figures.
const COLUMNS: [f64; 5] = [118.0, 184.0, 266.0, 336.0, 406.0];

/// Draws a card for every seat in the north-western corner.
pub(super) fn draw(svg: &mut Svg, view: &View) {
    for (place, seat) in view.state.seats.seats().enumerate() {
        draw_card(svg, view, seat, TOP + STEP * place as f64);
    }
}

fn draw_card(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let frame = Frame::at((LEFT, top), WIDTH, HEIGHT);
    open_player(svg, seat, view.is_active(seat), &frame, 14.0, description(view, seat));
    draw_badge(svg, seat, (LEFT + 52.0, top + HEIGHT / 2.0));
    draw_name(svg, view, seat, top);
    draw_counts(svg, view, seat, top + 69.0);
    svg.close_line();
}

fn draw_badge(svg: &mut Svg, seat: Seat, at: (f64, f64)) {
    let (colour, ink) = palette::of_seat(seat);
    svg.put(format_args!(
        r##"<use href="#sam-hex" transform="translate({} {}) scale(40)" fill="{colour}" stroke="#22262b" stroke-width=".06"/>"##,
        Num(at.0),
        Num(at.1),
    ));
    svg.text((at.0, at.1 + 14.0), &bold(40.0).filled(ink).centred(), &seat.number().to_string());
}

fn draw_name(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let own = if view.is_own(seat) { " (you)" } else { "" };
    svg.text((LEFT + 104.0, top + 34.0), &bold(25.0), &format!("{seat}{own}"));
    svg.text((LEFT + WIDTH - 16.0, top + 33.0), &faint(21.0).ending(), note(view, seat));
}

fn note(view: &View, seat: Seat) -> &'static str {
    match view.state.phase {
        Phase::ChooseHands { sealed } if sealed.contains(seat) => "ready",
        Phase::ChooseHands { .. } => "choosing",
        _ if view.is_active(seat) => "to act",
        _ if view.state.player(seat).figure_exchange_used => "exchange used",
        _ => "",
    }
}

fn draw_counts(svg: &mut Svg, view: &View, seat: Seat, y: f64) {
    let held = view.held(seat);
    let captured = view.state.player(seat).captured();
    let known = view.captures_are_known(seat);
    let count = |figure| if known { captured[figure].to_string() } else { "?".to_owned() };
    let figures = Figure::ALL
        .map(|figure| (symbols::of_figure(figure), palette::of_figure(figure), count(figure)));
    let tiles = [
        ("screen", palette::FAINT, held.hand.to_string()),
        ("pool", palette::FAINT, held.pool.to_string()),
    ];
    let style = bold(27.0);
    let items = tiles.into_iter().chain(figures).zip(COLUMNS);
    for ((symbol, colour, text), column) in items {
        let x = LEFT + column;
        svg.symbol(symbol, (x, y - 2.0), 28.0, colour);
        svg.text((x + 19.0, y + 8.0), &style, &text);
    }
}

fn description(view: &View, seat: Seat) -> String {
    let held = view.held(seat);
    let captured = view.state.player(seat).captured();
    let figures = if view.captures_are_known(seat) {
        let counts = Figure::ALL.map(|figure| format!("{} {figure}", captured[figure]));
        format!("captured {}", counts.join(", "))
    } else {
        "captures hidden".to_owned()
    };
    format!("{seat}: {} tiles in hand, {} to draw, {figures}", held.hand, held.pool)
}
