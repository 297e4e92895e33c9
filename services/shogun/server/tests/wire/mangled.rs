//! Whatever arrives, nothing panics: cut messages, changed bytes, odd states.

use kit_conformance::{RandomPlay, Table};
use kit_rules::{Rules, Seat};
use kit_rules_server::Wire;
use prost::Message;
use shogun_rules::{Phase, Shogun, State};
use shogun_server::ShogunWire;

use crate::play::{
    ActionMessage, EventMessage, StateMessage, draws, first, legal, play, some_settings,
};

/// How many steps an accepted state is played on.
const STEPS: usize = 10;

type Wanted = fn(&State) -> bool;

/// One position of each sort, those with a throw in progress among them.
const POSITIONS: [Wanted; 5] = [
    |state| matches!(state.phase, Phase::Draft(_) | Phase::SeedTower),
    |state| matches!(state.phase, Phase::Plan(_)) && state.players[0].plan.len() > 5,
    |state| matches!(state.phase, Phase::Act(_)) && state.year == 2,
    |state| state.tower.falling.len() > 3 && !state.tower.passed.is_empty() && state.year == 2,
    |state| matches!(state.phase, Phase::Winter(_)),
];

#[test]
fn every_truncation_of_a_state_is_read_or_refused() {
    let mut cut = 0;
    for setting in some_settings() {
        for wanted in POSITIONS {
            let bytes = ShogunWire::state_to_proto(&first(setting, wanted)).encode_to_vec();
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
    for setting in some_settings() {
        for wanted in POSITIONS {
            let whole = ShogunWire::state_to_proto(&first(setting, wanted)).encode_to_vec();
            for at in 0..whole.len() {
                for change in [0x01, 0x02, 0x08, 0xff] {
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
    for setting in some_settings() {
        play(setting, |state, events| {
            for seat in state.seats.seats() {
                let Some(action) = legal(state, seat).pop() else { continue };
                mangle(&ShogunWire::action_to_proto(&action).encode_to_vec(), |bytes| {
                    if let Ok(message) = ActionMessage::decode(bytes) {
                        // Whether it is an action is not the question here.
                        let _ = ShogunWire::action_from_proto(message);
                    }
                });
            }
            for event in events {
                mangle(&ShogunWire::event_to_proto(event).encode_to_vec(), |bytes| {
                    if let Ok(Ok(event)) =
                        EventMessage::decode(bytes).map(ShogunWire::event_from_proto)
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
    if let Ok(seen) = ShogunWire::view_from_proto(message.clone(), seat) {
        legal(&seen, seat);
        Shogun::pending(&seen);
    }
    // Most faults are found when a view is read, so not all have to be drawn.
    let viewers = [Some(seat), None].into_iter().filter(|_| seed.is_multiple_of(5));
    for viewer in viewers {
        if let Ok(svg) = ShogunWire::render(message.clone(), viewer) {
            assert!(svg.ends_with("</svg>\n"));
        }
        if let Ok(dealt) = ShogunWire::determinize(message.clone(), viewer, &mut draws(seed)) {
            let written = ShogunWire::state_to_proto(&dealt);
            assert_eq!(ShogunWire::state_from_proto(written), Ok(dealt));
        }
    }
    if let Ok(state) = ShogunWire::state_from_proto(message) {
        let bytes = ShogunWire::state_to_proto(&state).encode_to_vec();
        let again = StateMessage::decode(&bytes[..]).map(ShogunWire::state_from_proto);
        assert_eq!(again, Ok(Ok(state.clone())), "what is accepted has an encoding");
        play_on(state, seed);
    }
    true
}

fn play_on(state: State, seed: u64) {
    let (seats, options) = (state.seats, state.options);
    let table = Table::<Shogun> { seats, options, seed };
    let (game, _) = RandomPlay::begin(&table).expect("such a table can be set up");
    let mut game = game.at(state);
    for _ in 0..STEPS {
        let Some(step) = game.choose().expect("nobody is stuck") else { return };
        game.take(&step).expect("what is listed is accepted");
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
