//! A title or a hierarchy tile: its seals and its name.

use kit_drawing::{Frame, Svg, bold};
use shitenno_rules::Title;

use super::palette;

/// How high a plaque is.
pub(super) const HEIGHT: f64 = 40.0;
/// How wide a plaque is.
pub(super) const WIDTH: f64 = 178.0;

/// Draws a plaque with its upper left corner at a point.
pub(super) fn draw(svg: &mut Svg, id: &str, at: (f64, f64), title: Title, means: &str) {
    svg.open(id, format_args!("{title}, {} of 4 seals: {means}", title.seals()));
    Frame::at(at, WIDTH, HEIGHT).draw(svg, 8.0, "#f7ead0", palette::INK, 2.0);
    for place in 0..title.seals() {
        let x = at.0 + 16.0 + 17.0 * f64::from(place);
        svg.symbol("seal", (x, at.1 + HEIGHT / 2.0), 16.0, palette::GATE);
    }
    let middle = at.0 + (WIDTH + 5.0 + 17.0 * f64::from(title.seals())) / 2.0;
    svg.text((middle, at.1 + 28.0), &bold(21.5).centred(), &title.to_string());
    svg.close();
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
