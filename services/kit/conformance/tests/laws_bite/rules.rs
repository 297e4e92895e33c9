//! The laws of the rules.

use std::sync::atomic::{AtomicBool, Ordering};

use kit_conformance::toy::{Action, Applied, Envelopes, Event, Illegal, State, Twist, Twisted};
use kit_conformance::{Table, check, laws};
use kit_rules::{Facts, OptionFact, Pending, Rules, Seat, Step};

/// Asserts that the law complains about the twist, and about nothing else.
fn caught<T: Twist>(law: fn(&Table<Twisted<T>>) -> Result<(), String>, complaint: &str) {
    let breach = check::<Twisted<T>>(&[], law).expect_err("the law is broken");
    assert!(breach.contains(complaint), "{breach}");
    assert!(breach.contains("BAKUFU_SEED="), "{breach}");
}

#[test]
fn a_listed_action_that_is_illegal_is_caught() {
    struct ListsTooMuch;
    impl Twist for ListsTooMuch {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            Envelopes::legal_actions(state, seat, actions);
            if matches!(actions.last(), Some(Action::Choose(_))) && state.round == 2 {
                actions.push(Action::Seal);
            }
        }
    }
    caught::<ListsTooMuch>(
        laws::what_is_listed_is_accepted_and_nothing_else,
        "seal: listed, but refused",
    );
}

#[test]
fn a_legal_action_that_is_not_listed_is_caught() {
    struct ListsTooLittle;
    impl Twist for ListsTooLittle {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            Envelopes::legal_actions(state, seat, actions);
            actions.retain(|action| *action != Action::TakeBack || seat.number() == 1);
        }
    }
    caught::<ListsTooLittle>(
        laws::what_is_listed_is_accepted_and_nothing_else,
        "take back: not listed, but accepted",
    );
}

#[test]
fn a_refusal_that_changes_the_state_is_caught() {
    struct PutsCardInBeforeLooking;
    impl Twist for PutsCardInBeforeLooking {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            let result = Envelopes::apply(state, step, events);
            if let (Err(Illegal::NotInHand { card }), Step::Act { seat, .. }) = (&result, step) {
                state.players[seat.index()].envelope = Some(*card);
            }
            result
        }
    }
    caught::<PutsCardInBeforeLooking>(
        laws::a_refusal_names_its_rule_and_changes_nothing,
        "refused, but the state has changed",
    );
}

#[test]
fn a_refusal_that_leaves_an_event_is_caught() {
    struct TellsBeforeLooking;
    impl Twist for TellsBeforeLooking {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            let result = Envelopes::apply(state, step, events);
            if result.is_err() {
                events.push(Event::NobodyWon);
            }
            result
        }
    }
    caught::<TellsBeforeLooking>(
        laws::a_refusal_names_its_rule_and_changes_nothing,
        "refused, but something has happened",
    );
}

#[test]
fn an_unsorted_list_is_caught() {
    struct Reversed;
    impl Twist for Reversed {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            let before = actions.len();
            Envelopes::legal_actions(state, seat, actions);
            actions[before..].reverse();
        }
    }
    caught::<Reversed>(laws::lists_are_sorted_and_without_duplicates, "is listed before");
}

#[test]
fn an_action_that_is_listed_twice_is_caught() {
    struct Doubled;
    impl Twist for Doubled {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            Envelopes::legal_actions(state, seat, actions);
            actions.extend(actions.last().copied());
        }
    }
    caught::<Doubled>(laws::lists_are_sorted_and_without_duplicates, "is listed before");
}

#[test]
fn a_list_that_forgets_what_was_there_is_caught() {
    struct Overwrites;
    impl Twist for Overwrites {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            actions.clear();
            Envelopes::legal_actions(state, seat, actions);
        }
    }
    caught::<Overwrites>(
        laws::lists_are_sorted_and_without_duplicates,
        "the list does not come behind what was there",
    );
}

#[test]
fn a_list_for_a_seat_that_is_not_awaited_is_caught() {
    struct ListsForSealed;
    impl Twist for ListsForSealed {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            Envelopes::legal_actions(state, seat, actions);
            if state.players.get(seat.index()).is_some_and(|player| player.sealed) {
                actions.push(Action::TakeBack);
            }
        }
    }
    caught::<ListsForSealed>(
        laws::a_seat_that_is_not_awaited_can_do_nothing,
        "listed, but not awaited",
    );
}

