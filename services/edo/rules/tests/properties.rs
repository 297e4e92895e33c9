//! Nothing is lost and nothing is made: whole random games, checked after every
//! step.

mod hostile;
mod invariants;
mod sample;

use std::collections::BTreeMap;

use edo_rules::{Edo, Event, State};
use kit_conformance::{legal, lists_what_is_accepted};
use kit_rules::{Pending, Rules, Step};

use invariants::Watch;
use sample::{all_actions, everywhere, games, play, view};

/// Games for each set of modules at each table.
const GAMES: u64 = 300;
/// Games where a look at every position is dear.
const FEW: u64 = 6;

fn keep_the_invariants(seats: u32) {
    games(seats, GAMES, |game| {
        let mut watch = Watch::default();
        play(game, |_, state, events| watch.look(state, events));
    });
}

#[test]
fn random_games_of_two_keep_all_invariants() {
    keep_the_invariants(2);
}

#[test]
fn random_games_of_three_keep_all_invariants() {
    keep_the_invariants(3);
}

#[test]
fn random_games_of_four_keep_all_invariants() {
    keep_the_invariants(4);
}

#[test]
fn random_games_of_five_keep_all_invariants() {
    keep_the_invariants(5);
}

#[test]
fn edo_14_9_officials_and_samurai_of_a_colour_are_always_five() {
    everywhere(FEW, |game| play(game, |_, state, _| invariants::officials_add_up(state)));
}

#[test]
fn edo_14_10_points_never_fall() {
    everywhere(FEW, |game| {
        let mut watch = Watch::default();
        play(game, |_, state, _| watch.points_never_fall(state));
    });
}

#[test]
fn edo_14_11_a_city_pays_its_total_or_nothing() {
    everywhere(FEW, |game| play(game, |_, state, _| invariants::incomes_add_up(state)));
}

#[test]
fn edo_14_12_supplies_add_up_and_ronin_keep_to_their_places() {
    everywhere(FEW, |game| {
        play(game, |_, state, _| {
            invariants::supplies_add_up(state);
            invariants::ronin_stand_where_they_can(state);
        });
    });
}

#[test]
fn edo_14_13_demands_and_privileges_add_up() {
    everywhere(FEW, |game| {
        let mut watch = Watch::default();
        play(game, |_, state, events| watch.tokens_add_up(state, events));
    });
}

#[test]
fn edo_14_14_a_game_ends_within_ten_rounds_and_the_stated_steps() {
    everywhere(FEW, |game| {
        let mut steps = 0;
        play(game, |step, state, _| {
            match step {
                Step::Act { action, .. } if Edo::is_retraction(action) => steps -= 1,
                _ => steps += 1,
            }
            invariants::rounds_are_bounded(state);
        });
        assert!(steps <= Edo::FACTS.steps_max as i32, "{steps} steps");
    });
}

#[test]
fn edo_14_15_a_secret_step_changes_no_view_but_the_own() {
    everywhere(FEW, |game| {
        let mut before: Option<State> = None;
        play(game, |step, state, _| {
            if let (Some(before), Step::Act { seat: own, action }) = (&before, step)
                && Edo::is_secret(action)
            {
                for seat in state.seats.seats().filter(|seat| seat != own) {
                    assert_eq!(view(before, seat), view(state, seat));
                }
            }
            before = Some(state.clone());
        });
    });
}

#[test]
fn every_position_passes_its_own_check() {
    everywhere(FEW, |game| {
        play(game, |_, state, _| {
            state.check().expect("a position of a game is consistent");
            for seat in state.seats.seats() {
                view(state, seat).check_view(Some(seat)).expect("a view of it is consistent");
            }
        });
    });
}

#[test]
fn what_a_seat_may_do_depends_only_on_what_it_sees() {
    everywhere(FEW, |game| {
        play(game, |_, state, _| {
            for seat in Edo::pending(state).seats().iter() {
                assert_eq!(legal::<Edo>(state, seat), legal::<Edo>(&view(state, seat), seat));
            }
        });
    });
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let universe = all_actions();
    let mut tried = 0;
    everywhere(1, |game| {
        let mut count = 0;
        play(game, |_, state, _| {
            count += 1;
            let Pending::Seats(awaited) = Edo::pending(state) else { return };
            // Every thirteenth position: thousands of actions are tried in each.
            for seat in awaited.iter().filter(|_| count % 13 == 0) {
                lists_what_is_accepted::<Edo>(state, seat, &universe);
                tried += 1;
            }
        });
    });
    assert!(tried > 500, "{tried} positions were tried");
}

#[test]
fn the_sample_reaches_every_kind_of_event() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    everywhere(20, |game| {
        play(game, |_, _, events| {
            for event in events {
                let name = format!("{event:?}");
                let name = name.split([' ', '{']).next().unwrap_or_default().to_owned();
                *seen.entry(name).or_default() += 1;
            }
        });
    });
    assert_eq!(seen.len(), KINDS_OF_EVENT, "{seen:#?}");
    assert!(seen["Built"] > 900 && seen["DemandFulfilled"] > 400, "{seen:#?}");
}

/// As many as [`Event`] has variants.
const KINDS_OF_EVENT: usize = 44;

#[test]
fn an_event_is_small() {
    assert!(size_of::<Event>() <= 16, "{} bytes", size_of::<Event>());
}
