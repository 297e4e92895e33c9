//! Every secret of the game by its name: who does not get it, and when it is
//! one no longer.

use kit_conformance::wire::viewers;
use kit_rules::{Plan, Seat};
use kit_rules_server::Wire;
use shogun_rules::{ChestDisplay, Event, Options, Phase, State, Tower};
use shogun_server::ShogunWire;

use crate::play::{Setting, Views, settings, some_settings};

/// Plays the matches and compares what each viewer gets of a position with what
/// it gets of another world, in which a secret is different.
fn nobody_but(
    wanted: impl Fn(&Setting) -> bool,
    other_world: impl Fn(&State, Seat) -> Option<State>,
    may_know: impl Fn(Option<Seat>, Seat) -> bool,
) {
    let views = Views::compile();
    let mut compared = 0;
    for setting in settings(1).into_iter().filter(wanted) {
        setting.here_and_there(23, |state| {
            for owner in state.seats.seats() {
                let Some(other) = other_world(state, owner) else { continue };
                for viewer in viewers(state.seats) {
                    let same = views.view_bytes(state, viewer) == views.view_bytes(&other, viewer);
                    let knows = may_know(viewer, owner);
                    assert_eq!(same, !knows, "{setting:?}: {viewer:?} and {owner}");
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 100, "only {compared} views were compared");
}

fn only_the_owner(viewer: Option<Seat>, owner: Seat) -> bool {
    viewer == Some(owner)
}

fn nobody(_: Option<Seat>, _: Seat) -> bool {
    false
}

#[test]
fn which_cards_lie_face_down_is_known_to_their_seat_alone() {
    nobody_but(
        |_| true,
        |state, owner| {
            let plan = state.player(owner).plan;
            let mut cards = plan.iter();
            let ((one, first), (other, second)) = (cards.next()?, cards.next()?);
            let mut swapped = plan;
            for space in [one, other] {
                swapped.take(space).ok()?;
            }
            swapped.put(one, second).and(swapped.put(other, first)).ok()?;
            let mut world = state.clone();
            world.players[owner.index()].plan = swapped;
            Some(world)
        },
        only_the_owner,
    );
}

#[test]
fn how_many_cards_are_laid_while_plans_are_made_is_known_to_their_seat_alone() {
    nobody_but(
        |_| true,
        |state, owner| {
            let is_planning = matches!(state.phase, Phase::Plan(_));
            let mut world = state.clone();
            let plan = &mut world.players[owner.index()].plan;
            let laid = !plan.is_empty();
            *plan = Plan::default();
            (is_planning && laid).then_some(world)
        },
        only_the_owner,
    );
}

#[test]
fn chests_behind_a_screen_are_known_to_their_seat_alone() {
    nobody_but(
        |setting| setting.options.chests == ChestDisplay::Hidden,
        |state, owner| {
            let mut world = state.clone();
            let hidden = &mut world.players[owner.index()].chests_hidden;
            *hidden = hidden.checked_add(7).filter(|_| !matches!(state.phase, Phase::Over))?;
            Some(world)
        },
        only_the_owner,
    );
}

#[test]
fn open_chests_are_known_to_everyone() {
    nobody_but(
        |setting| setting.options == Options::default(),
        |state, owner| {
            let mut world = state.clone();
            world.players[owner.index()].chests_open += 1;
            Some(world)
        },
        |_, _| true,
    );
}

#[test]
fn the_place_of_a_cube_in_the_tower_is_known_to_nobody() {
    nobody_but(
        |_| true,
        |state, _| {
            let mut world = state.clone();
            let tower = &mut world.tower;
            std::mem::swap(&mut tower.upper, &mut tower.lower);
            (tower.upper != tower.lower).then_some(world)
        },
        nobody,
    );
}

#[test]
fn a_throw_in_progress_is_known_to_nobody() {
    nobody_but(
        |setting| setting.seats.get() == 4,
        |state, _| {
            let mut world = state.clone();
            world.tower.falling.reverse();
            let is_other = world.tower.falling != state.tower.falling;
            world.tower.stage = Tower::default().stage;
            is_other.then_some(world)
        },
        nobody,
    );
}

#[test]
fn the_order_of_the_cards_under_the_deck_of_the_draft_is_known_to_nobody() {
    let views = Views::compile();
    let mut compared = 0;
    for setting in settings(6).into_iter().filter(|s| s.options != Options::default()) {
        setting.play(|state, _| {
            let mut world = state.clone();
            world.draft.under.reverse();
            if world.draft.under == state.draft.under {
                return;
            }
            for viewer in viewers(state.seats) {
                let same = views.view_bytes(state, viewer) == views.view_bytes(&world, viewer);
                assert!(same, "{setting:?}: {viewer:?}");
                compared += 1;
            }
        });
    }
    assert!(compared > 20, "only {compared} views were compared");
}

#[test]
fn which_spaces_are_empty_is_known_to_everyone_once_all_plans_are_sealed() {
    let views = Views::compile();
    let (mut hidden, mut shown) = (0, 0);
    for setting in settings(1) {
        setting.play(|state, _| {
            let is_planning = matches!(state.phase, Phase::Plan(_));
            if !is_planning && !matches!(state.phase, Phase::DrawEvent) {
                return;
            }
            for viewer in viewers(state.seats) {
                let seen = views.view(state, viewer);
                for seat in state.seats.seats() {
                    let player = &seen.players[seat.index()];
                    if is_planning {
                        assert!(player.face_down.is_empty(), "{setting:?}");
                        assert!(player.plan.is_empty() || viewer == Some(seat), "{setting:?}");
                        hidden += 1;
                    } else {
                        let laid = state.player(seat).plan.len();
                        assert_eq!(player.face_down.len(), laid, "{setting:?}");
                        shown += 1;
                    }
                }
            }
        });
    }
    assert!(hidden > 1_000 && shown > 100, "{hidden} while planning, {shown} after it");
}

#[test]
fn action_cards_that_are_not_turned_up_stand_in_no_state() {
    for setting in settings(1) {
        setting.play(|state, _| {
            let turned_up = match state.phase {
                Phase::Plan(_) | Phase::PickSpecial => 5,
                Phase::Act(turn) => 5 + usize::from(turn.position).min(5),
                _ => return,
            };
            let message = ShogunWire::state_to_proto(state);
            assert_eq!(message.action_cards.len(), turned_up, "{setting:?}");
        });
    }
}

#[test]
fn secret_steps_of_a_plan_reach_no_other_viewer() {
    let views = Views::compile();
    let mut concealed = 0;
    for setting in settings(1) {
        setting.play(|state, events| {
            for event in events {
                let (Event::CardLaid { seat, .. } | Event::CardTakenBack { seat, .. }) = *event
                else {
                    continue;
                };
                for viewer in viewers(state.seats) {
                    let told = views.told(event, viewer);
                    assert_eq!(told.is_some(), viewer == Some(seat), "{setting:?}: {event}");
                    concealed += usize::from(told.is_none());
                }
            }
        });
    }
    assert!(concealed > 1_000, "only {concealed} steps were concealed");
}

#[test]
fn all_other_events_reach_everyone_as_they_are() {
    let views = Views::compile();
    for setting in some_settings() {
        setting.play(|state, events| {
            let open = events.iter().filter(|event| {
                !matches!(event, Event::CardLaid { .. } | Event::CardTakenBack { .. })
            });
            for event in open {
                for viewer in viewers(state.seats) {
                    assert_eq!(views.told(event, viewer), Some(*event), "{setting:?}");
                }
            }
        });
    }
}

#[test]
fn a_hand_stands_in_no_message() {
    let views = Views::compile();
    let state = settings(1)[0].first(|state| matches!(state.phase, Phase::Act(_)));
    for seat in state.seats.seats() {
        let seen = views.view(&state, Some(seat));
        let cards =
            seen.players.iter().flat_map(|player| player.plan.iter().chain(&player.face_up));
        let lying = cards.count();
        let own = state.player(seat).plan.len();
        let open: usize = state.seats.seats().map(|s| state.player(s).face_up.len()).sum();
        assert_eq!(lying, own + open, "{seat} sees the own plan and what lies face up");
    }
}
