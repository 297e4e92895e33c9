//! Rectangle of the page.

use crate::{Num, Svg};

/// A rectangle of the page.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its left edge.
    pub left: f64,
    /// Its upper edge.
    pub top: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Frame {
    /// The rectangle of this size with its upper left corner at a point.
    pub const fn at((left, top): (f64, f64), width: f64, height: f64) -> Self {
        Self { left, top, width, height }
    }

    /// The rectangle of this size around a point.
    pub fn around(at: (f64, f64), width: f64, height: f64) -> Self {
        Self { left: at.0 - width / 2.0, top: at.1 - height / 2.0, width, height }
    }

    /// Its centre.
    pub fn centre(&self) -> (f64, f64) {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// Its lower edge.
    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Its right edge.
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Draws it with round corners and a line around it.
    pub fn draw(&self, svg: &mut Svg, radius: f64, fill: &str, line: &str, width: f64) {
        let width = Num(width);
        self.put(svg, radius, fill, format_args!(r#" stroke="{line}" stroke-width="{width}""#));
    }

    /// Draws it without a line.
    pub fn fill(&self, svg: &mut Svg, radius: f64, fill: &str) {
        self.put(svg, radius, fill, format_args!(""));
    }

    /// Draws it with a thin broken line; `dash` tells how it is broken.
    pub fn draw_dashed(&self, svg: &mut Svg, radius: f64, fill: &str, line: &str, dash: &str) {
        let stroke = format_args!(r#" stroke="{line}" stroke-width="2" stroke-dasharray="{dash}""#);
        self.put(svg, radius, fill, stroke);
    }

    fn put(&self, svg: &mut Svg, radius: f64, fill: &str, stroke: std::fmt::Arguments<'_>) {
        let [x, y, width, height, radius] =
            [self.left, self.top, self.width, self.height, radius].map(Num);
        svg.put(format_args!(
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}"{stroke}/>"#,
        ));
    }
}
