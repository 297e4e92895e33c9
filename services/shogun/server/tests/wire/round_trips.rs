//! What is written is read back as it was.

use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;
use shogun_rules::Options;
use shogun_server::ShogunWire;

use crate::play::{ActionMessage, EventMessage, StateMessage, first, legal, play, settings};

#[test]
fn every_position_survives_its_bytes_and_has_one_encoding() {
    for setting in settings(1) {
        play(setting, |state, _| {
            let bytes = ShogunWire::state_to_proto(state).encode_to_vec();
            let message = StateMessage::decode(&bytes[..]).expect("our own bytes");
            let read = ShogunWire::state_from_proto(message)
                .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?} in {state:?}"));
            assert_eq!(read, *state, "{setting:?}");
            assert_eq!(ShogunWire::state_to_proto(&read).encode_to_vec(), bytes, "{setting:?}");
        });
    }
}

#[test]
fn every_action_survives_its_bytes() {
    for setting in settings(1) {
        play(setting, |state, _| {
            for action in state.seats.seats().flat_map(|seat| legal(state, seat)) {
                let bytes = ShogunWire::action_to_proto(&action).encode_to_vec();
                let message = ActionMessage::decode(&bytes[..]).expect("our own bytes");
                let read = ShogunWire::action_from_proto(message);
                assert_eq!(read, Ok(action), "{setting:?}");
            }
        });
    }
}

#[test]
fn every_event_survives_its_bytes() {
    for setting in settings(3) {
        play(setting, |_, events| {
            for event in events {
                let bytes = ShogunWire::event_to_proto(event).encode_to_vec();
                let message = EventMessage::decode(&bytes[..]).expect("our own bytes");
                assert_eq!(ShogunWire::event_from_proto(message), Ok(*event), "{setting:?}");
            }
        });
    }
}

#[test]
fn what_is_unspecified_in_the_options_is_the_printed_game() {
    let read = ShogunWire::options_from_proto(<ShogunWire as Wire>::Options::default());
    assert_eq!(read, Ok(Options::default()));
}

#[test]
fn options_survive_the_state_they_are_kept_in() {
    for setting in settings(1) {
        let message = ShogunWire::state_to_proto(&first(setting, |_| true));
        let options = message.options.expect("a state holds its options");
        assert_eq!(ShogunWire::options_from_proto(options), Ok(setting.options));
    }
}

#[test]
fn provinces_cards_and_seats_are_written_in_ascending_order() {
    for setting in settings(1) {
        play(setting, |state, _| {
            let message = ShogunWire::state_to_proto(state);
            let seats = message.players.iter().map(|player| player.seat);
            assert!(seats.eq(state.seats.seats().map(Seat::number)), "{setting:?}");
            assert!(message.holdings.is_sorted_by(|a, b| a.province < b.province), "{setting:?}");
            assert!(message.tray.is_sorted_by(|a, b| a.seat < b.seat), "{setting:?}");
            assert!(message.events_open.is_sorted_by(|a, b| a < b), "{setting:?}");
            assert!(message.events_gone.is_sorted_by(|a, b| a < b), "{setting:?}");
            for player in &message.players {
                for cards in [&player.plan, &player.face_up] {
                    assert!(cards.is_sorted_by(|a, b| a.space < b.space), "{setting:?}");
                }
                assert!(player.face_down.is_sorted_by(|a, b| a < b), "{setting:?}");
            }
        });
    }
}
