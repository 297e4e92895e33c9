//! Encoding: written in one order, read in any, and small.

use edo_rules::{Event, Phase};
use edo_server::EdoWire;
use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;

use crate::play::{Setting, play, position, settings};

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
