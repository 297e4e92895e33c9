//! Views: what a viewer receives is enough to play, and no more.
//!
//! The secrets of Edo, one test each: the slots of a plan before they are
//! revealed (cards, tasks, order and officials), how far a plan has come, the
//! support that a plan uses before everyone has sealed, and the steps in which
//! a plan is made. The order of face-down piles is no secret that anybody
//! keeps: it does not exist before it is drawn.

use edo_rules::{
    Action, Edo, Event, OfficialKind, Phase, PlannedCard, PrivilegeKind, SLOTS, State,
};
use edo_server::EdoWire;
use kit_conformance::legal;
use kit_conformance::wire::viewers;
use kit_rules::{Pending, Plan, Rules, Seat, Step, take};
use kit_rules_server::Wire;

use crate::play::{MODULES, Setting, Views, play, position, settings, settled};

#[test]
fn a_view_is_the_position_without_the_plans_of_others() {
    let views = Views::compile();
    let mut hidden = 0;
    for setting in settings(1) {
        settled(setting, |state| {
            for viewer in state.seats.seats() {
                let seen = views.read(state, viewer).expect("a view is readable");
                let mut expected = state.clone();
                for other in state.seats.seats().filter(|seat| *seat != viewer) {
                    hidden += expected.player(other).plan.len();
                    expected.players[other.index()].plan = Plan::default();
                }
                assert_eq!(seen, expected, "{setting:?}");
            }
        });
    }
    assert!(hidden > 0, "somebody had a plan");
}

#[test]
fn edo_10_1_slots_that_were_not_revealed_are_absent_for_everyone_else() {
    let views = Views::compile();
    let (mut own, mut revealed) = (0, 0);
    for setting in settings(1) {
        settled(setting, |state| {
            for viewer in viewers(state.seats) {
                let message = views.view(state, viewer);
                for (seat, player) in state.seats.seats().zip(&message.players) {
                    let whole = state.player(seat);
                    let known = if viewer == Some(seat) { whole.plan.len() } else { 0 };
                    assert_eq!(player.plan.len(), known, "{setting:?}: {viewer:?} and {seat}");
                    let shown = whole.shown.iter().flatten().count();
                    assert_eq!(player.shown.len(), shown, "{setting:?}");
                    (own, revealed) = (own + known, revealed + shown);
                }
            }
        });
    }
    assert!(own > 0 && revealed > 0, "there were plans, and slots were revealed");
}

#[test]
fn edo_10_1_two_plans_look_the_same_to_others_in_every_byte() {
    let views = Views::compile();
    for setting in settings(1) {
        // Everybody but one has an empty plan in one world and a full one in
        // the other, and in both nobody has sealed.
        let empty = position(setting, |state| {
            matches!(state.phase, Phase::Plan(planning) if planning.sealed().is_empty())
                && state.seats.seats().all(|seat| state.player(seat).plan.is_empty())
        });
        let viewer = Seat::from_index(0);
        let mut full = empty.clone();
        for other in empty.seats.seats().filter(|seat| *seat != viewer) {
            fill_plan(&mut full, other);
            assert_eq!(full.player(other).plan.len(), SLOTS, "{setting:?}");
        }
        for viewer in [Some(viewer), None] {
            let seen = |state| views.view_bytes(state, viewer);
            assert_eq!(seen(&empty), seen(&full), "{setting:?} {viewer:?}");
            let drawn = |state| views.drawn(state, viewer).svg;
            assert_eq!(drawn(&empty), drawn(&full), "{setting:?} {viewer:?}");
        }
    }
}

#[test]
fn edo_10_1_everyone_sees_who_has_sealed_and_how_many_officials_there_are() {
    let views = Views::compile();
    for setting in settings(1) {
        let state = position(
            setting,
            |state| matches!(state.phase, Phase::Plan(planning) if !planning.sealed().is_empty()),
        );
        let Phase::Plan(planning) = state.phase else { panic!("{setting:?}: plans are made") };
        let open: Vec<u32> = planning.open().iter().map(Seat::number).collect();
        for viewer in viewers(state.seats) {
            let message = views.view(&state, viewer);
            assert_eq!(message.planning_seats, open, "{setting:?}");
            for (seat, player) in state.seats.seats().zip(&message.players) {
                let whole = state.player(seat);
                assert_eq!(player.samurai.len(), whole.samurai.len(), "{setting:?}");
                assert_eq!(player.white_officials, u32::from(whole.whites), "{setting:?}");
            }
        }
    }
}

