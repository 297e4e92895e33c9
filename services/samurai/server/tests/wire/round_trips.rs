//! What is written is read back as it was.

use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;
use samurai_server::SamuraiWire;

use crate::play::{StateMessage, legal, play, position, settings};

type ActionMessage = <SamuraiWire as Wire>::Action;
type EventMessage = <SamuraiWire as Wire>::Event;

#[test]
fn every_position_survives_its_bytes_and_has_one_encoding() {
    for setting in settings(3) {
        play(setting, |state, _| {
            let bytes = SamuraiWire::state_to_proto(state).encode_to_vec();
            let message = StateMessage::decode(&bytes[..]).expect("our own bytes");
            let read = SamuraiWire::state_from_proto(message)
                .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?} in {state:?}"));
            assert_eq!(read, *state, "{setting:?}");
            assert_eq!(SamuraiWire::state_to_proto(&read).encode_to_vec(), bytes, "{setting:?}");
        });
    }
}

#[test]
fn every_action_survives_its_bytes() {
    for setting in settings(1) {
        play(setting, |state, _| {
            for action in state.seats.seats().flat_map(|seat| legal(state, seat)) {
                let bytes = SamuraiWire::action_to_proto(&action).encode_to_vec();
                let message = ActionMessage::decode(&bytes[..]).expect("our own bytes");
                let read = SamuraiWire::action_from_proto(message);
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
                let bytes = SamuraiWire::event_to_proto(event).encode_to_vec();
                let message = EventMessage::decode(&bytes[..]).expect("our own bytes");
                assert_eq!(SamuraiWire::event_from_proto(message), Ok(*event), "{setting:?}");
            }
        });
    }
}

#[test]
fn what_is_unspecified_in_the_options_is_the_printed_game() {
    let read = SamuraiWire::options_from_proto(<SamuraiWire as Wire>::Options::default());
    assert_eq!(read, Ok(samurai_rules::Options::default()));
}

#[test]
fn options_survive_the_state_they_are_kept_in() {
    for setting in settings(1) {
        let message = SamuraiWire::state_to_proto(&position(setting, 0));
        let options = message.options.expect("a state holds its options");
        assert_eq!(SamuraiWire::options_from_proto(options), Ok(setting.options));
    }
}

#[test]
fn cells_tiles_and_seats_are_written_in_ascending_order() {
    for setting in settings(2) {
        play(setting, |state, _| {
            let message = SamuraiWire::state_to_proto(state);
            let seats = message.players.iter().map(|player| player.seat);
            assert!(seats.eq(state.seats.seats().map(Seat::number)), "{setting:?}");
            assert!(message.settlements.is_sorted_by(|a, b| a.cell < b.cell), "{setting:?}");
            assert!(message.placed_tiles.is_sorted_by(|a, b| a.cell < b.cell), "{setting:?}");
            for player in &message.players {
                for tiles in [&player.hand, &player.pool, &player.chosen, &player.drawn] {
                    assert!(tiles.is_sorted_by(|a, b| a < b), "{setting:?}");
                }
            }
        });
    }
}

#[test]
fn a_state_stays_below_a_kilobyte_and_a_half() {
    let mut largest = 0;
    for setting in settings(8) {
        play(setting, |state, _| {
            largest = largest.max(SamuraiWire::state_to_proto(state).encoded_len());
        });
    }
    assert!(largest > 500, "the matches were too short to say anything: {largest} bytes");
    assert!(largest < 1_500, "the largest state has {largest} bytes");
}
