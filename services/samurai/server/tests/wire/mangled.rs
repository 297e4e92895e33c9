//! Whatever arrives, nothing panics: cut messages, changed bytes, odd states.

use std::num::NonZeroU32;

use kit_rules::{Pending, Rules, Seat, take};
use kit_rules_server::Wire;
use prost::Message;
use samurai_rules::{Samurai, State};
use samurai_server::SamuraiWire;

use crate::play::{Numbers, StateMessage, legal, play, position, settings};

type ActionMessage = <SamuraiWire as Wire>::Action;
type EventMessage = <SamuraiWire as Wire>::Event;

/// How many steps an accepted state is played on.
const STEPS: usize = 12;

#[test]
fn every_truncation_of_a_state_is_read_or_refused() {
    let mut cut = 0;
    for setting in settings(1) {
        for steps in [2, 30, 80] {
            let bytes = SamuraiWire::state_to_proto(&position(setting, steps)).encode_to_vec();
            for end in 0..bytes.len() {
                cut += usize::from(read_state(&bytes[..end], end as u64));
            }
        }
    }
    assert!(cut > 0, "some truncation is a message after all");
}

#[test]
fn every_changed_byte_of_a_state_is_read_or_refused() {
    let mut read = 0;
    for setting in settings(1) {
        for steps in [2, 30, 80] {
            let whole = SamuraiWire::state_to_proto(&position(setting, steps)).encode_to_vec();
            for at in 0..whole.len() {
                for change in [0x01, 0x02, 0x08, 0x80, 0xff] {
                    let mut bytes = whole.clone();
                    bytes[at] ^= change;
                    read += usize::from(read_state(&bytes, at as u64));
                }
            }
        }
    }
    assert!(read > 0, "some change is a message after all");
}

#[test]
fn every_truncation_and_change_of_actions_and_events_is_read_or_refused() {
    for setting in settings(1) {
        play(setting, |state, events| {
            for seat in state.seats.seats() {
                let Some(action) = legal(state, seat).pop() else { continue };
                mangle(&SamuraiWire::action_to_proto(&action).encode_to_vec(), |bytes| {
                    if let Ok(message) = ActionMessage::decode(bytes) {
                        // Whether it is an action is not the question here.
                        let _ = SamuraiWire::action_from_proto(message);
                    }
                });
            }
            for event in events {
                mangle(&SamuraiWire::event_to_proto(event).encode_to_vec(), |bytes| {
                    if let Ok(Ok(event)) =
                        EventMessage::decode(bytes).map(SamuraiWire::event_from_proto)
                    {
                        assert!(!event.to_string().is_empty());
                    }
                });
            }
        });
    }
}

/// Reads bytes as a state and as views, and uses whatever is accepted. Says
/// whether they were a message.
fn read_state(bytes: &[u8], seed: u64) -> bool {
    let Ok(message) = StateMessage::decode(bytes) else { return false };
    let seat = Seat::from_index(0);
    if let Ok(seen) = SamuraiWire::view_from_proto(message.clone(), seat) {
        legal(&seen, seat);
        Samurai::pending(&seen);
    }
    for viewer in [Some(seat), None] {
        if let Ok(svg) = SamuraiWire::render(message.clone(), viewer) {
            assert!(svg.ends_with("</svg>\n"));
        }
        let mut numbers = Numbers(seed);
        let draws = &mut |sides: NonZeroU32| numbers.below(sides.get() as usize) as u32;
        if let Ok(dealt) = SamuraiWire::determinize(message.clone(), viewer, draws) {
            let written = SamuraiWire::state_to_proto(&dealt);
            assert_eq!(SamuraiWire::state_from_proto(written), Ok(dealt));
        }
    }
    if let Ok(state) = SamuraiWire::state_from_proto(message) {
        play_on(state, seed);
    }
    true
}

fn play_on(mut state: State, seed: u64) {
    let mut numbers = Numbers(seed);
    for _ in 0..STEPS {
        if let Pending::Seats(seats) = Samurai::pending(&state) {
            assert!(seats.iter().all(|seat| !legal(&state, seat).is_empty()), "nobody is stuck");
        }
        let Some(step) = numbers.step(&state) else { return };
        take::<Samurai>(&mut state, &step, &mut Vec::new()).expect("what is listed is accepted");
    }
}

fn mangle(whole: &[u8], mut read: impl FnMut(&[u8])) {
    for end in 0..whole.len() {
        read(&whole[..end]);
    }
    for at in 0..whole.len() {
        for change in [0x01, 0x10, 0x80, 0xff] {
            let mut bytes = whole.to_vec();
            bytes[at] ^= change;
            read(&bytes);
        }
    }
}
