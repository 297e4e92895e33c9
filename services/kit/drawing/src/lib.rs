//! What the drawings of all games have in common: SVG text whose bytes depend
//! on the position alone, and colours that everybody can tell apart.

pub mod palette;
mod svg;

pub use svg::{Anchor, Num, Style, Svg};
