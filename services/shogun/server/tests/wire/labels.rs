//! People can tell actions apart and tap what they mean.

use std::collections::BTreeSet;

use kit_rules::Seat;
use kit_rules_server::Wire;
use shogun_rules::{Action, Card, Chests, Order, Phase, Province, Space};
use shogun_server::ShogunWire;

use crate::drawing::ids;
use crate::play::{first, legal, now_and_then, schema, settings, settled, view};

#[test]
fn labels_are_unique_within_one_list() {
    for setting in settings(1) {
        settled(setting, |state| {
            for seat in state.seats.seats() {
                let actions = legal(state, seat);
                let texts: BTreeSet<String> = actions
                    .iter()
                    .map(|action| ShogunWire::label(state, seat, action).text)
                    .collect();
                assert_eq!(texts.len(), actions.len(), "{setting:?}: {texts:?}");
            }
        });
    }
}

#[test]
fn every_label_has_a_group_and_names_an_element_that_is_drawn() {
    let schema = schema();
    for setting in settings(1) {
        now_and_then(setting, 7, |state| {
            for seat in state.seats.seats() {
                let actions = legal(state, seat);
                if actions.is_empty() {
                    continue;
                }
                let svg = ShogunWire::render(view(&schema, state, Some(seat)), Some(seat))
                    .expect("a view can be drawn");
                let drawn: BTreeSet<&str> = ids(&svg).into_iter().collect();
                for action in actions {
                    let label = ShogunWire::label(state, seat, &action);
                    assert!(!label.group.is_empty() && !label.text.is_empty());
                    let element = label.element.as_str();
                    assert!(drawn.contains(element), "{setting:?}: {action} is at {element:?}");
                }
            }
        });
    }
}

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(1) {
        settled(setting, |state| {
            for seat in state.seats.seats() {
                for action in legal(state, seat) {
                    let label = ShogunWire::label(state, seat, &action);
                    let first = label.text.split(' ').next().unwrap_or_default().to_owned();
                    let group = label.group.split(':').next().unwrap_or_default().to_owned();
                    seen.insert((group, first));
                }
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
    let state = first(settings(1)[0], |state| matches!(state.phase, Phase::Plan(_)));
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
