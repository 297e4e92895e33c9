//! Draws what a viewer sees as one SVG document.
//!
//! The map fills the width. Japan leaves two corners of it free: the north-west
//! holds the state of play and the players, the south-east the figures beside
//! the board. A seated viewer has the own tiles below. All lengths are counted
//! in a page of [`PAGE_WIDTH`] units, large enough to be read on a phone.

mod hand;
mod layout;
mod map;
mod palette;
mod players;
mod reserve;
mod status;
mod symbols;
mod tile;
mod view;

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;

use kit_drawing::Svg;
use layout::Layout;
use view::View;

/// The own drawings.
const SYMBOLS: &str = include_str!("render/symbols.svg");

/// The board as the viewer sees it; nobody is a spectator.
pub(crate) fn board(message: &pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
    let view = View::read(message, viewer)?;
    let layout = Layout::of(view.state.seats);
    let height = layout.bottom() + hand::height(&view);
    let status = status::of(&view);

    let title = format!("Samurai. {}", status.sentence());
    let mut svg = Svg::page("sam", SYMBOLS, height, title);
    map::draw(&mut svg, &view, &layout);
    status::draw(&mut svg, &status);
    players::draw(&mut svg, &view);
    reserve::draw(&mut svg, &view, &layout);
    hand::draw(&mut svg, &view, layout.bottom());
    Ok(svg.finish())
}
