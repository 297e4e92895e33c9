//! Draws what a viewer sees as one SVG document.
//!
//! From top to bottom: what the match waits for, the map, the players with
//! their planning boards, the viewer's cards while planning, and everything
//! beside the board. Modules that are not in play take no room. All lengths are
//! counted in a page of [`PAGE_WIDTH`] units, large enough to be read on a
//! phone.

mod cards;
mod city;
mod figures;
mod layout;
mod map;
mod packages;
mod palette;
mod parts;
mod players;
mod slots;
mod status;
mod stops;
mod supply;
mod symbols;
mod tokken;
mod trade;
mod view;

use kit_drawing::Svg;
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;

use view::View;

/// The own drawings.
const SYMBOLS: &str = include_str!("render/symbols.svg");
/// The free border at both sides.
const MARGIN: f64 = 18.0;
/// The free room between two parts.
const GAP: f64 = 14.0;

/// A part of the page: its height, and how it is drawn from its upper edge.
struct PageSection {
    height: fn(&View) -> f64,
    draw: fn(&mut Svg, &View, f64),
}

/// The parts of the page from top to bottom; one of no height is left out.
const SECTIONS: [PageSection; 8] = [
    PageSection { height: status::height, draw: status::draw },
    PageSection { height: map::height, draw: map::draw },
    PageSection { height: packages::height, draw: packages::draw },
    PageSection { height: players::height, draw: players::draw },
    PageSection { height: cards::height, draw: cards::draw },
    PageSection { height: trade::height, draw: trade::draw },
    PageSection { height: tokken::height, draw: tokken::draw },
    PageSection { height: supply::height, draw: supply::draw },
];

/// The board as the viewer sees it; nobody is a spectator.
pub(crate) fn board(message: &pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
    let view = View::read(message, viewer)?;
    let heights = SECTIONS.each_ref().map(|section| (section.height)(&view));
    let gaps = heights.iter().filter(|height| **height > 0.0).count() as f64 * GAP;
    let height = heights.iter().sum::<f64>() + gaps + GAP;

    let title = format!("Edo. {}", status::of(&view).sentence());
    let mut svg = Svg::page("edo", SYMBOLS, height, title);
    let mut top = GAP;
    for (section, height) in SECTIONS.iter().zip(heights) {
        if height > 0.0 {
            (section.draw)(&mut svg, &view, top);
            top += height + GAP;
        }
    }
    Ok(svg.finish())
}
