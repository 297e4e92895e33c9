//! Course of the first world: a random match, and how it goes on from a position.

use std::collections::BTreeSet;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_rules::Rules;
use kit_rules_server::{ActionOf, Wire};

use super::follow::Taken;
use super::pairs::broken;
use super::report::{Trouble, What};
use super::world::{World, choose, legal};
use crate::dice::Dice;

/// How many steps both worlds go on.
const STEPS: usize = 4;
/// One submission in so many may hold several actions.
const BATCH_ONE_IN: usize = 3;
/// How many secret actions come with an open one at most.
const BATCH_MAX: usize = 8;
/// How many listed actions of a position are kept, to be tried in others.
const KEPT: usize = 3;

/// What is kept of a match.
pub(super) struct MatchSample<W: Wire> {
    /// Some of its positions, each as likely as any other.
    pub(super) points: Vec<World<W>>,
    /// Actions that were legal somewhere in it.
    pub(super) corpus: Vec<ActionOf<W>>,
}

/// How the first world goes on from a position.
pub(super) struct Chain<W: Wire> {
    /// The position, and what it is after each step.
    pub(super) worlds: Vec<World<W>>,
    pub(super) steps: Vec<Taken<W>>,
}

/// Plays a random match to its end.
pub(super) fn play_match<W: Wire>(
    begun: World<W>,
    points: usize,
    chance: &mut Dice,
) -> Result<MatchSample<W>, Trouble> {
    let mut world = begun;
    let mut points = vec![world.clone(); points];
    let mut corpus = BTreeSet::new();
    for length in 2.. {
        let Some(taken) = step(&mut world, chance)? else { break };
        for point in &mut points {
            if taken.outcome.is_none() && chance.below(length) == 0 {
                *point = world.clone();
            }
        }
        for seat in world.awaited() {
            let mut listed = legal::<W>(&world.state, seat);
            for _ in 0..KEPT.min(listed.len()) {
                corpus.insert(listed.swap_remove(chance.below(listed.len())));
            }
        }
    }
    Ok(MatchSample { points, corpus: corpus.into_iter().collect() })
}

impl<W: Wire> Chain<W> {
    pub(super) fn from(point: World<W>, chance: &mut Dice) -> Result<Self, Trouble> {
        let mut chain = Self { worlds: vec![point], steps: Vec::new() };
        for index in 0..STEPS {
            let mut world = chain.worlds[index].clone();
            let Some(taken) = step(&mut world, chance)? else { break };
            chain.worlds.push(world);
            chain.steps.push(taken);
        }
        Ok(chain)
    }

    /// What was committed before the moment with this index.
    pub(super) fn entries(&self, index: usize) -> &[LogEntry] {
        match index.checked_sub(1) {
            None => &[],
            Some(step) => std::slice::from_ref(&self.steps[step].entry),
        }
    }
}

/// A random seat submits a random action, or several of which only the last may
/// be open; none if the match is over.
fn step<W: Wire>(world: &mut World<W>, chance: &mut Dice) -> Result<Option<Taken<W>>, Trouble> {
    let awaited = world.awaited();
    let Some(seat) = chance.pick(&awaited).copied() else { return Ok(None) };
    let entropy = world.played.next_entropy();
    let is_batch = chance.below(BATCH_ONE_IN) == 0;
    let mut actions = Vec::new();
    let attempt = loop {
        let now = world.attempt(seat, &actions, &entropy);
        let Some(action) = now.and_then(|now| choose::<W>(&now.state, seat, chance)) else {
            return Err(Trouble::new(What::Stuck));
        };
        let ends = !is_batch || !W::Game::is_secret(&action) || actions.len() == BATCH_MAX;
        actions.push(action);
        if ends {
            break world.attempt(seat, &actions, &entropy);
        }
    };
    let attempt = attempt.ok_or_else(|| Trouble::new(What::Stuck))?;
    let (events, outcome) = (attempt.events.clone(), attempt.outcome.clone());
    let entry = world.commit(attempt).map_err(broken)?;
    Ok(Some(Taken { seat, actions, events, outcome, entry }))
}
