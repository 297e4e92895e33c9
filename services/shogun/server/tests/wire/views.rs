//! Views: what a viewer receives of what lies open.

use kit_rules::Seat;
use shogun_rules::Phase;

use crate::play::{Views, settings};

#[test]
fn a_view_holds_all_that_belongs_to_the_viewer_and_all_that_is_open() {
    let views = Views::compile();
    for setting in settings(1) {
        setting.now_and_then(5, |state| {
            for seat in state.seats.seats() {
                let seen = views.read(state, seat).expect("a view is readable");
                assert_eq!(seen.player(seat), state.player(seat), "{setting:?}");
                assert_eq!(seen.provinces, state.provinces, "{setting:?}");
                assert_eq!((seen.tray, seen.farmers), (state.tray, state.farmers), "{setting:?}");
                assert_eq!(seen.action_cards, state.action_cards, "{setting:?}");
                assert_eq!(seen.specials, state.specials, "{setting:?}");
                assert_eq!(seen.turn_order, state.turn_order, "{setting:?}");
                assert_eq!(seen.events_open, state.events_open, "{setting:?}");
                assert_eq!(seen.draft.open, state.draft.open, "{setting:?}");
                for other in state.seats.seats() {
                    let (seen, real) = (seen.player(other), state.player(other));
                    assert_eq!(seen.face_down, real.face_down, "{setting:?}");
                    assert_eq!(seen.face_up, real.face_up, "{setting:?}");
                    assert_eq!((seen.supply, seen.rice), (real.supply, real.rice), "{setting:?}");
                    assert_eq!(seen.points, real.points, "{setting:?}");
                }
            }
        });
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_player() {
    let state = settings(1)[0].first(|state| matches!(state.phase, Phase::Plan(_)));
    let read = Views::compile().read(&state, Seat::new(4).expect("a seat"));
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}
