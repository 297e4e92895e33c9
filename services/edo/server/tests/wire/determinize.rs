//! The plans that a viewer can't see are imagined: any that can be, and evenly.

use std::collections::{BTreeMap, BTreeSet};

use edo_rules::{Action, Edo, Phase, PlannedCard, PrivilegeKind, PrivilegeSet, SLOTS, State};
use edo_server::EdoWire;
use kit_conformance::wire::viewers;
use kit_conformance::{Chance, legal};
use kit_rules::{Pending, Plan, Rules, Seat, Step, take};
use kit_rules_server::{Malformed, Wire};

use crate::play::{MODULES, Setting, StateMessage, Views, now_and_then, position, settings};

/// How often a position is imagined where frequencies are compared.
const DEALS: usize = 6_000;
/// One number for the plan of each of four others.
const DRAWS_MAX: usize = 5;

/// Two players with two officials each, who have just begun to plan.
const SMALL: Setting = Setting { seats: 2, options: MODULES, wealth: true, seed: 3 };

#[test]
fn every_plan_is_as_likely_as_any_other_that_a_seat_can_make() {
    let state = position(
        SMALL,
        |state| matches!(state.phase, Phase::Plan(planning) if planning.sealed().is_empty()),
    );
    let other = Seat::from_index(1);
    let mut sealed = state.clone();
    let made = plans(&state, other);
    let complete = |plan: &&Made| plan.slots.iter().all(Option::is_some);
    let whole = made.iter().find(complete).expect("a plan can be complete");
    sealed.players[other.index()].plan = whole.plan;
    let step = Step::Act { seat: other, action: Action::SealPlan };
    take::<Edo>(&mut sealed, &step, &mut Vec::new()).expect("a complete plan can be sealed");
    for viewer in [Some(Seat::from_index(0)), None] {
        compare(&state, viewer, other, &made.iter().collect::<Vec<_>>());
        compare(&sealed, viewer, other, &made.iter().filter(complete).collect::<Vec<_>>());
    }
}

#[test]
fn slots_that_were_not_revealed_hold_other_cards_and_officials_than_revealed_ones() {
    let mut met = 0;
    for setting in settings(1) {
        let views = Views::compile();
        now_and_then(setting, |state| {
            let Phase::Turn(_) = state.phase else { return };
            let dealt = imagined(&views.view(state, None), None, 7).expect("a view");
            for seat in state.seats.seats() {
                let player = dealt.player(seat);
                let slots = |plan: &Plan<_, SLOTS>| plan.iter().map(|(slot, _)| slot).collect();
                let (due, planned): (Vec<_>, Vec<_>) =
                    (slots(&state.player(seat).plan), slots(&player.plan));
                assert_eq!(planned, due, "{setting:?}: every slot is planned, and no other");
                let all = player.plan.iter().map(|(_, planned)| planned);
                let all: Vec<_> = all.chain(player.shown.iter().flatten().copied()).collect();
                let cards: BTreeSet<_> = all.iter().map(|planned| planned.card).collect();
                assert_eq!(cards.len(), SLOTS, "{setting:?}: no card lies there twice");
                let own: u8 = all.iter().map(|planned| planned.officials.own).sum();
                let white: u8 = all.iter().map(|planned| planned.officials.white).sum();
                assert!(own <= player.officials() && white <= player.whites, "{setting:?}");
                met += due.len();
            }
        });
    }
    assert!(met > 50, "{met} slots were hidden");
}

