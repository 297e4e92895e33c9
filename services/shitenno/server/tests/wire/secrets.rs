//! The secrets of the game by name, and that nobody receives them.

use kit_conformance::legal;
use kit_conformance::wire::viewers;
use kit_rules::Seat;
use kit_rules_server::Wire;
use shitenno_rules::{Cards, Event, Phase, Shitenno, State, Tiles};
use shitenno_server::ShitennoWire;

use crate::play::{StateMessage, Views, settings};

#[test]
fn hands_are_face_down_for_others_and_counted_by_their_backs() {
    every_view(|state, viewer, message| {
        let whole = ShitennoWire::state_to_proto(state);
        for (seen, real) in message.players.iter().zip(&whole.players) {
            let own = viewer.map(Seat::number) == Some(real.seat);
            for (seen, real) in
                [(&seen.troop_cards, &real.troop_cards), (&seen.koku_cards, &real.koku_cards)]
            {
                assert_eq!(seen.len(), real.len(), "everyone sees the backs");
                assert!(if own { seen == real } else { seen.iter().all(|card| *card == 0) });
            }
        }
    });
}

#[test]
fn decks_are_face_down_for_everyone_and_only_counted() {
    every_view(|state, _, message| {
        let (troops, koku) = (&state.troop_deck, &state.koku_deck);
        assert_eq!(message.troop_deck, vec![0; troops.cards.total() as usize]);
        assert_eq!(message.koku_deck, vec![0; koku.cards.total() as usize]);
    });
}

#[test]
fn tiles_below_the_upper_ones_are_in_no_view() {
    let mut buried = 0;
    every_view(|state, _, message| {
        buried += state.unseen_tiles.total();
        assert!(message.unseen_tiles.is_empty());
    });
    assert!(buried > 0, "some tiles were buried");
}

#[test]
fn the_bonus_of_an_upper_tile_is_known_only_if_the_option_says_so() {
    let mut met = [false; 2];
    every_view(|state, _, message| {
        let known = state.options.top_bonus_is_visible;
        met[usize::from(known)] = true;
        for land in message.lands.iter().filter(|land| land.top_face != 0) {
            assert_eq!(land.top_bonus != 0, known);
        }
    });
    assert_eq!(met, [true, true], "both kinds of table were met");
}

#[test]
fn a_payment_in_preparation_is_absent_for_others() {
    let (mut own, mut absent) = (0, 0);
    every_view(|state, viewer, message| {
        let (Some(plan), Phase::Turn(turn)) = (&state.plan, state.phase) else {
            return assert!(message.plan.is_none());
        };
        match &message.plan {
            Some(seen) => {
                assert_eq!(viewer, Some(turn.active));
                assert_eq!(seen.parts.len(), plan.parts.len());
                own += 1;
            }
            None => {
                assert_ne!(viewer, Some(turn.active));
                absent += 1;
            }
        }
    });
    assert!(own > 0 && absent > own, "{own} own plans, {absent} absent ones");
}

#[test]
fn a_payment_in_preparation_changes_no_byte_of_what_others_receive() {
    let views = Views::compile();
    let mut compared = 0;
    for setting in settings(2) {
        setting.play(|state, _| {
            if state.plan.is_none() {
                return;
            }
            let without = State { plan: None, ..state.clone() };
            for viewer in viewers(state.seats).into_iter().filter(|it| !is_active(state, *it)) {
                let seen = views.view_bytes(state, viewer);
                assert_eq!(seen, views.view_bytes(&without, viewer), "{setting:?}");
                compared += 1;
            }
        });
    }
    assert!(compared > 0, "somebody prepared a payment");
}

