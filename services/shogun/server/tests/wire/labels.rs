//! Labels: what can be done, said in the words of the game.

use std::collections::BTreeSet;

use kit_conformance::legal;
use kit_conformance::wire::position::orders;
use kit_rules::Seat;
use kit_rules_server::Wire;
use shogun_rules::{Action, Card, Chests, Order, Phase, Province, Shogun, Space};
use shogun_server::ShogunWire;

use crate::play::{settings, some_settings};

#[test]
fn every_action_belongs_to_an_element() {
    for setting in some_settings() {
        setting.now_and_then(7, |state| {
            for seat in state.seats.seats() {
                for action in legal::<Shogun>(state, seat) {
                    let element = ShogunWire::label(state, seat, &action).element;
                    assert!(!element.is_empty(), "{setting:?}: {action} belongs nowhere");
                }
            }
        });
    }
}

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(1) {
        setting.settled(|state| {
            for (group, first) in orders::<ShogunWire>(state.seats, state) {
                seen.insert((group.split(':').next().unwrap_or_default().to_owned(), first));
            }
        });
    }
    let expected = [
        ("Another target", "Choose"),
        ("Exchange", "Exchange"),
        ("Fight a revolt", "Fight"),
        ("March", "Attack"),
        ("March", "Move"),
        ("Place a group", "Put"),
        ("Plan", "Bid"),
        ("Plan", "Lay"),
        ("Seal the plan", "Seal"),
        ("Stay", "Stay"),
        ("Take a card", "Take"),
        ("Take a special card", "Take"),
        ("Take back", "Take"),
    ];
    let expected = expected.map(|(group, first)| (group.to_owned(), first.to_owned()));
    assert_eq!(seen, expected.into_iter().collect());
}

#[test]
fn cards_on_spaces_are_labelled_with_both_names_and_belong_to_the_space() {
    let state = settings(1)[0].first(|state| matches!(state.phase, Phase::Plan(_)));
    let kaga = Card::Province(Province::from_id("kaga").expect("a province"));
    let three = Card::Chests(Chests::new(3).expect("a chest card"));
    let castle = Space::Order(Order::BuildCastle);
    let table = [
        (castle, kaga, "Lay Kaga on build castle", "Plan: build castle", "space-build_castle"),
        (
            castle,
            three,
            "Lay chest card 3 on build castle",
            "Plan: build castle",
            "space-build_castle",
        ),
        (Space::Bid, kaga, "Bid Kaga", "Plan: bid", "space-bid"),
        (Space::Bid, three, "Bid chest card 3", "Plan: bid", "space-bid"),
    ];
    for (space, card, text, group, element) in table {
        let label =
            ShogunWire::label(&state, Seat::from_index(0), &Action::LayCard { space, card });
        assert_eq!(
            (label.text.as_str(), label.group, label.element.as_str()),
            (text, group, element)
        );
    }
}
