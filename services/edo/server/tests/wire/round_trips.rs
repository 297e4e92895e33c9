//! What is written is read back as it was, and always written in one way.

use std::collections::HashSet;
use std::mem::discriminant;

use edo_rules::{Event, Phase};
use edo_server::EdoWire;
use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;

use crate::play::{EventMessage, Setting, StateMessage, legal, play, position, settings};

type ActionMessage = <EdoWire as Wire>::Action;

#[test]
fn every_position_survives_its_bytes_and_has_one_encoding() {
    for setting in settings(2) {
        play(setting, |state, _| {
            let bytes = EdoWire::state_to_proto(state).encode_to_vec();
            let message = StateMessage::decode(&bytes[..]).expect("our own bytes");
            let read = EdoWire::state_from_proto(message)
                .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?} in {state:?}"));
            assert_eq!(read, *state, "{setting:?}");
            assert_eq!(EdoWire::state_to_proto(&read).encode_to_vec(), bytes, "{setting:?}");
        });
    }
}

#[test]
fn every_kind_of_action_survives_its_bytes() {
    let mut met = HashSet::new();
    for setting in settings(6) {
        play(setting, |state, _| {
            for action in state.seats.seats().flat_map(|seat| legal(state, seat)) {
                let bytes = EdoWire::action_to_proto(&action).encode_to_vec();
                let message = ActionMessage::decode(&bytes[..]).expect("our own bytes");
                met.extend(message.kind.as_ref().map(discriminant));
                assert_eq!(EdoWire::action_from_proto(message), Ok(action), "{setting:?}");
            }
        });
    }
    assert_eq!(met.len(), 34, "all kinds of actions were possible");
}

#[test]
fn every_kind_of_event_survives_its_bytes() {
    let mut met = HashSet::new();
    for setting in settings(6) {
        play(setting, |_, events| {
            for event in events {
                let bytes = EdoWire::event_to_proto(event).encode_to_vec();
                let message = EventMessage::decode(&bytes[..]).expect("our own bytes");
                met.extend(message.kind.as_ref().map(discriminant));
                assert_eq!(EdoWire::event_from_proto(message), Ok(*event), "{setting:?}");
            }
        });
    }
    assert_eq!(met.len(), 45, "all kinds of events happened");
}

#[test]
fn nothing_set_in_the_options_is_the_base_game() {
    let read = EdoWire::options_from_proto(<EdoWire as Wire>::Options::default());
    assert_eq!(read, Ok(edo_rules::Options::default()));
}

#[test]
fn options_survive_the_state_they_are_kept_in() {
    for setting in settings(1) {
        let message = EdoWire::state_to_proto(&position(setting, |_| true));
        let options = message.options.expect("a state holds its options");
        assert_eq!(EdoWire::options_from_proto(options), Ok(setting.options));
    }
}

#[test]
fn spaces_cards_tokens_and_seats_are_written_in_ascending_order() {
    for setting in settings(2) {
        play(setting, |state, _| {
            let message = EdoWire::state_to_proto(state);
            let seats = message.players.iter().map(|player| player.seat);
            assert!(seats.eq(state.seats.seats().map(Seat::number)), "{setting:?}");
            assert!(message.cities.is_sorted_by(|a, b| a.space < b.space), "{setting:?}");
            assert!(message.ronin.is_sorted(), "{setting:?}");
            for player in &message.players {
                assert!(player.samurai.is_sorted(), "{setting:?}");
                for set in [&player.special_cards, &player.temples, &player.privileges] {
                    assert!(set.is_sorted_by(|a, b| a < b), "{setting:?}");
                }
                for slots in [&player.shown, &player.plan] {
                    assert!(slots.is_sorted_by(|a, b| a.slot < b.slot), "{setting:?}");
                }
            }
        });
    }
}

#[test]
fn lists_in_another_order_are_the_same_position() {
    let setting = Setting { seats: 5, ..settings(1)[1] };
    let state = position(setting, |state| {
        matches!(state.phase, Phase::Turn(turn) if turn.slot == 1) && state.round == 1
    });
    let mut message = EdoWire::state_to_proto(&state);
    message.cities.reverse();
    message.ronin.reverse();
    message.trade.as_mut().expect("a state has trading cards").pile.reverse();
    for player in &mut message.players {
        player.samurai.reverse();
        player.plan.reverse();
        player.shown.reverse();
    }
    assert_ne!(message, EdoWire::state_to_proto(&state), "something changed its place");
    assert_eq!(EdoWire::state_from_proto(message), Ok(state));
}

#[test]
fn a_state_stays_below_half_a_kilobyte_and_a_match_below_sixteen() {
    let (mut largest, mut longest) = (0, 0);
    for setting in settings(4) {
        let mut events_bytes = 0;
        play(setting, |state, events| {
            largest = largest.max(EdoWire::state_to_proto(state).encoded_len());
            let told = |event: &Event| EdoWire::event_to_proto(event).encoded_len();
            events_bytes += events.iter().map(told).sum::<usize>();
            if let Phase::Over(_) = state.phase {
                longest = longest.max(events_bytes);
            }
        });
    }
    assert!(largest > 250, "the matches were too short to say anything: {largest} bytes");
    assert!(largest < 512, "the largest state has {largest} bytes");
    assert!(longest > 5_000, "the matches were too short to say anything: {longest} bytes");
    assert!(longest < 16_384, "the events of the longest match have {longest} bytes");
}
