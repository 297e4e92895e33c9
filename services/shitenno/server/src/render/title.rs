//! A title or a hierarchy tile: its seals and its name.

use kit_drawing::{Anchor, Num, Style, Svg};
use shitenno_rules::Title;

use super::palette;

/// How high a plaque is.
pub(super) const HEIGHT: f64 = 40.0;
/// How wide a plaque is.
pub(super) const WIDTH: f64 = 178.0;

/// Draws a plaque with its upper left corner at a point.
pub(super) fn draw(svg: &mut Svg, id: &str, at: (f64, f64), title: Title, means: &str) {
    svg.put(format_args!(r#"<g id="{id}">"#));
    svg.title(format_args!("{title}, {} of 4 seals: {means}", title.seals()));
    svg.put(format_args!(
        r##"<rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="#f7ead0" stroke="{}" stroke-width="2"/>"##,
        Num(at.0),
        Num(at.1),
        Num(WIDTH),
        Num(HEIGHT),
        palette::INK,
    ));
    for place in 0..title.seals() {
        let x = at.0 + 16.0 + 17.0 * f64::from(place);
        svg.symbol("seal", (x, at.1 + HEIGHT / 2.0), 16.0, palette::GATE);
    }
    let style = Style { size: 21.5, fill: palette::INK, anchor: Anchor::Middle, bold: true };
    let middle = at.0 + (WIDTH + 5.0 + 17.0 * f64::from(title.seals())) / 2.0;
    svg.text((middle, at.1 + 28.0), &style, &title.to_string());
    svg.put(format_args!("</g>"));
}

/// What a title does for its holder.
pub(super) fn power(title: Title) -> &'static str {
    match title {
        Title::Hatamoto => "one joker in the turn",
        Title::Sensei => "gilds a kamon after the turn",
        Title::Shomyo => "one more point for each kamon",
        Title::Daimyo => "two more points for each kamon",
    }
}
