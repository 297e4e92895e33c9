//! A province on the map: its region, its owner, and what stands in it.

use shogun_rules::{Building, Cube, Holding, Province};

use super::view::View;
use super::{palette, symbols, token};
use crate::label;
use kit_drawing::{Frame, Num, Svg, bold, fitting_size};

const BANNER: f64 = 22.0;
/// What armies and buildings need below it.
const CONTENT: f64 = 64.0;

/// Draws a province with this outline; everything stands in its room.
pub(super) fn draw(svg: &mut Svg, view: &View, province: Province, room: Frame, outline: &str) {
    if !view.state.in_play().contains(province) {
        draw_waste(svg, province, room, outline);
        return;
    }
    let holding = view.state.holding(province);
    let region = province.region(view.state.options.side);
    let (background, letter) = palette::of_region(region);
    svg.open(label::province_element(province), description(view, province));
    svg.put(format_args!(
        r#"<path d="{outline}" fill="{background}" stroke="{}" stroke-width="1.5"/>"#,
        palette::BORDER,
    ));
    let corner = (room.left + 5.0, room.top + room.height - 6.0);
    svg.text(corner, &bold(17.0).filled(letter), &region.id()[..1].to_ascii_uppercase());
    draw_banner(svg, province, holding, room);
    draw_content(svg, province, holding, room);
    svg.close_line();
}

/// Draws the revolt markers of a province over everything else.
pub(super) fn draw_markers(svg: &mut Svg, view: &View, province: Province, room: Frame) {
    let markers = view.state.holding(province).markers;
    if markers == 0 {
        return;
    }
    // At the edge of the armies, so that two digits stay legible.
    let aside = (room.width / 2.0 - 12.0).clamp(26.0, 36.0);
    let at = (room.left + room.width / 2.0 + aside, content_top(room) + 8.0);
    svg.symbol("revolt", at, 27.0, "#ffffff");
    svg.symbol("revolt", at, 24.0, palette::REVOLT);
    svg.text((at.0, at.1 + 5.5), &bold(15.0).filled("#ffffff").centred(), &markers.to_string());
}

fn draw_waste(svg: &mut Svg, province: Province, room: Frame, outline: &str) {
    svg.put(format_args!("<g>"));
    svg.title(format_args!("{province}: out of the game"));
    svg.put(format_args!(
        r#"<path d="{outline}" fill="{}" stroke="{}" stroke-width="1.5" stroke-dasharray="4 4"/>"#,
        palette::WASTE,
        palette::BORDER,
    ));
    draw_name(svg, province, room, palette::FAINT);
    svg.close_line();
}

/// The name, on the colour of the owner if there is one.
fn draw_banner(svg: &mut Svg, province: Province, holding: &Holding, room: Frame) {
    let Some(owner) = holding.owner else {
        draw_name(svg, province, room, palette::INK);
        return;
    };
    let (colour, ink) = palette::of_seat(owner);
    Frame::at((room.left + 2.5, room.top + 2.5), room.width - 5.0, BANNER - 1.0)
        .fill(svg, 3.0, colour);
    draw_name(svg, province, room, ink);
}

fn draw_name(svg: &mut Svg, province: Province, room: Frame, fill: &'static str) {
    let name = province.name();
    let size = fitting_size(name, room.width - 7.0, 18.0);
    let base = room.top + 2.0 + BANNER / 2.0 + size * 0.36;
    svg.text((room.left + room.width / 2.0, base), &bold(size).filled(fill).centred(), name);
}

fn draw_content(svg: &mut Svg, province: Province, holding: &Holding, room: Frame) {
    let top = content_top(room);
    let middle = room.left + room.width / 2.0;
    if let Some(owner) = holding.owner {
        let armies = u32::from(holding.armies);
        token::draw(svg, (middle, top + 21.0), 31.0, Cube::army(owner), armies);
    }
    draw_towns(svg, province, holding, (room.left, room.width), top + 52.0);
}

/// Where armies and buildings begin: below the banner, in the middle of what is
/// left.
fn content_top(room: Frame) -> f64 {
    room.top + BANNER + (room.height - BANNER - CONTENT).max(0.0) / 2.0
}

/// Buildings, then the towns that are still free, beside the letter of the
/// region.
fn draw_towns(
    svg: &mut Svg,
    province: Province,
    holding: &Holding,
    (left, width): (f64, f64),
    middle: f64,
) {
    const LETTER: f64 = 18.0;
    let towns = usize::from(province.towns()).max(holding.buildings.len());
    let step = ((width - LETTER - 3.0) / towns as f64).min(20.0);
    let row = step * towns as f64;
    let first = (left + (width - row) / 2.0).max(left + LETTER) + step / 2.0;
    let built: Vec<Building> = holding.buildings.iter().collect();
    for place in 0..towns {
        let x = first + step * place as f64;
        match built.get(place) {
            Some(building) => {
                let symbol = symbols::of_building(*building);
                svg.symbol(symbol, (x, middle), (step + 1.0).min(20.0), palette::INK);
            }
            None => svg.put(format_args!(
                r#"<rect x="{}" y="{}" width="9" height="9" rx="2" fill="{}" stroke="{}" stroke-width="1.5"/>"#,
                Num(x - 4.5),
                Num(middle - 4.5),
                palette::CARD,
                palette::BORDER,
            )),
        }
    }
}

fn description(view: &View, province: Province) -> String {
    let holding = view.state.holding(province);
    let region = province.region(view.state.options.side);
    let yields = format!(
        "{} rice, {} chests, room for {}",
        province.rice(),
        province.chests(),
        count(province.towns(), "building", "buildings"),
    );
    let content = match holding.owner {
        None => "neutral".to_owned(),
        Some(owner) => {
            let mut parts = vec![count(holding.armies, "army", "armies")];
            parts.extend(holding.buildings.iter().map(|building| building.to_string()));
            if holding.markers > 0 {
                parts.push(count(holding.markers, "revolt marker", "revolt markers"));
            }
            format!("{owner} with {}", parts.join(", "))
        }
    };
    format!("{province}, {region} region: {content}. {yields}")
}

fn count(number: u8, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
