//! What a viewer receives is enough to play, small, and no more.

use kit_rules::{Pending, Rules, Seat};
use kit_rules_server::Wire;
use prost::Message;
use shogun_rules::{Phase, Shogun};
use shogun_server::ShogunWire;

use crate::play::{
    eyes, first, here_and_there, legal, now_and_then, play, schema, settings, settled, view,
    viewers,
};

#[test]
fn the_legal_actions_of_a_view_are_those_of_the_position() {
    let schema = schema();
    for setting in settings(1) {
        settled(setting, |state| {
            for seat in state.seats.seats() {
                let seen = ShogunWire::view_from_proto(view(&schema, state, Some(seat)), seat)
                    .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?}"));
                assert_eq!(legal(&seen, seat), legal(state, seat), "{setting:?} {seat}");
            }
        });
    }
}

#[test]
fn a_view_holds_all_that_belongs_to_the_viewer_and_all_that_is_open() {
    let schema = schema();
    for setting in settings(1) {
        now_and_then(setting, 5, |state| {
            for seat in state.seats.seats() {
                let seen = ShogunWire::view_from_proto(view(&schema, state, Some(seat)), seat)
                    .expect("a view is readable");
                assert_eq!(seen.player(seat), state.player(seat), "{setting:?}");
                assert_eq!(seen.provinces, state.provinces, "{setting:?}");
                assert_eq!((seen.tray, seen.farmers), (state.tray, state.farmers), "{setting:?}");
                assert_eq!(seen.action_cards, state.action_cards, "{setting:?}");
                assert_eq!(seen.specials, state.specials, "{setting:?}");
                assert_eq!(seen.turn_order, state.turn_order, "{setting:?}");
                assert_eq!(seen.events_open, state.events_open, "{setting:?}");
                assert_eq!(seen.draft.open, state.draft.open, "{setting:?}");
                for other in state.seats.seats() {
                    let (seen, real) = (seen.player(other), state.player(other));
                    assert_eq!(seen.face_down, real.face_down, "{setting:?}");
                    assert_eq!(seen.face_up, real.face_up, "{setting:?}");
                    assert_eq!((seen.supply, seen.rice), (real.supply, real.rice), "{setting:?}");
                    assert_eq!(seen.points, real.points, "{setting:?}");
                }
            }
        });
    }
}

#[test]
fn a_seat_that_reads_a_whole_state_as_its_view_learns_nothing_more() {
    let schema = schema();
    for setting in settings(1) {
        here_and_there(setting, 7, |state| {
            let seat = Seat::from_index(0);
            let whole = ShogunWire::view_from_proto(ShogunWire::state_to_proto(state), seat);
            let seen = ShogunWire::view_from_proto(view(&schema, state, Some(seat)), seat);
            assert_eq!(whole, seen, "{setting:?}");
            assert!(seen.is_ok(), "{setting:?}: {seen:?}");
        });
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_view() {
    let schema = schema();
    let state = first(settings(1)[0], |state| matches!(state.phase, Phase::Plan(_)));
    let stranger = Seat::new(4).expect("a seat");
    let read = ShogunWire::view_from_proto(view(&schema, &state, Some(stranger)), stranger);
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}

#[test]
fn states_views_and_logs_stay_small() {
    let schema = schema();
    let (mut state_max, mut view_max, mut log_max) = (0, 0, 0);
    for setting in settings(1) {
        let mut log = 0;
        play(setting, |state, events| {
            log +=
                events.iter().map(|e| ShogunWire::event_to_proto(e).encoded_len()).sum::<usize>();
            if matches!(Shogun::pending(state), Pending::Draw { .. }) {
                return;
            }
            let bytes = ShogunWire::state_to_proto(state).encode_to_vec();
            state_max = state_max.max(bytes.len());
            for viewer in viewers(state) {
                let seen = schema.redact_state(&bytes, eyes(viewer)).expect("readable");
                view_max = view_max.max(seen.as_bytes().len());
            }
        });
        log_max = log_max.max(log);
    }
    assert!(state_max > 900, "the matches were too short to say anything: {state_max} bytes");
    assert!(state_max < 1_500, "the largest state has {state_max} bytes");
    assert!(view_max < 1_400, "the largest view has {view_max} bytes");
    assert!(log_max < 40_000, "the longest log has {log_max} bytes of events");
}
