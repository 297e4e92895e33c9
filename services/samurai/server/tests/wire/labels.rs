//! People can tell actions apart and tap what they mean.

use std::collections::BTreeSet;

use kit_rules::Seat;
use kit_rules_server::Wire;
use samurai_rules::{Action, Cell, Tile};
use samurai_server::SamuraiWire;

use crate::drawing::ids;
use crate::play::{legal, now_and_then, play, position, schema, settings, view};

#[test]
fn labels_are_unique_within_one_list() {
    for setting in settings(2) {
        play(setting, |state, _| {
            for seat in state.seats.seats() {
                let actions = legal(state, seat);
                let texts: BTreeSet<String> = actions
                    .iter()
                    .map(|action| SamuraiWire::label(state, seat, action).text)
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
        now_and_then(setting, |state| {
            for seat in state.seats.seats() {
                let actions = legal(state, seat);
                if actions.is_empty() {
                    continue;
                }
                let svg = SamuraiWire::render(view(&schema, state, Some(seat)), Some(seat))
                    .expect("a view can be drawn");
                let drawn: BTreeSet<&str> = ids(&svg).into_iter().collect();
                for action in actions {
                    let label = SamuraiWire::label(state, seat, &action);
                    assert!(!label.group.is_empty() && !label.text.is_empty());
                    let element = label.element.as_str();
                    let found = element.is_empty() || drawn.contains(element);
                    assert!(found, "{setting:?}: {action} belongs to {element}");
                }
            }
        });
    }
}

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(4) {
        play(setting, |state, _| {
            for seat in state.seats.seats() {
                for action in legal(state, seat) {
                    let label = SamuraiWire::label(state, seat, &action);
                    let first = label.text.split(' ').next().unwrap_or_default().to_owned();
                    seen.insert((label.group, first));
                }
            }
        });
    }
    let expected = [
        ("Choose your hand", "Choose"),
        ("End the turn", "End"),
        ("Figure exchange", "Exchange"),
        ("Figure exchange", "Swap"),
        ("Keep the hand", "Keep"),
        ("Place a figure", "Put"),
        ("Place a tile", "Place"),
        ("Put back", "Put"),
        ("Tile exchange", "Lift"),
        ("Tile exchange", "Put"),
    ];
    let expected = expected.map(|(group, first)| (group, first.to_owned()));
    assert_eq!(seen, expected.into_iter().collect());
}

#[test]
fn a_tile_on_a_cell_is_labelled_with_both_names_and_belongs_to_the_cell() {
    let (rice, ise) = (Tile::from_id("rice_3"), Cell::from_id("ise"));
    let action = Action::PlaceTile { tile: rice.expect("a tile"), cell: ise.expect("a cell") };
    let state = position(settings(1)[0], 60);
    let label = SamuraiWire::label(&state, Seat::from_index(0), &action);
    assert_eq!((label.text.as_str(), label.element.as_str()), ("Place rice 3 on Ise", "cell-ise"));
}