#[test]
fn everything_about_a_hidden_plan_is_dealt_anew() {
    let mut state = position(SMALL, |state| matches!(state.phase, Phase::Plan(_)));
    let rich = Seat::from_index(1);
    let support = PrivilegeSet::ALL.first(PrivilegeKind::Support).expect("there is support");
    let tokken = &mut state.tokken;
    tokken.privilege_stack = tokken.privilege_stack.without(support);
    for place in tokken.privileges.iter_mut().chain([&mut tokken.next_privilege]) {
        *place = place.filter(|privilege| *privilege != support);
    }
    for player in &mut state.players {
        player.privileges = player.privileges.without(support);
    }
    let player = &mut state.players[rich.index()];
    (player.whites, player.privileges) = (2, player.privileges.with(support));
    state.check().expect("somebody can have hired officials and have support");
    for viewer in [state.seats.seats().find(|seat| *seat != rich), None] {
        let mut values: BTreeMap<&str, BTreeSet<Vec<u32>>> = BTreeMap::new();
        each_deal(&state, viewer, 300, |dealt| {
            let message = EdoWire::state_to_proto(dealt);
            let plan = &message.players[rich.index()].plan;
            let officials = || plan.iter().filter_map(|planned| planned.officials);
            let fields: [(&str, Vec<u32>); 6] = [
                ("plan.slot", plan.iter().map(|planned| planned.slot).collect()),
                ("plan.card", plan.iter().map(|planned| planned.card as u32).collect()),
                ("plan.task", plan.iter().map(|planned| planned.task as u32).collect()),
                ("plan.officials.own", officials().map(|them| them.own).collect()),
                ("plan.officials.white", officials().map(|them| them.white).collect()),
                ("plan.officials.black", officials().map(|them| them.black).collect()),
            ];
            for (field, value) in fields {
                values.entry(field).or_default().insert(value);
            }
        });
        for (field, values) in values {
            assert!(values.len() > 2, "{viewer:?}: {field} is always one of {values:?}");
        }
    }
}

#[test]
fn what_a_seat_knows_stays_as_it_is_and_without_plans_that_is_everything() {
    let views = Views::compile();
    let (mut plans, mut ends) = (0, 0);
    for setting in settings(1) {
        now_and_then(setting, |state| {
            for viewer in viewers(state.seats) {
                let dealt = imagined(&views.view(state, viewer), viewer, 1);
                let mut dealt = dealt.expect("a view can be imagined");
                if let Some(seat) = viewer {
                    assert_eq!(dealt.player(seat), state.player(seat), "{setting:?}");
                    plans += state.player(seat).plan.len();
                }
                for seat in state.seats.seats() {
                    dealt.players[seat.index()].plan = state.player(seat).plan;
                }
                assert_eq!(dealt, *state, "{setting:?}: only plans are imagined");
                ends += usize::from(matches!(Edo::pending(state), Pending::Over(_)));
            }
        });
    }
    assert!(plans > 0 && ends > 0, "{plans} cards of own plans, {ends} ends");
}

#[test]
fn support_that_is_gone_may_stand_on_hidden_slots_and_no_other() {
    let mut black = BTreeSet::new();
    for seed in 1..=40 {
        let setting = Setting { seats: 3, options: MODULES, wealth: true, seed };
        now_and_then(setting, |state| {
            let Phase::Turn(_) = state.phase else { return };
            let held = state.players.iter().map(|player| player.privileges);
            let row = state.tokken.privileges.iter().chain([&state.tokken.next_privilege]);
            let there = held.fold(state.tokken.privilege_stack, PrivilegeSet::union);
            let there = row.flatten().fold(there, |all, privilege| all.with(*privilege));
            let gone = PrivilegeSet::ALL.difference(there).of_kind(PrivilegeKind::Support).count();
            each_deal(state, None, 2, |dealt| {
                let plans = dealt.players.iter().flat_map(|player| player.plan.iter());
                let count: u8 = plans.map(|(_, planned)| planned.officials.black).sum();
                assert!(usize::from(count) <= gone, "{setting:?}: {count} of {gone}");
                black.insert(count);
            });
        });
        if black.len() > 1 {
            return;
        }
    }
    panic!("nobody could have used support");
}

#[test]
fn a_seat_that_is_not_at_the_table_and_a_table_without_cards_are_refused() {
    let state = position(SMALL, |state| matches!(state.phase, Phase::Turn(_)));
    let message = Views::compile().view(&state, None);
    let stranger = imagined(&message, Some(Seat::from_index(4)), 1);
    assert_eq!(stranger.expect_err("no such seat").faults[0].field, "players");
    let mut hidden = message;
    hidden.players[0].shown.clear();
    assert!(imagined(&hidden, None, 1).is_err(), "the slot of the turn is gone");
}

