//! What the drawings of all games have in common: SVG text whose bytes depend
//! on the position alone, and colours that everybody can tell apart.
//!
//! It knows no game and no message: what a board looks like is drawn by the
//! server crate of its game. Start reading at [`Svg`].

pub mod palette;
mod svg;

pub use svg::{Anchor, Num, Style, Svg};
