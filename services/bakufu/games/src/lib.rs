//! The games that ship with Bakufu, as values that can be served and measured.
//!
//! The list is generated from the `game.toml` of every game, so that adding a
//! game edits no file by hand. Start reading at [`ShippedGame`].

mod list;
mod shipped;

pub use list::{shipped, visit_shipped};
pub use shipped::{Playouts, ShippedGame, Visitor};
