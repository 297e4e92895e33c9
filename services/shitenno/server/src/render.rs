//! Draws what a viewer sees as one SVG document.
//!
//! From top to bottom: the state of play, the players, the provinces in their
//! three rows with the decks between them, what is being divided or shown, and
//! the viewer's own cards. All lengths are counted in a page of [`PAGE_WIDTH`]
//! units, large enough to be read on a phone.

mod board;
mod card;
mod division;
mod hand;
mod kamon;
mod palette;
mod payment;
mod players;
mod province;
mod row;
mod status;
mod symbols;
mod tile;
mod title;
mod view;

use kit_drawing::Svg;
use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;

use view::View;

/// The own drawings.
const SYMBOLS: &str = include_str!("render/symbols.svg");
/// The free border on both sides.
const MARGIN: f64 = 16.0;

/// The board as the viewer sees it; nobody is a spectator.
pub(crate) fn board(message: &pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
    let view = View::read(message, viewer)?;
    let status = status::of(&view);
    let sections = sections(&view);
    let players_top = status::HEIGHT;
    let board_top = players_top + players::height(&view);
    let sections_top = board_top + board::HEIGHT;
    let height = sections_top + sections.iter().map(row::Section::height).sum::<f64>() + MARGIN;

    let title = format!("Shitennō. {}", status.sentence());
    let mut svg = Svg::page("shi", SYMBOLS, height, title);
    status::draw(&mut svg, &view, &status);
    players::draw(&mut svg, &view, players_top);
    board::draw(&mut svg, &view, board_top);
    let mut top = sections_top;
    for section in &sections {
        section.draw(&mut svg, top);
        top += section.height();
    }
    Ok(svg.finish())
}

/// Everything below the board.
fn sections(view: &View) -> Vec<row::Section> {
    let mut sections = division::sections(view);
    sections.extend(payment::section(view));
    sections.extend(hand::section(view));
    sections
}
