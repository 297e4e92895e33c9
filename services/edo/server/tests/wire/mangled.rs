//! Whatever arrives, nothing panics: cut messages, changed bytes, odd states.

use edo_rules::{Edo, Phase, State};
use edo_server::EdoWire;
use kit_conformance::{RandomPlay, Table};
use kit_rules::{Pending, Rules, Seat};
use kit_rules_server::Wire;
use prost::Message;

use crate::play::{EventMessage, Setting, StateMessage, legal, play, position, settings};

type ActionMessage = <EdoWire as Wire>::Action;

/// How many steps an accepted state is played on.
const STEPS: usize = 8;

#[test]
fn every_truncation_of_a_state_is_read_or_refused() {
    let mut cut = 0;
    for (setting, bytes) in states() {
        for end in 0..bytes.len() {
            cut += usize::from(read_state(setting, &bytes[..end]));
        }
    }
    assert!(cut > 0, "some truncation is a message after all");
}

#[test]
fn every_changed_byte_of_a_state_is_read_or_refused() {
    let mut read = 0;
    for (setting, whole) in states() {
        for at in 0..whole.len() {
            for change in [0x01, 0x02, 0x08, 0x80] {
                let mut bytes = whole.clone();
                bytes[at] ^= change;
                read += usize::from(read_state(setting, &bytes));
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
                mangle(&EdoWire::action_to_proto(&action).encode_to_vec(), |bytes| {
                    if let Ok(message) = ActionMessage::decode(bytes) {
                        // Whether it is an action is not the question here.
                        let _ = EdoWire::action_from_proto(message);
                    }
                });
            }
            for event in events {
                mangle(&EdoWire::event_to_proto(event).encode_to_vec(), |bytes| {
                    let Ok(message) = EventMessage::decode(bytes) else { return };
                    if let Ok(event) = EdoWire::event_from_proto(message) {
                        assert!(!event.to_string().is_empty());
                    }
                });
            }
        });
    }
}

/// States of every table size in some phases, as bytes.
fn states() -> Vec<(Setting, Vec<u8>)> {
    let kinds: [fn(&State) -> bool; 3] = [
        |state| matches!(state.phase, Phase::Positions { taken: 2 }),
        |state| matches!(state.phase, Phase::Plan(_)) && state.round == 3,
        |state| matches!(state.phase, Phase::Turn(_)) && state.round == 4,
    ];
    let mut all = Vec::new();
    for (place, setting) in settings(1).into_iter().enumerate() {
        let state = position(setting, kinds[place % kinds.len()]);
        all.push((setting, EdoWire::state_to_proto(&state).encode_to_vec()));
    }
    all
}

/// Reads bytes as a state and as views, and uses whatever is accepted. Says
/// whether they were a message.
fn read_state(setting: Setting, bytes: &[u8]) -> bool {
    let Ok(message) = StateMessage::decode(bytes) else { return false };
    let seat = Seat::from_index(0);
    if let Ok(seen) = EdoWire::view_from_proto(message.clone(), seat) {
        legal(&seen, seat);
        Edo::pending(&seen);
    }
    if let Ok(svg) = EdoWire::render(message.clone(), Some(seat)) {
        assert!(svg.ends_with("</svg>\n"));
    }
    if let Ok(state) = EdoWire::state_from_proto(message) {
        play_on(setting, state);
    }
    true
}

fn play_on(setting: Setting, state: State) {
    let table = Table { seats: state.seats, options: state.options, seed: setting.seed };
    let (game, _) = RandomPlay::<Edo>::begin(&table).expect("the table can be set up");
    let mut game = game.at(state);
    for _ in 0..STEPS {
        if let Pending::Seats(seats) = Edo::pending(game.state()) {
            let stuck = seats.iter().find(|seat| legal(game.state(), *seat).is_empty());
            assert_eq!(stuck, None, "{setting:?}: {:?}", game.state());
        }
        let Some(step) = game.choose().expect("the match goes on") else { return };
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
