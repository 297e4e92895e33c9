//! A card, a bonus tile, or what a bonus tile does to a payment.

use std::fmt;

use kit_drawing::{Frame, Num, Svg, bold, ink};
use shitenno_rules::{Bonus, Card, Element, Troop};

use super::{palette, symbols, tile};

pub(super) const WIDTH: f64 = 94.0;
pub(super) const HEIGHT: f64 = 122.0;

/// What is shown in the size of a card.
#[derive(Clone, Copy)]
pub(super) enum Face {
    /// A card.
    Card(Card),
    /// The joker, standing for a card.
    Joker(Card),
    /// A bonus tile.
    Bonus(Bonus),
    /// An exchange tile at work.
    Exchange { from: Element, to: Element },
    /// A +1 tile at work.
    PlusOne(Element),
}

/// Draws a face with its upper left corner at a point.
pub(super) fn draw(svg: &mut Svg, at: (f64, f64), face: Face) {
    let background = match face {
        Face::Card(_) => "#ffffff",
        Face::Joker(_) => "#f7ead0",
        Face::Bonus(_) | Face::Exchange { .. } | Face::PlusOne(_) => "#eef0ee",
    };
    Frame::at(at, WIDTH, HEIGHT).draw(svg, 10.0, background, palette::INK, 2.0);
    let (x, y) = (at.0 + WIDTH / 2.0, at.1);
    match face {
        Face::Card(card) | Face::Joker(card) => draw_content(svg, (x, y), card),
        Face::Bonus(bonus) => {
            svg.symbol(symbols::of_bonus(bonus), (x, y + 48.0), 58.0, palette::INK)
        }
        Face::Exchange { from, to } => {
            element(svg, (x, y + 29.0), 42.0, from);
            svg.put(format_args!(
                r#"<path d="M{} {}h24l-12 11Z" fill="{}"/>"#,
                Num(x - 12.0),
                Num(y + 55.0),
                palette::INK,
            ));
            element(svg, (x, y + 93.0), 42.0, to);
        }
        Face::PlusOne(copied) => {
            svg.symbol("plus-one", (x, y + 34.0), 44.0, palette::INK);
            element(svg, (x, y + 88.0), 48.0, copied);
        }
    }
    svg.text((x, y + HEIGHT - 9.0), &ink(20.5).centred(), &caption(face));
}

/// How many there are, in the upper right corner of a face.
pub(super) fn draw_count(svg: &mut Svg, at: (f64, f64), count: u8) {
    let (x, y) = (at.0 + WIDTH - 17.0, at.1 + 15.0);
    svg.put(format_args!(
        r#"<rect x="{}" y="{}" width="46" height="34" rx="17" fill="{}"/>"#,
        Num(x - 23.0),
        Num(y - 17.0),
        palette::INK,
    ));
    svg.text((x, y + 9.0), &bold(25.0).filled("#ffffff").centred(), &format!("×{count}"));
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => card.fmt(f),
            Self::Joker(card) => write!(f, "the joker as {card}"),
            Self::Bonus(bonus) => write!(f, "{bonus} tile: {}", tile::in_words(*bonus)),
            Self::Exchange { from, to } => write!(f, "{from} exchanged for {to}"),
            Self::PlusOne(element) => write!(f, "one more {element}"),
        }
    }
}

/// The troops of a card one above the other, or its coins side by side.
fn draw_content(svg: &mut Svg, at: (f64, f64), card: Card) {
    let [troops @ .., koku] = card.content();
    let kinds = Troop::ALL.into_iter().zip(troops);
    let troops: Vec<Troop> =
        kinds.flat_map(|(troop, count)| std::iter::repeat_n(troop, usize::from(*count))).collect();
    match troops[..] {
        [] => {
            let left = at.0 - 12.0 * f64::from(koku.saturating_sub(1));
            for place in 0..*koku {
                let x = left + 24.0 * f64::from(place);
                svg.symbol("koku", (x, at.1 + 50.0), 52.0, palette::INK);
            }
        }
        [only] => svg.symbol(symbols::of_troop(only), (at.0, at.1 + 48.0), 62.0, palette::INK),
        [first, second, ..] => {
            svg.symbol(symbols::of_troop(first), (at.0 - 19.0, at.1 + 31.0), 44.0, palette::INK);
            svg.symbol(symbols::of_troop(second), (at.0 + 19.0, at.1 + 69.0), 44.0, palette::INK);
        }
    }
}

fn element(svg: &mut Svg, at: (f64, f64), size: f64, element: Element) {
    svg.symbol(element.id(), at, size, palette::INK);
}

/// The word below a picture: a name, or the beginnings of two.
fn caption(face: Face) -> String {
    match face {
        Face::Card(card) => card_caption(card),
        Face::Joker(_) => "Joker".to_owned(),
        Face::Bonus(Bonus::Exchange) => "Swap".to_owned(),
        Face::Bonus(Bonus::PlusOne) => "Plus one".to_owned(),
        Face::Bonus(Bonus::Draw) => "Draw".to_owned(),
        Face::Exchange { .. } | Face::PlusOne(_) => String::new(),
    }
}

fn card_caption(card: Card) -> String {
    if card.is_koku() || card.is_single() {
        return card.to_string();
    }
    let name = card.to_string();
    let short: Vec<String> = name.split('+').map(|troop| troop.chars().take(2).collect()).collect();
    short.join("+")
}
