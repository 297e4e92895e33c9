//! Draws what a viewer sees as one SVG document.
//!
//! The map fills the width. Japan leaves two corners of it free: the north-west
//! says what the match waits for, the south-east holds the tower. Below come
//! the cards in the middle of the table, the viewer's own board, and a strip
//! for every player. All lengths are counted in a page of [`PAGE_WIDTH`] units,
//! large enough to be read on a phone.

mod actions;
mod box_of_space;
mod draft;
mod grid;
mod map;
mod offers;
mod own_board;
mod palette;
mod players;
mod province;
mod status;
mod symbols;
mod token;
mod tower;
mod view;

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;

use kit_drawing::Svg;
use view::View;

/// The own drawings.
const SYMBOLS: &str = include_str!("render/symbols.svg");
/// The free border at both sides.
const MARGIN: f64 = 16.0;

/// The board as the viewer sees it; nobody is a spectator.
pub(crate) fn board(message: &pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
    let view = View::read(message, viewer)?;
    let sections = [
        (actions::height(&view), actions::draw as fn(&mut Svg, &View, f64)),
        (offers::height(&view), offers::draw),
        (draft::height(&view), draft::draw),
        (own_board::height(&view), own_board::draw),
        (players::height(&view), players::draw),
    ];
    let height = map::HEIGHT + sections.iter().map(|(height, _)| height).sum::<f64>();
    let status = status::of(&view);

    let title = format!("Shogun. {}", status.sentence());
    let mut svg = Svg::page("sho", SYMBOLS, height, title);
    map::draw(&mut svg, &view);
    status::draw(&mut svg, &status);
    tower::draw(&mut svg, &view);
    let mut top = map::HEIGHT;
    for (height, draw) in sections {
        if height > 0.0 {
            draw(&mut svg, &view, top);
        }
        top += height;
    }
    Ok(svg.finish())
}
