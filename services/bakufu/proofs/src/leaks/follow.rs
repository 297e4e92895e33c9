//! How the second world goes on as the first did, in the eyes of a viewer.

use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::Viewer;
use kit_rules::{Outcome, Rules, Seat};
use kit_rules_server::{ActionOf, EventOf, Wire};
use kit_service::Reason;

use super::chance::Chance;
use super::notice::{Notice, noticed, seat_of};
use super::world::{Attempt, World};

/// How many secret steps a seat takes until it can do what it did in the other
/// world: a plan may have to be made first.
const SECRETS_MAX: usize = 24;
/// How many seeds are tried until a step is drawn as the viewer saw it.
const SEEDS_TRIED: usize = 4;
/// How many other actions are tried in place of one that looks the same.
const OTHERS_TRIED: usize = 6;

/// A step of the first world.
pub(super) struct Taken<W: Wire> {
    pub(super) seat: Seat,
    pub(super) action: ActionOf<W>,
    pub(super) events: Vec<EventOf<W>>,
    pub(super) outcome: Option<Outcome>,
    pub(super) entry: LogEntry,
}

/// How the second world followed.
pub(super) enum Followed {
    /// The viewer has noticed the same; these are the commits.
    Together(Vec<LogEntry>),
    /// The step shows what was hidden, and here that is something else.
    Reveal,
    /// The seat can't do anything here that looks like it.
    NoCommonAct,
}

/// Why it could not be tried.
#[derive(Debug)]
pub(super) enum Breach {
    /// The orchestrator refuses what the rules allow.
    Refused(Reason),
    /// The viewer can't do here what it did there.
    OwnActionRefused,
    /// The rules say that a secret act is noticed.
    SecretNoticed,
}

/// Goes on in `world` so that the viewer notices what it noticed of the step.
/// `seed` is that of the other world.
pub(super) fn follow<W: Wire>(
    world: &mut World<W>,
    step: &Taken<W>,
    viewer: Viewer,
    seed: [u8; 32],
    chance: &mut Chance,
) -> Result<Followed, Breach> {
    let is_own = seat_of(viewer) == Some(step.seat);
    if !is_own && W::Game::is_secret(&step.action) {
        return unnoticed(world, step, viewer, chance).map(Followed::Together);
    }
    let goal = Goal { step, viewer, noticed: noticed::<W>(&step.events, viewer) };
    let mut entries = Vec::new();
    for _ in 0..=SECRETS_MAX {
        match goal.reach(world, &step.action, seed, chance) {
            Tried::Agrees(attempt) => {
                entries.push(world.commit(*attempt).map_err(Breach::Refused)?);
                return Ok(Followed::Together(entries));
            }
            Tried::Illegal if is_own => return Err(Breach::OwnActionRefused),
            Tried::Differs if is_own => return Ok(Followed::Reveal),
            same => {
                if let Some(attempt) = goal.reach_otherwise(world, seed, chance) {
                    entries.push(world.commit(attempt).map_err(Breach::Refused)?);
                    return Ok(Followed::Together(entries));
                }
                if matches!(same, Tried::Differs) {
                    return Ok(Followed::Reveal);
                }
            }
        }
        match prepare(world, step.seat, chance) {
            Some(attempt) => entries.push(world.commit(attempt).map_err(Breach::Refused)?),
            None => break,
        }
    }
    Ok(Followed::NoCommonAct)
}

/// What the viewer has noticed and is to notice again.
struct Goal<'s, W: Wire> {
    step: &'s Taken<W>,
    viewer: Viewer,
    noticed: Vec<Notice<EventOf<W>>>,
}

enum Tried<W: Wire> {
    Agrees(Box<Attempt<W>>),
    Differs,
    Illegal,
}

impl<W: Wire> Goal<'_, W> {
    /// Tries an action with several seeds, that of the other world last.
    fn reach(
        &self,
        world: &mut World<W>,
        action: &ActionOf<W>,
        seed: [u8; 32],
        chance: &mut Chance,
    ) -> Tried<W> {
        for tried in 0..=SEEDS_TRIED {
            let entropy = world.desk.next_entropy();
            let Some(attempt) = world.attempt(self.step.seat, action, &entropy) else {
                return Tried::Illegal;
            };
            if attempt.outcome == self.step.outcome
                && noticed::<W>(&attempt.events, self.viewer) == self.noticed
            {
                return Tried::Agrees(Box::new(attempt));
            }
            if !attempt.is_drawn {
                return Tried::Differs;
            }
            world.desk.reseed(if tried + 1 < SEEDS_TRIED { chance.seed() } else { seed });
        }
        Tried::Differs
    }

    /// Tries open actions that may look the same.
    fn reach_otherwise(
        &self,
        world: &mut World<W>,
        seed: [u8; 32],
        chance: &mut Chance,
    ) -> Option<Attempt<W>> {
        let mut others = world.legal(self.step.seat);
        others.retain(|action| !W::Game::is_secret(action) && *action != self.step.action);
        for _ in 0..OTHERS_TRIED {
            if others.is_empty() {
                return None;
            }
            let action = others.swap_remove(chance.below(others.len()));
            if let Tried::Agrees(attempt) = self.reach(world, &action, seed, chance) {
                return Some(*attempt);
            }
        }
        None
    }
}

/// The seat does something else in secret, or nothing, or two things.
fn unnoticed<W: Wire>(
    world: &mut World<W>,
    step: &Taken<W>,
    viewer: Viewer,
    chance: &mut Chance,
) -> Result<Vec<LogEntry>, Breach> {
    let mut entries = Vec::new();
    for _ in 0..chance.below(3) {
        let mut secret = world.legal(step.seat);
        secret.retain(W::Game::is_secret);
        if secret.len() > 1 {
            secret.retain(|action| *action != step.action);
        }
        let Some(action) = chance.pick(&secret) else { break };
        let entropy = world.desk.next_entropy();
        let Some(attempt) = world.attempt(step.seat, action, &entropy) else { break };
        if !noticed::<W>(&attempt.events, viewer).is_empty() {
            return Err(Breach::SecretNoticed);
        }
        entries.push(world.commit(attempt).map_err(Breach::Refused)?);
    }
    Ok(entries)
}

/// One more secret step on the way to an open one.
fn prepare<W: Wire>(world: &World<W>, seat: Seat, chance: &mut Chance) -> Option<Attempt<W>> {
    let mut secret = world.legal(seat);
    secret.retain(|action| W::Game::is_secret(action) && !W::Game::is_retraction(action));
    let action = chance.pick(&secret)?;
    world.attempt(seat, action, &world.desk.next_entropy())
}
