//! Section below the board: a heading, titles beside it, and cards below.

use kit_drawing::{Frame, PAGE_WIDTH, Svg, bold};
use shitenno_rules::{Card, Cards, Title};

use super::card::{self, Face};
use super::{MARGIN, palette, title};

const HEADING: f64 = 56.0;
const GAP: f64 = 12.0;
const STEP: f64 = card::WIDTH + GAP;
const PER_ROW: usize = 9;
/// Where the titles begin, to the right of a short heading.
const TITLES_LEFT: f64 = 150.0;

/// A heading with cards below it.
pub(super) struct Section {
    pub(super) id: String,
    pub(super) heading: String,
    /// Titles beside the heading, each with its id and what it means here.
    pub(super) titles: Vec<(String, Title, &'static str)>,
    /// What lies below.
    pub(super) items: Vec<Item>,
    /// Whether it is what the viewer works on.
    pub(super) is_marked: bool,
}

/// Something that lies in a section.
pub(super) struct Item {
    /// The id, empty if it has none.
    pub(super) id: String,
    pub(super) face: Face,
    pub(super) count: u8,
}

pub(super) fn cards(pile: &Cards, id: impl Fn(Card) -> String) -> Vec<Item> {
    let item = |card| Item { id: id(card), face: Face::Card(card), count: pile.count(card) };
    pile.kinds().map(item).collect()
}

impl Section {
    /// How much room it takes.
    pub(super) fn height(&self) -> f64 {
        HEADING + self.items.len().div_ceil(PER_ROW) as f64 * (card::HEIGHT + GAP) + 8.0
    }

    /// Draws it below a line.
    pub(super) fn draw(&self, svg: &mut Svg, top: f64) {
        svg.open(&self.id, &self.heading);
        let (line, width) =
            if self.is_marked { (palette::MARK, 6.0) } else { (palette::LINE, 2.0) };
        Frame::at((MARGIN, top), PAGE_WIDTH - 2.0 * MARGIN, self.height() - 8.0).draw(
            svg,
            14.0,
            palette::CARD,
            line,
            width,
        );
        svg.text((MARGIN + 14.0, top + 37.0), &bold(27.0), &self.heading);
        for (place, (id, held, means)) in self.titles.iter().enumerate() {
            let x = TITLES_LEFT + (title::WIDTH + 8.0) * place as f64;
            title::draw(svg, id, (x, top + 8.0), *held, means);
        }
        for (place, item) in self.items.iter().enumerate() {
            let x = MARGIN + 14.0 + STEP * (place % PER_ROW) as f64;
            let y = top + HEADING + (card::HEIGHT + GAP) * (place / PER_ROW) as f64;
            item.draw(svg, (x, y));
        }
        svg.close_line();
    }
}

impl Item {
    fn draw(&self, svg: &mut Svg, at: (f64, f64)) {
        if self.id.is_empty() {
            svg.put(format_args!("<g>"));
        } else {
            svg.put(format_args!(r#"<g id="{}">"#, self.id));
        }
        match self.count {
            1 => svg.title(self.face),
            several => svg.title(format_args!("{several} times {}", self.face)),
        }
        card::draw(svg, at, self.face);
        if self.count > 1 {
            card::draw_count(svg, at, self.count);
        }
        svg.close();
    }
}