#[test]
fn what_nobody_but_the_owner_knows_stays_empty_when_a_whole_state_is_read_as_a_view() {
    for setting in settings(1) {
        let state = setting.after(60);
        for viewer in state.seats.seats() {
            let message = ShitennoWire::state_to_proto(&state);
            let seen = ShitennoWire::view_from_proto(message, viewer).expect("readable");
            assert_eq!(seen.player(viewer), state.player(viewer), "{setting:?}");
            assert_eq!(seen.troop_deck.cards, Cards::EMPTY, "{setting:?}");
            assert_eq!(seen.koku_deck.cards, Cards::EMPTY, "{setting:?}");
            assert_eq!(seen.unseen_tiles, Tiles::EMPTY, "{setting:?}");
            for other in state.seats.seats().filter(|seat| *seat != viewer) {
                assert_eq!(seen.player(other).hand, Cards::EMPTY, "{setting:?}");
            }
        }
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_player() {
    let state = settings(1)[0].after(60);
    let read = Views::compile().read(&state, Seat::new(3).expect("a seat"));
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}

#[test]
fn dealt_and_drawn_cards_are_named_to_their_owner_and_counted_for_others() {
    let mut hidden = 0;
    every_event(|event, viewer, seen| match (*event, seen) {
        (Event::HandDealt { seat, count, cards }, seen) => {
            let Some(Event::HandDealt { count: counted, cards: named, .. }) = seen else {
                panic!("everyone sees that cards were dealt");
            };
            let expected = if viewer == Some(seat) { cards } else { Cards::EMPTY };
            assert_eq!((counted, named), (count, expected));
            hidden += usize::from(viewer != Some(seat));
        }
        (Event::CardDrawn { seat, card }, seen) => {
            let expected = if viewer == Some(seat) { card } else { None };
            assert_eq!(seen, Some(Event::CardDrawn { seat, card: expected }));
            hidden += usize::from(viewer != Some(seat));
        }
        _ => {}
    });
    assert!(hidden > 0, "somebody drew cards that others may not know");
}

#[test]
fn nobody_else_learns_of_the_steps_of_a_payment() {
    let (mut told, mut untold) = (0, 0);
    every_event(|event, viewer, seen| {
        let (Event::PlanBegun { seat, .. }
        | Event::PartPlanned { seat, .. }
        | Event::PartTakenBack { seat, .. }
        | Event::PlanDropped { seat, .. }) = *event
        else {
            return assert!(seen.is_some(), "{event} is no secret");
        };
        if viewer == Some(seat) {
            assert_eq!(seen, Some(*event));
            told += 1;
        } else {
            assert_eq!(seen, None, "{event} is a secret of {seat}");
            untold += 1;
        }
    });
    assert!(told > 0 && untold > told, "{told} told, {untold} untold");
}

#[test]
fn everything_that_lies_open_is_in_every_view() {
    every_view(|state, _, message| {
        let whole = ShitennoWire::state_to_proto(state);
        assert_eq!(message.lands, whole.lands);
        assert_eq!((&message.stock, &message.hierarchy), (&whole.stock, &whole.hierarchy));
        assert_eq!((&message.lot_a, &message.lot_b), (&whole.lot_a, &whole.lot_b));
        assert_eq!((&message.discard, &message.spent_koku), (&whole.discard, &whole.spent_koku));
        assert_eq!(message.used_tiles, whole.used_tiles);
        for (seen, real) in message.players.iter().zip(&whole.players) {
            assert_eq!((seen.title, seen.tile), (real.title, real.tile));
            assert_eq!((seen.supply, seen.points), (real.supply, real.points));
            assert_eq!((&seen.bonuses, &seen.shown_cards), (&real.bonuses, &real.shown_cards));
            assert_eq!(seen.last_points, real.last_points);
        }
    });
}

fn every_view(mut look: impl FnMut(&State, Option<Seat>, &StateMessage)) {
    let views = Views::compile();
    for setting in settings(1) {
        setting.play(|state, _| {
            for viewer in viewers(state.seats) {
                look(state, viewer, &views.view(state, viewer));
            }
        });
    }
}

/// Shows every event with what is left of it for each viewer.
fn every_event(mut look: impl FnMut(&Event, Option<Seat>, Option<Event>)) {
    let views = Views::compile();
    for setting in settings(2) {
        setting.play(|state, events| {
            for event in events {
                for viewer in viewers(state.seats) {
                    look(event, viewer, views.told(event, viewer));
                }
            }
        });
    }
}

fn is_active(state: &State, viewer: Option<Seat>) -> bool {
    viewer.is_some_and(|seat| !legal::<Shitenno>(state, seat).is_empty())
}