/// A plan, and what can be counted about it.
#[derive(Clone)]
struct Made {
    plan: Plan<PlannedCard, SLOTS>,
    slots: [Option<PlannedCard>; SLOTS],
}

/// Every plan that a seat can make, found by making them step by step.
fn plans(state: &State, seat: Seat) -> Vec<Made> {
    let mut start = state.clone();
    start.players[seat.index()].plan = Plan::default();
    let mut met = BTreeSet::new();
    let mut found = Vec::new();
    let mut open = vec![start];
    while let Some(state) = open.pop() {
        let plan = state.player(seat).plan;
        if !met.insert(format!("{plan:?}")) {
            continue;
        }
        found.push(Made { plan, slots: std::array::from_fn(|slot| plan.on(slot)) });
        for action in legal::<Edo>(&state, seat) {
            if Edo::is_secret(&action) && !Edo::is_retraction(&action) {
                let mut next = state.clone();
                let step = Step::Act { seat, action };
                take::<Edo>(&mut next, &step, &mut Vec::new()).expect("it is listed");
                open.push(next);
            }
        }
    }
    found
}

/// Compares how often cards, tasks and officials lie in each slot with how often
/// they do in all plans that can be.
fn compare(state: &State, viewer: Option<Seat>, seat: Seat, made: &[&Made]) {
    let mut due: BTreeMap<String, f64> = BTreeMap::new();
    let share = DEALS as f64 / made.len() as f64;
    for plan in made {
        features(&plan.slots).for_each(|name| *due.entry(name).or_default() += share);
    }
    let mut seen: BTreeMap<String, f64> = BTreeMap::new();
    each_deal(state, viewer, DEALS, |dealt| {
        let plan = dealt.player(seat).plan;
        let slots = std::array::from_fn(|slot| plan.on(slot));
        features(&slots).for_each(|name| *seen.entry(name).or_default() += 1.0);
    });
    let strange = seen.keys().find(|name| !due.contains_key(*name));
    assert_eq!(strange, None, "no such plan can be made");
    let cells = due.iter().map(|(name, due)| (seen.get(name).copied().unwrap_or_default(), *due));
    check_frequencies(&cells.collect::<Vec<_>>());
}

fn features(slots: &[Option<PlannedCard>; SLOTS]) -> impl Iterator<Item = String> + '_ {
    slots.iter().enumerate().flat_map(|(slot, planned)| {
        let what = planned.map(|planned| (planned.card, planned.task));
        let who = planned.map(|planned| planned.officials);
        [format!("{slot} holds {what:?}"), format!("{slot} is for {who:?}")]
    })
}

fn each_deal(state: &State, viewer: Option<Seat>, deals: usize, mut look: impl FnMut(&State)) {
    let seen = Views::compile().view(state, viewer);
    for seed in 0..deals {
        look(&imagined(&seen, viewer, seed as u64).expect("a view can be imagined"));
    }
}

fn imagined(view: &StateMessage, viewer: Option<Seat>, seed: u64) -> Result<State, Malformed> {
    let mut chance = Chance::new(seed);
    let mut left = DRAWS_MAX;
    EdoWire::determinize(view.clone(), viewer, &mut |sides| {
        left = left.checked_sub(1).expect("the work is bounded");
        chance.below(sides.get())
    })
}

/// Pearson's statistic is about as large as there are cells if frequencies are
/// as expected; it may be larger by five times its spread.
fn check_frequencies(cells: &[(f64, f64)]) {
    let distance: f64 = cells.iter().map(|(seen, due)| (seen - due).powi(2) / due).sum();
    let count = cells.len() as f64;
    let most = 5.0_f64.mul_add((2.0 * count).sqrt(), count);
    assert!(distance < most, "{distance:.1} is more than {most:.1}: {cells:?}");
}
