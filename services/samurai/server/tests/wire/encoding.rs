//! Encoding: written in one order, and small.

use kit_rules::Seat;
use kit_rules_server::Wire;
use prost::Message;
use samurai_server::SamuraiWire;

use crate::play::settings;

#[test]
fn cells_tiles_and_seats_are_written_in_ascending_order() {
    for setting in settings(2) {
        setting.play(|state, _| {
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
        setting.play(|state, _| {
            largest = largest.max(SamuraiWire::state_to_proto(state).encoded_len());
        });
    }
    assert!(largest > 500, "the matches were too short to say anything: {largest} bytes");
    assert!(largest < 1_500, "the largest state has {largest} bytes");
}
