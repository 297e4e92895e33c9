//! Shared parts of the drawings of all games: SVG text whose bytes depend on the
//! position alone, the frame of a page, colours that everybody can tell apart,
//! and the words that say what a match waits for.
//!
//! It knows no game and no message: what a board looks like is drawn by the
//! server crate of its game. Start reading at [`Svg`].

mod fit;
mod frame;
pub mod palette;
mod player;
mod status;
mod style;
mod svg;

pub use fit::fitting_size;
pub use frame::Frame;
pub use player::open_player;
pub use status::{Status, seat_names, winners};
pub use style::{Anchor, Style, bold, faint, ink};
pub use svg::{Num, PAGE_WIDTH, Svg};
