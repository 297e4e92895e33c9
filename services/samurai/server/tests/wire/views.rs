//! Views: what a viewer receives of the tiles of others.

use kit_conformance::wire::viewers;
use kit_rules::Seat;
use samurai_rules::{Event, TileSet};

use crate::play::{Views, settings};

#[test]
fn a_view_holds_the_own_tiles_and_nobody_elses() {
    let views = Views::compile();
    for setting in settings(1) {
        setting.play(|state, _| {
            for viewer in state.seats.seats() {
                let seen = views.read(state, viewer).expect("a view is readable");
                assert_eq!(seen.player(viewer), state.player(viewer), "{setting:?}");
                for other in state.seats.seats().filter(|seat| *seat != viewer) {
                    let player = seen.player(other);
                    assert_eq!(player.hand.union(player.pool), TileSet::EMPTY, "{setting:?}");
                    assert_eq!(player.captured_hidden.total(), 0, "{setting:?}");
                }
            }
        });
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_player() {
    let state = settings(1)[0].after(60);
    let stranger = Seat::new(3).expect("a seat");
    let read = Views::compile().read(&state, stranger);
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}

#[test]
fn drawn_tiles_keep_their_number_for_those_who_may_not_know_them() {
    let views = Views::compile();
    let mut hidden = 0;
    for setting in settings(1) {
        setting.play(|state, events| {
            for event in events {
                let (Event::TilesDrawn { seat, count, .. } | Event::HandDealt { seat, count, .. }) =
                    *event
                else {
                    continue;
                };
                for viewer in viewers(state.seats) {
                    let read = views.told(event, viewer);
                    let read = read.expect("everyone sees that tiles were drawn");
                    let (Event::TilesDrawn { count: seen, tiles, .. }
                    | Event::HandDealt { count: seen, tiles, .. }) = read
                    else {
                        panic!("{setting:?}: {event} became {read}");
                    };
                    assert_eq!(seen, count, "{setting:?}");
                    assert_eq!(tiles.is_empty(), viewer != Some(seat), "{setting:?}");
                    hidden += usize::from(tiles.is_empty());
                }
            }
        });
    }
    assert!(hidden > 0, "somebody drew tiles that others may not know");
}
