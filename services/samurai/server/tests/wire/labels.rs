//! Labels: what can be done, said in the words of the game.

use std::collections::BTreeSet;

use kit_conformance::wire::position::orders;
use kit_rules::Seat;
use kit_rules_server::Wire;
use samurai_rules::{Action, Cell, Tile};
use samurai_server::SamuraiWire;

use crate::play::settings;

#[test]
fn labels_read_like_orders() {
    let mut seen = BTreeSet::new();
    for setting in settings(4) {
        setting.settled(|state| seen.extend(orders::<SamuraiWire>(state.seats, state)));
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
    let state = settings(1)[0].after(60);
    let label = SamuraiWire::label(&state, Seat::from_index(0), &action);
    assert_eq!((label.text.as_str(), label.element.as_str()), ("Place rice 3 on Ise", "cell-ise"));
}
