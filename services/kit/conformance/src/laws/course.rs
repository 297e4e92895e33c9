//! Laws of the course of a match, from its setup to its end.

use std::collections::BTreeSet;

use kit_rules::{Pending, Refusal, Rules, SEATS_MAX, Step, replay, take};

use crate::play::{begin, legal};
use crate::{Table, walk};

/// A draw of more sides than this is tried with some of its numbers only.
const SIDES_TRIED_MAX: u32 = 64;

/// The facts of a game fit together and can be shown.
///
/// # Errors
/// If the law is broken.
pub fn the_facts_hold_together<G: Rules>(_: &Table<G>) -> Result<(), String> {
    let facts = G::FACTS;
    let id_is_short_name = facts.id.starts_with(|first: char| first.is_ascii_lowercase())
        && facts.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let texts = [facts.title, facts.summary, facts.rules_version];
    let range = 1 <= facts.seats_min
        && facts.seats_min <= facts.seats_max
        && facts.seats_max <= u32::from(SEATS_MAX);
    let names: BTreeSet<_> = facts.options.iter().map(|option| option.name).collect();
    if !id_is_short_name {
        return Err(format!("the id {:?} is not a short name in lower case", facts.id));
    }
    if texts.iter().any(|text| text.trim().is_empty()) {
        return Err("title, summary and rules version say something".to_owned());
    }
    if !range {
        return Err(format!("no table has {} to {} seats", facts.seats_min, facts.seats_max));
    }
    if names.len() != facts.options.len() {
        return Err("two options have the same name".to_owned());
    }
    facts
        .options
        .iter()
        .find(|option| !option.values.contains(&option.default))
        .map_or(Ok(()), |option| {
            Err(format!("{} is not a value of {}", option.default, option.name))
        })
}

/// Until it is over somebody is awaited, and everybody awaited can do something.
///
/// # Errors
/// If the law is broken.
pub fn there_is_never_a_dead_end<G: Rules>(table: &Table<G>) -> Result<(), String> {
    walk(table, |state, _, _| {
        let Pending::Seats(seats) = G::pending(state) else { return Ok(()) };
        if seats.is_empty() {
            return Err("nobody is awaited, yet it is not over".to_owned());
        }
        seats
            .iter()
            .find(|seat| legal::<G>(state, *seat).is_empty())
            .map_or(Ok(()), |seat| Err(format!("{seat} is awaited but has no action")))
    })
    .map(drop)
}

/// A draw takes every number below its sides and no other, and no number is
/// taken when none was asked for.
///
/// # Errors
/// If the law is broken.
pub fn a_draw_takes_exactly_the_numbers_below_its_sides<G: Rules>(
    table: &Table<G>,
) -> Result<(), String> {
    walk(table, |state, _, _| {
        let sides = match G::pending(state) {
            Pending::Draw { sides } => sides.get(),
            Pending::Seats(_) | Pending::Over(_) => 0,
        };
        let apart = (sides / SIDES_TRIED_MAX).max(1) as usize;
        for value in (0..sides).step_by(apart).chain(sides.checked_sub(1)) {
            take::<G>(&mut state.clone(), &Step::Drawn(value), &mut Vec::new())
                .map_err(|refusal| format!("draw {value} of {sides} is refused: {refusal}"))?;
        }
        for value in [sides, u32::MAX] {
            let mut after = state.clone();
            let taken = take::<G>(&mut after, &Step::Drawn(value), &mut Vec::new());
            if taken != Err(Refusal::NoSuchDraw) || after != *state {
                return Err(format!("draw {value} of {sides} is not refused as no such draw"));
            }
        }
        Ok(())
    })
    .map(drop)
}

/// A match that goes straight on ends within the bound of its facts, and one
/// that sometimes takes a step back ends as well, within it if each step back
/// counts as one step less.
///
/// # Errors
/// If the law is broken.
pub fn every_match_ends_within_its_bound<G: Rules>(table: &Table<G>) -> Result<(), String> {
    let steps_max = G::FACTS.steps_max;
    let (game, _) = begin(table)?;
    let mut game = game.straight_on();
    let mut steps = 0;
    while let Some(step) = game.choose()? {
        game.take(&step)?;
        if !is_retraction::<G>(&step) {
            steps += 1;
        }
        if steps > steps_max {
            return Err(format!("more than {steps_max} steps, and it is not over"));
        }
    }
    let wandered = walk(table, |_, _, _| Ok(()))?;
    let mut net = 0_i64;
    for step in &wandered.steps {
        net += if is_retraction::<G>(step) { -1 } else { 1 };
        if net > i64::from(steps_max) {
            return Err(format!("more than {steps_max} steps that were not taken back"));
        }
    }
    Ok(())
}

/// The same steps from the beginning give the same state and the same events.
///
/// # Errors
/// If the law is broken.
pub fn a_replay_gives_the_same_state_and_the_same_events<G: Rules>(
    table: &Table<G>,
) -> Result<(), String> {
    let played = walk(table, |_, _, _| Ok(()))?;
    let (state, events) = replay::<G>(&table.options, table.seats, &played.steps)
        .map_err(|refusal| format!("the replay is refused: {refusal}"))?;
    if state != played.state {
        return Err(format!("the replay ends in {state:?}\n  and not in {:?}", played.state));
    }
    if events != played.events {
        return Err("the replay tells other events".to_owned());
    }
    Ok(())
}

fn is_retraction<G: Rules>(step: &Step<G::Action>) -> bool {
    matches!(step, Step::Act { action, .. } if G::is_retraction(action))
}
