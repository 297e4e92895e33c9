//! Figures on a space: a temple, samurai of all seats, neutral samurai, Ronin,
//! the merchant.

use edo_rules::Space;
use kit_drawing::{Frame, Svg, bold};
use kit_rules::Seat;

use super::view::View;
use super::{palette, symbols};

const SIZE: f64 = 40.0;
/// How far figures of a kind stand apart.
const CLOSE: f64 = 15.0;
/// How far kinds stand apart.
const APART: f64 = 3.0;
/// How much wider than its space a row of figures may be.
const OVERHANG: f64 = 16.0;

/// Figures of one kind on a space.
struct Group {
    piece: &'static str,
    fill: &'static str,
    ink: &'static str,
    letter: String,
    count: usize,
    name: String,
}

/// Draws the figures at the lower edge of a space.
pub(super) fn draw(svg: &mut Svg, view: &View, space: Space, frame: &Frame) {
    let groups = groups(view, space);
    let width: f64 = groups.iter().map(|group| group.width() + APART).sum::<f64>() - APART;
    let scale = ((frame.width + OVERHANG) / width).min(1.0);
    let mut x = frame.centre().0 - width * scale / 2.0;
    for group in &groups {
        for place in 0..group.count {
            let left = x + CLOSE * scale * place as f64;
            let at = (left + SIZE * scale / 2.0, frame.bottom() + 4.0);
            // Whoever stands in front shows the number.
            let letter = if place + 1 == group.count { group.letter.as_str() } else { "" };
            group.draw(svg, at, SIZE * scale, letter);
        }
        x += (group.width() + APART) * scale;
    }
}

/// Who stands on a space, in words.
pub(super) fn description(view: &View, space: Space) -> String {
    let figures = groups(view, space).into_iter().map(|group| match group.count {
        1 => group.name,
        count => format!("{count} {}", group.name),
    });
    figures.collect::<Vec<_>>().join(", ")
}

fn groups(view: &View, space: Space) -> Vec<Group> {
    let state = &view.state;
    let mut groups: Vec<Group> = state
        .seats
        .seats()
        .filter(|seat| state.player(*seat).samurai.is_on(space))
        .map(|seat| {
            let (fill, ink) = palette::of_seat(seat);
            let count = state.player(seat).samurai.count(space);
            let (letter, name) = (seat.number().to_string(), format!("samurai of {seat}"));
            Group { piece: "samurai", fill, ink, letter, count, name }
        })
        .collect();
    let other = |piece, fill, letter: &str, count, name: &str| Group {
        piece,
        fill,
        ink: palette::WHITE,
        letter: letter.to_owned(),
        count,
        name: name.to_owned(),
    };
    if let Some(owner) = temple_owner(view, space) {
        let (fill, ink) = palette::of_seat(owner);
        let (letter, name) = (owner.number().to_string(), format!("temple of {owner}"));
        groups.insert(0, Group { piece: "temple", fill, ink, letter, count: 1, name });
    }
    if state.has_neutral_samurai() && space.kind().good().is_some() {
        groups.push(other("samurai", palette::NEUTRAL, "", 1, "neutral samurai"));
    }
    let ronin = state.ronin.count(space);
    if ronin > 0 {
        groups.push(other("ronin", palette::BLACK, "R", ronin, "Ronin"));
    }
    if state.merchant == space {
        groups.push(other("merchant", palette::GOLD, "M", 1, "the merchant"));
    }
    groups
}

fn temple_owner(view: &View, space: Space) -> Option<Seat> {
    view.state.seats.seats().find(|seat| view.state.player(*seat).temples.contains(space))
}

impl Group {
    fn width(&self) -> f64 {
        SIZE + CLOSE * (self.count - 1) as f64
    }

    fn draw(&self, svg: &mut Svg, at: (f64, f64), size: f64, letter: &str) {
        symbols::piece(svg, self.piece, at, size, self.fill);
        let style = bold(size * 0.58).filled(self.ink).centred();
        svg.text((at.0, at.1 + size * 0.32), &style, letter);
    }
}
