//! What is written is read back as it was.

use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;
use shitenno_server::ShitennoWire;

use crate::play::{StateMessage, legal, play, position, settings};

type ActionMessage = <ShitennoWire as Wire>::Action;
type EventMessage = <ShitennoWire as Wire>::Event;

#[test]
fn every_position_survives_its_bytes_and_has_one_encoding() {
    for setting in settings(3) {
        play(setting, |state, _| {
            let bytes = ShitennoWire::state_to_proto(state).encode_to_vec();
            let message = StateMessage::decode(&bytes[..]).expect("our own bytes");
            let read = ShitennoWire::state_from_proto(message)
                .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?} in {state:?}"));
            assert_eq!(read, *state, "{setting:?}");
            assert_eq!(ShitennoWire::state_to_proto(&read).encode_to_vec(), bytes, "{setting:?}");
        });
    }
}

#[test]
fn every_action_survives_its_bytes() {
    for setting in settings(1) {
        play(setting, |state, _| {
            for action in state.seats.seats().flat_map(|seat| legal(state, seat)) {
                let bytes = ShitennoWire::action_to_proto(&action).encode_to_vec();
                let message = ActionMessage::decode(&bytes[..]).expect("our own bytes");
                let read = ShitennoWire::action_from_proto(message);
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
                let bytes = ShitennoWire::event_to_proto(event).encode_to_vec();
                let message = EventMessage::decode(&bytes[..]).expect("our own bytes");
                assert_eq!(ShitennoWire::event_from_proto(message), Ok(*event), "{setting:?}");
            }
        });
    }
}

#[test]
fn what_is_unspecified_in_the_options_is_the_printed_game() {
    let read = ShitennoWire::options_from_proto(<ShitennoWire as Wire>::Options::default());
    assert_eq!(read, Ok(shitenno_rules::Options::default()));
}

#[test]
fn options_survive_the_state_they_are_kept_in() {
    for setting in settings(1) {
        let message = ShitennoWire::state_to_proto(&position(setting, 0));
        let options = message.options.expect("a state holds its options");
        assert_eq!(ShitennoWire::options_from_proto(options), Ok(setting.options));
    }
}

#[test]
fn cards_tiles_titles_and_seats_are_written_in_ascending_order() {
    for setting in settings(2) {
        play(setting, |state, _| {
            let message = ShitennoWire::state_to_proto(state);
            let seats = message.players.iter().map(|player| player.seat);
            assert!(seats.eq(state.seats.seats().map(Seat::number)), "{setting:?}");
            assert!(message.lands.iter().map(|land| land.province).eq(1..=8), "{setting:?}");
            let lots = [&message.lot_a, &message.lot_b].into_iter().flatten();
            let players = message.players.iter();
            let piles = [
                &message.stock,
                &message.hierarchy,
                &message.troop_deck,
                &message.koku_deck,
                &message.discard,
                &message.spent_koku,
                &message.unseen_tiles,
                &message.used_tiles,
            ]
            .into_iter()
            .chain(lots.map(|lot| &lot.cards))
            .chain(
                players.flat_map(|p| [&p.troop_cards, &p.koku_cards, &p.shown_cards, &p.bonuses]),
            );
            for pile in piles {
                assert!(pile.is_sorted(), "{setting:?}");
            }
        });
    }
}

#[test]
fn a_state_stays_below_a_kilobyte() {
    let mut largest = 0;
    for setting in settings(8) {
        play(setting, |state, _| {
            largest = largest.max(ShitennoWire::state_to_proto(state).encoded_len());
        });
    }
    assert!(largest > 300, "the matches were too short to say anything: {largest} bytes");
    assert!(largest < 1_000, "the largest state has {largest} bytes");
}
