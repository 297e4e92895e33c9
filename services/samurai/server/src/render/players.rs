//! The players: who is on, how many tiles they have, what they captured.

use kit_rules::Seat;
use samurai_rules::Figure;

use super::svg::{Anchor, Num, Style, Svg};
use super::view::View;
use super::{palette, symbols};

const LEFT: f64 = 18.0;
const TOP: f64 = 108.0;
const WIDTH: f64 = 470.0;
const HEIGHT: f64 = 96.0;
const STEP: f64 = 106.0;

/// Draws a card for every seat in the north-western corner.
pub(super) fn draw(svg: &mut Svg, view: &View) {
    for (place, seat) in view.state.seats.seats().enumerate() {
        draw_card(svg, view, seat, TOP + STEP * place as f64);
    }
}

fn draw_card(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let is_active = view.is_active(seat);
    svg.put(format_args!(r#"<g id="player-{}">"#, seat.number()));
    svg.title(format_args!("{}", description(view, seat)));
    let (line, width) = if is_active { (palette::INK, 5.0) } else { (palette::LINE, 2.0) };
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="{}" rx="14" fill="{}" stroke="{line}" stroke-width="{}"/>"#,
        Num(LEFT),
        Num(top),
        Num(WIDTH),
        Num(HEIGHT),
        palette::CARD,
        Num(width),
    ));
    draw_badge(svg, seat, (LEFT + 52.0, top + HEIGHT / 2.0));
    draw_name(svg, view, seat, top);
    draw_counts(svg, view, seat, top + 69.0);
    svg.put(format_args!("</g>\n"));
}

fn draw_badge(svg: &mut Svg, seat: Seat, at: (f64, f64)) {
    let (colour, ink) = palette::of_seat(seat);
    svg.put(format_args!(
        r##"<use href="#sam-hex" transform="translate({} {}) scale(40)" fill="{colour}" stroke="#22262b" stroke-width=".06"/>"##,
        Num(at.0),
        Num(at.1),
    ));
    let style = SMALL.larger(40.0, ink);
    svg.text((at.0, at.1 + 14.0), &style, &seat.number().to_string());
}

fn draw_name(svg: &mut Svg, view: &View, seat: Seat, top: f64) {
    let own = if view.is_own(seat) { " (you)" } else { "" };
    let style = Style { size: 25.0, fill: palette::INK, anchor: Anchor::Start, bold: true };
    svg.text((LEFT + 104.0, top + 34.0), &style, &format!("{seat}{own}"));
    let note = match (view.is_active(seat), view.state.player(seat).figure_exchange_used) {
        (true, _) => "to act",
        (false, true) => "figure exchange used",
        (false, false) => return,
    };
    let style = Style { size: 20.0, fill: palette::FAINT, anchor: Anchor::Start, bold: false };
    svg.text((LEFT + 262.0, top + 33.0), &style, note);
}

fn draw_counts(svg: &mut Svg, view: &View, seat: Seat, y: f64) {
    let held = view.held(seat);
    let figures = Style { anchor: Anchor::Start, ..SMALL };
    let mut x = LEFT + 118.0;
    let mut item = |symbol: &str, fill: &str, text: &str| {
        svg.symbol(symbol, (x, y - 2.0), 28.0, fill);
        svg.text((x + 19.0, y + 8.0), &figures, text);
        x += 72.0;
    };
    item("screen", palette::FAINT, &held.hand.to_string());
    // A pool is drawn as one face-down tile.
    item("pool", palette::FAINT, &held.pool.to_string());
    let captured = view.state.player(seat).captured();
    for figure in Figure::ALL {
        let count = match view.captures_are_known(seat) {
            true => captured[figure].to_string(),
            false => "?".to_owned(),
        };
        item(symbols::of_figure(figure), palette::of_figure(figure), &count);
    }
}

const SMALL: Style =
    Style { size: 27.0, fill: palette::INK, anchor: Anchor::Middle, bold: true };

impl Style {
    fn larger(self, size: f64, fill: &'static str) -> Self {
        Self { size, fill, ..self }
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
