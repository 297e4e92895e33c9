//! Toolkit with which the suite acts like a person at a screen.
//!
//! It starts Debian's Chromium through its WebDriver, opens the web table of a
//! real server, and does what a person does: reads, taps, types. It knows the
//! page by what the page says of itself (`data-…` attributes and labels), and
//! the games not at all.
//!
//! Start reading at [`Screen`]; [`Driver`] is the process behind it, and
//! [`Server`] the one in front.

mod console;
mod driver;
mod evidence;
mod play;
mod screen;
mod server;
mod shots;

pub use driver::{Driver, Size};
pub use fantoccini::key::Key;
pub use play::Step;
pub use screen::Screen;
pub use server::Server;
