//! The viewer's own cards and bonus tiles, without what is set out for a
//! payment.

use shitenno_rules::{Bonus, Bonuses, Cards, Part};

use super::card::Face;
use super::row::{Item, Section, cards};
use super::view::View;
use crate::label;

/// The hand of a seated viewer, while the match runs.
pub(super) fn section(view: &View) -> Option<Section> {
    let seat = view.viewer.filter(|_| !view.is_over())?;
    let player = view.state.player(seat);
    let (mut hand, mut bonuses) = (player.hand, player.bonuses);
    for part in view.state.plan.iter().flat_map(|plan| plan.parts.iter()) {
        set_out(&mut hand, &mut bonuses, *part);
    }
    let mut items = cards(&hand, label::hand_element);
    items.extend(bonuses.kinds().map(|bonus| Item {
        id: label::bonus_element(bonus),
        face: Face::Bonus(bonus),
        count: bonuses.count(bonus),
    }));
    let heading = match (player.hand.is_empty(), player.bonuses.is_empty()) {
        (true, true) => "You have no cards",
        (_, true) => "Your hand",
        (_, false) => "Your hand and your bonus tiles",
    };
    Some(Section {
        id: "hand".to_owned(),
        heading: heading.to_owned(),
        titles: Vec::new(),
        items,
        is_marked: false,
    })
}

fn set_out(hand: &mut Cards, bonuses: &mut Bonuses, part: Part) {
    let was_there = match part {
        Part::Card(card) => hand.take(card),
        Part::Joker(_) => true,
        Part::Exchange { .. } => bonuses.take(Bonus::Exchange),
        Part::PlusOne(_) => bonuses.take(Bonus::PlusOne),
    };
    debug_assert!(was_there, "a checked payment is made of what its player has");
}
