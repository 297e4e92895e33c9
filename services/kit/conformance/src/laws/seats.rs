//! Laws of what seats may do: listed, accepted and refused.

use kit_rules::{Pending, Refusal, Rules, SEATS_MAX, Seat, Step, Violation, take};

use super::corpus::Corpus;
use crate::play::legal;
use crate::{Table, walk};

/// A game may make thousands of draws, and during all of them nobody may act.
/// Not a multiple of the number of seats, so that every seat has its turn.
const DRAWS_PER_ATTEMPT: u32 = 13;

/// Every listed action is accepted, and every other one is refused.
///
/// # Errors
/// If the law is broken.
pub fn what_is_listed_is_accepted_and_nothing_else<G: Rules>(
    table: &Table<G>,
) -> Result<(), String> {
    let mut corpus = Corpus::gather(table)?;
    walk(table, |state, _, _| {
        for seat in G::pending(state).seats().iter() {
            for action in corpus.listed(state, seat) {
                if let Err(refusal) = attempt::<G>(state, seat, &action).refusal {
                    return Err(format!("{seat}: {action}: listed, but refused: {refusal}"));
                }
            }
            for action in corpus.unlisted(table, state, seat) {
                if attempt::<G>(state, seat, &action).refusal.is_ok() {
                    return Err(format!("{seat}: {action}: not listed, but accepted"));
                }
            }
        }
        Ok(())
    })
    .map(drop)
}

/// A refusal has a rule id and a text, and leaves state and events as they were.
///
/// # Errors
/// If the law is broken.
pub fn a_refusal_names_its_rule_and_changes_nothing<G: Rules>(
    table: &Table<G>,
) -> Result<(), String> {
    let mut corpus = Corpus::gather(table)?;
    walk(table, |state, _, _| {
        for seat in G::pending(state).seats().iter() {
            for action in corpus.unlisted(table, state, seat) {
                let attempt = attempt::<G>(state, seat, &action);
                let Err(Refusal::Rule(violation)) = &attempt.refusal else { continue };
                let complaint = if violation.rule().trim().is_empty() {
                    "the refusal names no rule"
                } else if violation.to_string().trim().is_empty() {
                    "the refusal has no text"
                } else if attempt.state != *state {
                    "refused, but the state has changed"
                } else if !attempt.events.is_empty() {
                    "refused, but something has happened"
                } else {
                    continue;
                };
                return Err(format!("{seat}: {action}: {complaint} ({violation})"));
            }
        }
        Ok(())
    })
    .map(drop)
}

/// Lists ascend and hold nothing twice, and listing only appends.
///
/// # Errors
/// If the law is broken.
pub fn lists_are_sorted_and_without_duplicates<G: Rules>(table: &Table<G>) -> Result<(), String> {
    walk(table, |state, _, _| {
        for seat in table.seats.seats() {
            let listed = legal::<G>(state, seat);
            if let Some(pair) = listed.windows(2).find(|pair| pair[0] >= pair[1]) {
                return Err(format!("{seat}: {} is listed before {}", pair[0], pair[1]));
            }
            let mut appended: Vec<G::Action> = listed.first().cloned().into_iter().collect();
            let before = appended.len();
            G::legal_actions(state, seat, &mut appended);
            if appended[before..] != listed {
                return Err(format!("{seat}: the list does not come behind what was there"));
            }
        }
        Ok(())
    })
    .map(drop)
}

/// A seat that is not awaited lists nothing and is refused whatever it does, be
/// it at the table or not. Only seats at the table are awaited.
///
/// # Errors
/// If the law is broken.
pub fn a_seat_that_is_not_awaited_can_do_nothing<G: Rules>(table: &Table<G>) -> Result<(), String> {
    let mut corpus = Corpus::gather(table)?;
    let mut draws = 0;
    walk(table, |state, _, _| {
        let pending = G::pending(state);
        let awaited = pending.seats();
        if let Some(stranger) = awaited.iter().find(|seat| !table.seats.has(*seat)) {
            return Err(format!("{stranger} is awaited, but not at the table"));
        }
        let all = (0..usize::from(SEATS_MAX)).map(Seat::from_index);
        for seat in all.filter(|seat| !awaited.contains(*seat)) {
            if let Some(action) = legal::<G>(state, seat).first() {
                return Err(format!("{seat}: {action}: listed, but not awaited"));
            }
            if matches!(pending, Pending::Draw { .. }) {
                draws += 1;
                if draws % DRAWS_PER_ATTEMPT != 1 {
                    continue;
                }
            }
            for action in corpus.unlisted(table, state, seat) {
                let attempt = attempt::<G>(state, seat, &action);
                if attempt.refusal != Err(Refusal::NotAwaited(seat)) || attempt.state != *state {
                    return Err(format!("{seat}: {action}: not refused as not awaited"));
                }
            }
        }
        Ok(())
    })
    .map(drop)
}

struct AppliedAction<G: Rules> {
    refusal: Result<(), Refusal<G::Violation>>,
    state: G::State,
    events: Vec<G::Event>,
}

fn attempt<G: Rules>(state: &G::State, seat: Seat, action: &G::Action) -> AppliedAction<G> {
    let mut state = state.clone();
    let mut events = Vec::new();
    let step = Step::Act { seat, action: action.clone() };
    let refusal = take::<G>(&mut state, &step, &mut events);
    AppliedAction { refusal, state, events }
}
