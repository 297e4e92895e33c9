//! A province: what it takes to control it, and who does.

use kit_drawing::{Anchor, Frame, Num, Style, Svg, bold};
use shitenno_rules::{Kamon, Land, MAJORITY_POINTS, POSITIONS, Province, TILES_PER_GATE};

use super::view::View;
use super::{kamon, palette, players, symbols, tile};
use crate::label;

pub(super) const WIDTH: f64 = 316.0;
pub(super) const HEIGHT: f64 = 226.0;

const PADDING: f64 = 12.0;
const CELL_WIDTH: f64 = 66.0;
const CELL_HEIGHT: f64 = 58.0;

/// Draws a province with its upper left corner at a point.
pub(super) fn draw(svg: &mut Svg, view: &View, province: Province, at: (f64, f64)) {
    let land = view.state.land(province);
    svg.open(label::province_element(province), description(province, land));
    let is_aim = view.state.plan.is_some_and(|plan| plan.province == province);
    let (line, width) = if is_aim { (palette::MARK, 7.0) } else { (palette::LINE, 2.0) };
    Frame::at(at, WIDTH, HEIGHT).draw(svg, 14.0, palette::CARD, line, width);
    svg.text((at.0 + PADDING + 2.0, at.1 + 38.0), &bold(30.0), &province.to_string());
    draw_lantern(svg, (at.0 + WIDTH - 34.0, at.1 + 30.0));
    draw_troops(svg, province, land, (at.0, at.1 + 54.0));
    for place in 0..POSITIONS {
        let x = at.0 + PADDING + (CELL_WIDTH + 9.3) * place as f64;
        draw_position(svg, province, land, place, (x, at.1 + HEIGHT - CELL_HEIGHT - PADDING));
    }
    svg.close_line();
}

fn draw_lantern(svg: &mut Svg, at: (f64, f64)) {
    svg.put(format_args!("<g>"));
    svg.title(format_args!("{MAJORITY_POINTS} points for the majority at the end"));
    svg.symbol("lantern", at, 46.0, palette::INK);
    svg.text((at.0, at.1 + 9.5), &bold(27.0).centred(), &MAJORITY_POINTS.to_string());
    svg.close();
}

/// The gate with its tiles or its own figure, and the figures beside it.
fn draw_troops(svg: &mut Svg, province: Province, land: &Land, at: (f64, f64)) {
    svg.open(label::troops_element(province), needs(province, land));
    // A clear background makes the whole row easy to tap.
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="{}" height="96" fill="{}"/>"#,
        Num(at.0 + PADDING),
        Num(at.1),
        Num(WIDTH - 2.0 * PADDING),
        palette::CARD,
    ));
    let gate = (at.0 + 68.0, at.1 + 48.0);
    svg.symbol("gate", gate, 98.0, palette::GATE);
    let own = symbols::of_troop(province.troop());
    match land.top {
        Some(top) => {
            let height = TILES_PER_GATE.saturating_sub(land.kamon_count());
            tile::draw_stack(svg, (gate.0, gate.1 + 6.0), top, height);
        }
        None => svg.symbol(own, (gate.0, gate.1 + 15.0), 50.0, palette::INK),
    }
    for place in 0..province.open_figures() {
        let x = at.0 + 160.0 + 58.0 * f64::from(place);
        svg.symbol(own, (x, at.1 + 63.0), 50.0, palette::INK);
    }
    svg.close();
}

fn draw_position(svg: &mut Svg, province: Province, land: &Land, place: usize, at: (f64, f64)) {
    let value = province.values()[place];
    let is_next = place == land.kamon_count();
    let position = place as u8 + 1;
    svg.open(
        label::position_element(province, position),
        position_in_words(province, position, value, land.kamon[place]),
    );
    let (line, width) = if is_next { (palette::INK, 3.0) } else { (palette::LINE, 2.0) };
    Frame::at(at, CELL_WIDTH, CELL_HEIGHT).draw(svg, 10.0, palette::EMPTY, line, width);
    let middle = (at.0 + CELL_WIDTH / 2.0, at.1 + CELL_HEIGHT / 2.0);
    match land.kamon[place] {
        Some(Kamon { seat, golden }) => kamon::draw(svg, middle, 26.0, seat, golden),
        None => {
            let fill = if is_next { palette::INK } else { palette::FAINT };
            let style = Style { size: 32.0, fill, anchor: Anchor::Middle, bold: is_next };
            svg.text((middle.0, middle.1 + 11.5), &style, &value.to_string());
        }
    }
    svg.close();
}

fn description(province: Province, land: &Land) -> String {
    let holders: Vec<String> = land.kamon.iter().flatten().map(kamon_in_words).collect();
    let holders = if holders.is_empty() { "no kamon".to_owned() } else { holders.join(", ") };
    format!("{province}: {holders}")
}

fn kamon_in_words(kamon: &Kamon) -> String {
    let golden = if kamon.golden { " golden" } else { "" };
    format!("{}{golden}", players::named(kamon.seat))
}

fn needs(province: Province, land: &Land) -> String {
    if land.kamon_count() == POSITIONS {
        return format!("{province} is full");
    }
    let needed = label::in_words(&province.troops_needed(land.top.map(|top| top.face)));
    match land.top.and_then(|top| top.bonus) {
        Some(bonus) => format!("{needed}; the tile below: {}", tile::in_words(bonus)),
        None => needed,
    }
}

fn position_in_words(province: Province, position: u8, value: u8, kamon: Option<Kamon>) -> String {
    match kamon {
        Some(kamon) => format!("{province}, position {position}: {}", kamon_in_words(&kamon)),
        None => format!("{province}, position {position}: {value} koku, {value} points"),
    }
}
