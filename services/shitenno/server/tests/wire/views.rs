//! What a viewer receives is enough to play, and no more.

use kit_rules::Seat;
use kit_rules_server::Wire;
use shitenno_server::ShitennoWire;

use crate::play::{legal, play, position, schema, settings, view};

#[test]
fn the_legal_actions_of_a_view_are_those_of_the_position() {
    let schema = schema();
    for setting in settings(2) {
        play(setting, |state, _| {
            for seat in state.seats.seats() {
                let seen = ShitennoWire::view_from_proto(view(&schema, state, Some(seat)), seat)
                    .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?}"));
                assert_eq!(legal(&seen, seat), legal(state, seat), "{setting:?} {seat}");
            }
        });
    }
}

#[test]
fn a_seat_that_reads_a_whole_state_as_its_view_learns_nothing_more() {
    let schema = schema();
    for setting in settings(1) {
        let state = position(setting, 60);
        for seat in state.seats.seats() {
            let whole = ShitennoWire::view_from_proto(ShitennoWire::state_to_proto(&state), seat);
            let seen = ShitennoWire::view_from_proto(view(&schema, &state, Some(seat)), seat);
            assert_eq!(whole, seen, "{setting:?}");
        }
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_view() {
    let schema = schema();
    let state = position(settings(1)[0], 60);
    let stranger = Seat::new(3).expect("a seat");
    let read = ShitennoWire::view_from_proto(view(&schema, &state, Some(stranger)), stranger);
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}