#[test]
fn a_panic_for_a_seat_that_is_not_at_the_table_is_caught() {
    struct TrustsTheSeat;
    impl Twist for TrustsTheSeat {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            let envelope_is_open = !state.players[seat.index()].sealed;
            if envelope_is_open {
                Envelopes::legal_actions(state, seat, actions);
            }
        }
    }
    caught::<TrustsTheSeat>(
        laws::a_seat_that_is_not_awaited_can_do_nothing,
        "panicked: index out of bounds",
    );
}

#[test]
fn a_dead_end_is_caught() {
    struct NothingInRoundTwo;
    impl Twist for NothingInRoundTwo {
        fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
            if state.round != 2 || seat.number() != 2 {
                Envelopes::legal_actions(state, seat, actions);
            }
        }
    }
    caught::<NothingInRoundTwo>(
        laws::there_is_never_a_dead_end,
        "Seat 2 is awaited but has no action",
    );
}

#[test]
fn a_refused_draw_is_caught() {
    struct NeverDrawsTheLast;
    impl Twist for NeverDrawsTheLast {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            if *step == Step::Drawn(state.pile.len() - 1) {
                return Err(Illegal::EnvelopeFull);
            }
            Envelopes::apply(state, step, events)
        }
    }
    caught::<NeverDrawsTheLast>(
        laws::a_draw_takes_exactly_the_numbers_below_its_sides,
        "draw 41 of 42 is refused",
    );
}

#[test]
fn a_match_without_an_end_is_caught() {
    struct NeverSeals;
    impl Twist for NeverSeals {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            if let Step::Act { seat, action: Action::Seal } = step {
                state.players[seat.index()].envelope.take().ok_or(Illegal::NothingToSeal)?;
                return Ok(());
            }
            Envelopes::apply(state, step, events)
        }
    }
    caught::<NeverSeals>(laws::every_match_ends_within_its_bound, "more than 85 steps");
    caught::<NeverSeals>(laws::there_is_never_a_dead_end, "the match does not end");
}

#[test]
fn a_match_that_is_longer_than_its_bound_is_caught() {
    struct Optimist;
    impl Twist for Optimist {
        const FACTS: Facts = Facts { steps_max: 21, ..Envelopes::FACTS };
    }
    caught::<Optimist>(laws::every_match_ends_within_its_bound, "more than 21 steps");
}

#[test]
fn rules_that_are_not_a_function_of_their_input_are_caught() {
    static SECOND_TIME: AtomicBool = AtomicBool::new(false);
    struct TellsEverySecondTime;
    impl Twist for TellsEverySecondTime {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            if state.pile.len() == 42 && SECOND_TIME.fetch_xor(true, Ordering::Relaxed) {
                events.push(Event::NobodyWon);
            }
            Envelopes::apply(state, step, events)
        }
    }
    caught::<TellsEverySecondTime>(
        laws::a_replay_gives_the_same_state_and_the_same_events,
        "the replay tells other events",
    );
}

#[test]
fn an_event_without_a_cause_is_caught() {
    struct NeverSaysWhy;
    impl Twist for NeverSaysWhy {
        fn causes(event: &Event) -> &'static [&'static str] {
            if matches!(event, Event::Won { .. }) { &["winning"] } else { Envelopes::causes(event) }
        }
    }
    caught::<NeverSaysWhy>(laws::every_event_names_the_rules_that_caused_it, "names no rule");
}

#[test]
fn an_outcome_that_forgets_a_seat_is_caught() {
    struct ForgetsTheLast;
    impl Twist for ForgetsTheLast {
        fn pending(state: &State) -> Pending {
            let mut pending = Envelopes::pending(state);
            if let Pending::Over(outcome) = &mut pending {
                outcome.standings.pop();
            }
            pending
        }
    }
    caught::<ForgetsTheLast>(
        laws::the_outcome_ranks_every_seat_once,
        "not every seat is ranked once",
    );
}

#[test]
fn facts_that_contradict_each_other_are_caught() {
    struct NoSuchDefault;
    impl Twist for NoSuchDefault {
        const FACTS: Facts = Facts {
            options: &[OptionFact { name: "rounds", help: "?", values: &["1"], default: "9" }],
            ..Envelopes::FACTS
        };
    }
    caught::<NoSuchDefault>(laws::the_facts_hold_together, "9 is not a value of rounds");
}
