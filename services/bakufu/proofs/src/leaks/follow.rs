//! Course of the second world, which goes on as the first did, as a viewer notices it.

use kit_proto::bakufu::play::v1::LogEntry;
use kit_reason::Reason;
use kit_redact::Viewer;
use kit_rules::{Outcome, Rules, Seat};
use kit_rules_server::{ActionOf, EventOf, Wire};

use super::notice::{Notice, noticed};
use super::world::{Attempt, World, legal};
use crate::dice::Dice;

/// How many secret steps a seat takes until it can do what it did in the other
/// world: a plan may have to be made first.
const SECRETS_MAX: usize = 24;
/// How many seeds are tried until a step is drawn as the viewer saw it.
const SEEDS_TRIED: usize = 5;
/// How many other actions are tried in place of one that looks the same.
const OTHERS_TRIED: usize = 6;

/// A step of the first world: what a seat submitted at once.
pub(super) struct Taken<W: Wire> {
    pub(super) seat: Seat,
    pub(super) actions: Vec<ActionOf<W>>,
    pub(super) events: Vec<EventOf<W>>,
    pub(super) outcome: Option<Outcome>,
    pub(super) entry: LogEntry,
}

impl<W: Wire> Taken<W> {
    fn is_secret(&self) -> bool {
        self.actions.iter().all(W::Game::is_secret)
    }
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
    chance: &mut Dice,
) -> Result<Followed, Breach> {
    let goal = Goal { step, viewer, seed, noticed: noticed::<W>(&step.events, viewer) };
    if viewer.seat() == Some(step.seat) {
        return goal.repeat(world, chance);
    }
    if step.is_secret() {
        return goal.pass_unnoticed(world, chance).map(Followed::Together);
    }
    goal.follow(world, chance)
}

/// What the viewer has noticed and is to notice again.
struct Goal<'s, W: Wire> {
    step: &'s Taken<W>,
    viewer: Viewer,
    seed: [u8; 32],
    noticed: Vec<Notice<EventOf<W>>>,
}

enum Tried<W: Wire> {
    Agrees(Box<Attempt<W>>),
    Differs,
    Illegal,
}

impl<W: Wire> Goal<'_, W> {
    /// The viewer does what it did in the other world.
    fn repeat(&self, world: &mut World<W>, chance: &mut Dice) -> Result<Followed, Breach> {
        match self.reach(world, &self.step.actions, chance) {
            Tried::Agrees(attempt) => {
                let entry = world.commit(*attempt).map_err(Breach::Refused)?;
                Ok(Followed::Together(vec![entry]))
            }
            Tried::Differs => Ok(Followed::Reveal),
            Tried::Illegal => Err(Breach::OwnActionRefused),
        }
    }

    /// The seat does something else in secret, or nothing, or two things.
    fn pass_unnoticed(
        &self,
        world: &mut World<W>,
        chance: &mut Dice,
    ) -> Result<Vec<LogEntry>, Breach> {
        let seat = self.step.seat;
        let mut entries = Vec::new();
        for _ in 0..chance.below(3) {
            let mut secret = legal::<W>(&world.state, seat);
            secret.retain(W::Game::is_secret);
            if secret.len() > 1 {
                secret.retain(|action| !self.step.actions.contains(action));
            }
            let Some(action) = chance.pick(&secret).cloned() else { break };
            let entropy = world.played.next_entropy();
            let Some(attempt) = world.attempt(seat, &[action], &entropy) else { break };
            if !noticed::<W>(&attempt.events, self.viewer).is_empty() {
                return Err(Breach::SecretNoticed);
            }
            entries.push(world.commit(attempt).map_err(Breach::Refused)?);
        }
        Ok(entries)
    }

    /// The seat does what looks the same, after as many secret steps as that
    /// takes and sometimes one more. They are submitted with it or before it.
    fn follow(&self, world: &mut World<W>, chance: &mut Dice) -> Result<Followed, Breach> {
        let mut entries = Vec::new();
        let mut before = Vec::new();
        let is_together = chance.below(2) == 0;
        let mut goes_on = chance.below(3) == 0;
        for _ in 0..=SECRETS_MAX {
            if !goes_on {
                match self.reach_open(world, &before, chance) {
                    Tried::Agrees(attempt) => {
                        entries.push(world.commit(*attempt).map_err(Breach::Refused)?);
                        return Ok(Followed::Together(entries));
                    }
                    Tried::Differs => return Ok(Followed::Reveal),
                    Tried::Illegal => {}
                }
            }
            let Some(attempt) = self.prepare(world, &before, chance) else {
                if goes_on {
                    goes_on = false;
                    continue;
                }
                break;
            };
            goes_on = false;
            if is_together {
                before = attempt.actions;
            } else {
                entries.push(world.commit(attempt).map_err(Breach::Refused)?);
            }
        }
        Ok(Followed::NoCommonAct)
    }

    /// Tries the open part of the step, then other open actions that may look
    /// the same.
    fn reach_open(
        &self,
        world: &mut World<W>,
        before: &[ActionOf<W>],
        chance: &mut Dice,
    ) -> Tried<W> {
        let open = self.step.actions.iter().filter(|action| !W::Game::is_secret(action));
        let open: Vec<_> = before.iter().chain(open).cloned().collect();
        let same = self.reach(world, &open, chance);
        if let Tried::Agrees(_) = same {
            return same;
        }
        let Some(now) = world.attempt(self.step.seat, before, &world.played.next_entropy()) else {
            return same;
        };
        let mut others = legal::<W>(&now.state, self.step.seat);
        others.retain(|action| !W::Game::is_secret(action) && !self.step.actions.contains(action));
        for _ in 0..OTHERS_TRIED.min(others.len()) {
            let action = others.swap_remove(chance.below(others.len()));
            let actions: Vec<_> = before.iter().cloned().chain([action]).collect();
            if let Tried::Agrees(attempt) = self.reach(world, &actions, chance) {
                return Tried::Agrees(attempt);
            }
        }
        same
    }

    /// Tries actions with several seeds, that of the other world last.
    fn reach(&self, world: &mut World<W>, actions: &[ActionOf<W>], chance: &mut Dice) -> Tried<W> {
        for tried in 1..=SEEDS_TRIED {
            let entropy = world.played.next_entropy();
            let Some(attempt) = world.attempt(self.step.seat, actions, &entropy) else {
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
            let is_last = tried + 1 == SEEDS_TRIED;
            world.played.reseed(if is_last { self.seed } else { chance.seed() });
        }
        Tried::Differs
    }

    /// One more secret step on the way to an open one.
    fn prepare(
        &self,
        world: &World<W>,
        before: &[ActionOf<W>],
        chance: &mut Dice,
    ) -> Option<Attempt<W>> {
        let (seat, entropy) = (self.step.seat, world.played.next_entropy());
        let now = world.attempt(seat, before, &entropy)?;
        let mut secret = legal::<W>(&now.state, seat);
        secret.retain(|action| W::Game::is_secret(action) && !W::Game::is_retraction(action));
        let action = chance.pick(&secret)?.clone();
        let actions: Vec<_> = before.iter().cloned().chain([action]).collect();
        world.attempt(seat, &actions, &entropy)
    }
}
