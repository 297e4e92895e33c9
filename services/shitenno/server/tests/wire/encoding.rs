//! Encoding: written in one order, and small.

use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;
use shitenno_server::ShitennoWire;

use crate::play::settings;

#[test]
fn cards_tiles_titles_and_seats_are_written_in_ascending_order() {
    for setting in settings(2) {
        setting.play(|state, _| {
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
        setting.play(|state, _| {
            largest = largest.max(ShitennoWire::state_to_proto(state).encoded_len());
        });
    }
    assert!(largest > 300, "the matches were too short to say anything: {largest} bytes");
    assert!(largest < 1_000, "the largest state has {largest} bytes");
}
