//! Encoding: written in one order, and small.

use kit_conformance::wire::viewers;
use kit_rules::{Pending, Rules, Seat};
use kit_rules_server::Wire;
use prost::Message;
use shogun_rules::Shogun;
use shogun_server::ShogunWire;

use crate::play::{Views, settings};

#[test]
fn provinces_cards_and_seats_are_written_in_ascending_order() {
    for setting in settings(1) {
        setting.play(|state, _| {
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

#[test]
fn states_views_and_logs_stay_small() {
    let views = Views::compile();
    let (mut state_max, mut view_max, mut log_max) = (0, 0, 0);
    for setting in settings(1) {
        let mut log = 0;
        setting.play(|state, events| {
            log +=
                events.iter().map(|e| ShogunWire::event_to_proto(e).encoded_len()).sum::<usize>();
            if matches!(Shogun::pending(state), Pending::Draw { .. }) {
                return;
            }
            state_max = state_max.max(ShogunWire::state_to_proto(state).encoded_len());
            for viewer in viewers(state.seats) {
                view_max = view_max.max(views.view_bytes(state, viewer).len());
            }
        });
        log_max = log_max.max(log);
    }
    assert!(state_max > 900, "the matches were too short to say anything: {state_max} bytes");
    assert!(state_max < 1_500, "the largest state has {state_max} bytes");
    assert!(view_max < 1_400, "the largest view has {view_max} bytes");
    assert!(log_max < 40_000, "the longest log has {log_max} bytes of events");
}
