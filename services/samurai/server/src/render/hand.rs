//! The viewer's own tiles: the hand, and what can still be drawn. While hands
//! are chosen, all of them.

use kit_rules::Seat;
use samurai_rules::{Phase, Tile, TileSet};

use super::view::View;
use super::{palette, tile};
use crate::label;
use kit_drawing::{Num, PAGE_WIDTH, Svg, faint};

const HAND: TileLayout = TileLayout { size: 62.0, step: 136.0, per_row: 5 };
/// The tiles to choose from.
const CHOICE: TileLayout = TileLayout { size: 46.0, step: 97.0, per_row: 10 };
/// The tiles that can still be drawn.
const POOL: TileLayout = TileLayout { size: 27.0, step: 57.0, per_row: 17 };

const HEADING: f64 = 44.0;
const GAP: f64 = 14.0;

/// How much room the tiles take below the map.
pub(super) fn height(view: &View) -> f64 {
    match view.viewer {
        None => 0.0,
        Some(seat) => sections(view, seat).iter().map(Section::height).sum::<f64>() + GAP,
    }
}

/// Draws the tiles of a seated viewer.
pub(super) fn draw(svg: &mut Svg, view: &View, top: f64) {
    let Some(seat) = view.viewer else { return };
    let mut y = top;
    for section in sections(view, seat) {
        section.draw(svg, view, seat, y);
        y += section.height();
    }
}

/// A heading with tiles below it.
struct Section {
    id: String,
    heading: String,
    tiles: TileSet,
    layout: &'static TileLayout,
}

/// How tiles are laid out.
struct TileLayout {
    size: f64,
    step: f64,
    per_row: usize,
}

fn sections(view: &View, seat: Seat) -> Vec<Section> {
    let player = view.state.player(seat);
    let own = |heading: &str, tiles, layout| Section {
        id: label::hand(),
        heading: heading.to_owned(),
        tiles,
        layout,
    };
    match view.state.phase {
        Phase::ChooseHands { sealed } if !sealed.contains(seat) => {
            vec![own("Your tiles: choose five", player.pool, &CHOICE)]
        }
        _ => {
            let hand = own("Your hand", player.hand.union(player.drawn), &HAND);
            let heading = "Still to be drawn".to_owned();
            let pool =
                Section { id: "pool".to_owned(), heading, tiles: player.pool, layout: &POOL };
            [hand, pool].into_iter().filter(|section| !section.tiles.is_empty()).collect()
        }
    }
}

impl Section {
    fn height(&self) -> f64 {
        let rows = self.tiles.len().div_ceil(self.layout.per_row);
        HEADING + rows as f64 * self.layout.height()
    }

    fn draw(&self, svg: &mut Svg, view: &View, seat: Seat, top: f64) {
        svg.put(format_args!(r#"<g id="{}">"#, self.id));
        svg.text((22.0, top + 28.0), &faint(25.0), &self.heading);
        for (place, tile) in self.tiles.iter().enumerate() {
            let at = self.layout.centre(place, self.tiles.len(), top + HEADING);
            self.draw_tile(svg, view, seat, tile, at);
        }
        svg.close_line();
    }

    fn draw_tile(&self, svg: &mut Svg, view: &View, seat: Seat, tile: Tile, at: (f64, f64)) {
        if self.id == label::hand() {
            svg.put(format_args!(r#"<g id="{}">"#, label::tile_element(tile)));
        } else {
            svg.put(format_args!("<g>"));
        }
        let is_chosen = view.state.player(seat).chosen.contains(tile);
        let chosen = if is_chosen { ", chosen" } else { "" };
        let character = if tile.has_character() { ", with the character" } else { "" };
        svg.title(format_args!("{tile}{character}{chosen}"));
        if is_chosen {
            svg.put(format_args!(
                r##"<use href="#sam-hex" transform="translate({} {}) scale({})" fill="{}" stroke="#22262b" stroke-width=".04"/>"##,
                Num(at.0),
                Num(at.1),
                Num(self.layout.size * 1.07),
                palette::MARK,
            ));
        }
        let size = if is_chosen { self.layout.size * 0.94 } else { self.layout.size };
        tile::draw(svg, at, size, seat, tile);
        svg.close_line();
    }
}

impl TileLayout {
    fn height(&self) -> f64 {
        self.size * 1.74 + GAP
    }

    /// The centre of a tile; the last row is centred like the others.
    fn centre(&self, place: usize, count: usize, top: f64) -> (f64, f64) {
        let (row, column) = (place / self.per_row, place % self.per_row);
        let in_row = (count - row * self.per_row).min(self.per_row);
        let left = (PAGE_WIDTH - self.step * (in_row - 1) as f64) / 2.0;
        let x = left + self.step * column as f64;
        (x, top + self.size * 0.87 + self.height() * row as f64)
    }
}