#[test]
fn edo_10_1_support_used_in_a_plan_shows_when_everyone_has_sealed() {
    let views = Views::compile();
    let (mut planned, mut used) = (0, 0);
    for seed in 1..=40 {
        let setting = Setting { seats: 5, options: MODULES, wealth: true, seed };
        play(setting, |state, events| {
            used += events.iter().filter(|e| matches!(e, Event::SupportUsed { .. })).count();
            let Phase::Plan(_) = state.phase else { return };
            for seat in state.seats.seats() {
                let player = state.player(seat);
                if player.plan.iter().all(|(_, planned)| planned.officials.black == 0) {
                    continue;
                }
                planned += 1;
                let support = player.privileges.of_kind(PrivilegeKind::Support).count();
                assert!(support > 0, "{setting:?}: the token is still there");
                let message = views.view(state, None);
                let shown = &message.players[seat.index()];
                assert_eq!(shown.privileges.len(), player.privileges.len(), "{setting:?}");
                assert!(shown.plan.is_empty(), "{setting:?}");
            }
        });
        if planned > 0 && used > 0 {
            return;
        }
    }
    panic!("nobody used support: planned {planned} times, used {used} times");
}

#[test]
fn edo_10_1_the_steps_of_a_plan_are_told_to_their_own_seat_only() {
    let views = Views::compile();
    let (mut secret, mut open) = (0, 0);
    for setting in settings(1) {
        play(setting, |state, events| {
            for event in events {
                let owner = match *event {
                    Event::CardLaid { seat, .. }
                    | Event::CardTakenBack { seat, .. }
                    | Event::OfficialAdded { seat, .. }
                    | Event::OfficialTakenBack { seat, .. } => Some(seat),
                    _ => None,
                };
                for viewer in viewers(state.seats) {
                    let told = views.told(event, viewer);
                    let expected = owner.is_none() || viewer == owner;
                    assert_eq!(told, expected.then_some(*event), "{setting:?} {viewer:?}");
                    secret += usize::from(!expected);
                    open += usize::from(owner.is_none());
                }
            }
        });
    }
    assert!(secret > 0 && open > 0, "there were secret events and open ones");
}

#[test]
fn edo_10_2_face_down_piles_have_no_order_that_could_be_told() {
    for setting in settings(1) {
        play(setting, |state, _| {
            let message = EdoWire::state_to_proto(state);
            let pile = message.trade.expect("a state has trading cards").pile;
            assert!(pile.is_sorted_by(|a, b| a < b), "{setting:?}");
            if let Some(tokken) = message.tokken {
                assert!(tokken.demand_stack.is_sorted_by(|a, b| a < b), "{setting:?}");
                assert!(tokken.privilege_stack.is_sorted_by(|a, b| a < b), "{setting:?}");
            }
        });
    }
}

#[test]
fn a_seat_that_is_not_at_the_table_has_no_player() {
    let state = position(settings(1)[0], |state| state.round == 1);
    let read = Views::compile().read(&state, Seat::new(3).expect("a seat"));
    assert_eq!(read.map_err(|malformed| malformed.faults[0].field.clone()), Err("players".into()));
}

/// Lets a seat lay three cards and put officials on them.
fn fill_plan(state: &mut State, seat: Seat) {
    assert!(matches!(Edo::pending(state), Pending::Seats(_)));
    for _ in 0..2 * SLOTS {
        let helpful = |action: &Action| {
            matches!(action, Action::LayCard { .. })
                || matches!(action, Action::AddOfficial { kind: OfficialKind::Own, .. })
        };
        let Some(action) = legal::<Edo>(state, seat).into_iter().find(helpful) else { break };
        let step = Step::Act { seat, action };
        take::<Edo>(state, &step, &mut Vec::new()).expect("what is listed is accepted");
    }
    let officials = |planned: PlannedCard| planned.officials.total();
    let plan = &state.player(seat).plan;
    assert!(plan.iter().any(|(_, planned)| officials(planned) > 0), "an official has work");
}
