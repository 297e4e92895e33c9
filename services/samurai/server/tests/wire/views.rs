//! What a viewer receives is enough to play, and no more.

use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;
use samurai_rules::{Event, TileSet};
use samurai_server::SamuraiWire;

use crate::play::{eyes, legal, play, position, schema, settings, view, viewers};

type EventMessage = <SamuraiWire as Wire>::Event;

#[test]
fn the_legal_actions_of_a_view_are_those_of_the_position() {
    let schema = schema();
    for setting in settings(2) {
        play(setting, |state, _| {
            for seat in state.seats.seats() {
                let seen = SamuraiWire::view_from_proto(view(&schema, state, Some(seat)), seat)
                    .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?}"));
                assert_eq!(legal(&seen, seat), legal(state, seat), "{setting:?} {seat}");
            }
        });
    }
}

#[test]
fn a_view_holds_the_own_tiles_and_nobody_elses() {
    let schema = schema();
    for setting in settings(1) {
        play(setting, |state, _| {
            for viewer in state.seats.seats() {
                let seen = SamuraiWire::view_from_proto(view(&schema, state, Some(viewer)), viewer)
                    .expect("a view is readable");
                assert_eq!(seen.player(viewer), state.player(viewer), "{setting:?}");
                for other in state.seats.seats().filter(|seat| *seat != viewer) {
                    let player = seen.player(other);
                    assert_eq!(player.hand.union(player.pool), TileSet::EMPTY, "{setting:?}");
                    assert_eq!(player.captured_hidden.total(), 0, "{setting:?}");
                }
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
            let whole = SamuraiWire::view_from_proto(SamuraiWire::state_to_proto(&state), seat);
            let seen = SamuraiWire::view_from_proto(view(&schema, &state, Some(seat)), seat);
            assert_eq!(whole, seen, "{setting:?}");
        }
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_view() {
    let schema = schema();
    let state = position(settings(1)[0], 60);
    let stranger = Seat::new(3).expect("a seat");
    let read = SamuraiWire::view_from_proto(view(&schema, &state, Some(stranger)), stranger);
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}

#[test]
fn drawn_tiles_keep_their_number_for_those_who_may_not_know_them() {
    let schema = schema();
    let mut hidden = 0;
    for setting in settings(1) {
        play(setting, |state, events| {
            for event in events {
                let (Event::TilesDrawn { seat, count, .. } | Event::HandDealt { seat, count, .. }) =
                    *event
                else {
                    continue;
                };
                let bytes = SamuraiWire::event_to_proto(event).encode_to_vec();
                for viewer in viewers(state) {
                    let redacted = schema.redact_event(&bytes, eyes(viewer)).expect("readable");
                    let redacted = redacted.expect("everyone sees that tiles were drawn");
                    let message = EventMessage::decode(redacted.as_bytes()).expect("an event");
                    let read = SamuraiWire::event_from_proto(message).expect("readable");
                    let (Event::TilesDrawn { count: seen, tiles, .. }
                    | Event::HandDealt { count: seen, tiles, .. }) = read
                    else {
                        panic!("{setting:?}: {event} became {read}");
                    };
                    assert_eq!(seen, count, "{setting:?}");
                    assert_eq!(tiles.is_empty(), viewer != Some(seat), "{setting:?}");
                    hidden += usize::from(tiles.is_empty());
                }
            }
        });
    }
    assert!(hidden > 0, "somebody drew tiles that others may not know");
}
