//! One table: a random match, and pairs of worlds that part from it.

use std::collections::BTreeSet;

use bytes::Bytes;
use kit_proto::bakufu::play::v1::{self as play, LogEntry};
use kit_redact::Viewer;
use kit_rules::Rules;
use kit_rules_server::{ActionOf, Wire};
use kit_service::Reason;
use prost::Message;

use super::Stage;
use super::chance::Chance;
use super::follow::{Breach, Followed, Taken, follow};
use super::lineup::Table;
use super::moment::{Asked, Moment, Try, tell};
use super::notice::{noticed, seat_of};
use super::openings::compare_openings;
use super::report::{End, Tally, Trouble, What};
use super::world::{World, choose, encode_action, legal};

/// From how many positions of a match pairs part.
pub(super) const POINTS: usize = 3;
/// How often the hidden part of a position is dealt for each viewer.
pub(super) const DEALS: usize = 4;
/// How many steps both worlds go on.
const STEPS: usize = 4;
/// One submission in so many may hold several actions.
const BATCH_ONE_IN: usize = 3;
/// How many secret actions come with an open one at most.
const BATCH_MAX: usize = 8;
/// How many listed actions of a position are kept, to be tried in others.
const KEPT: usize = 3;
/// How many of them are tried at a moment.
const TRIED: usize = 2;

/// Two worlds at a moment in which the viewer has got the same from both.
pub(super) struct Same<'a> {
    pub(super) viewer: Viewer,
    /// The complete states.
    pub(super) states: [&'a Bytes; 2],
    /// What was committed since the moment before.
    pub(super) entries: [&'a [LogEntry]; 2],
    /// The complete state of the first world at the moment before, if both
    /// have taken a step.
    pub(super) before: Option<&'a Bytes>,
}

/// Plays one table with everything that follows from its number.
pub(super) fn play_table<W: Wire>(
    stage: &Stage<W>,
    table: &Table,
    number: u64,
    tally: &mut Tally,
    watch: &mut dyn FnMut(&Same<'_>),
) -> Result<(), Trouble> {
    let mut chance = Chance::new(number, 0);
    let seed = chance.seed();
    let (begun, entry) = World::<W>::start(&stage.rulebook, table, seed).map_err(broken)?;
    let viewers = [Viewer::Spectator].into_iter().chain(table.seats.seats().map(Viewer::Seat));
    let viewers: Vec<Viewer> = viewers.collect();
    compare_openings(stage, (&begun, &entry), &viewers, &mut chance, tally, watch)?;
    let (points, corpus) = play_match::<W>(begun, &mut chance)?;
    for (at, point) in points.into_iter().enumerate() {
        let chain = Chain::from(point, &mut chance)?;
        for &viewer in &viewers {
            let place = at as u64 * 64 + u64::from(viewer_number(viewer)) + 1;
            let mut chance = Chance::new(number, place);
            let mut pairs =
                Pairs { stage, chain: &chain, viewer, seed, corpus: &corpus, moments: Vec::new() };
            for _ in 0..DEALS {
                pairs.play(&mut chance, tally, watch)?;
                tally.count(table, viewer);
            }
        }
    }
    Ok(())
}

pub(super) fn viewer_number(viewer: Viewer) -> u32 {
    seat_of(viewer).map_or(0, |seat| seat.number())
}

/// A random match: some of its positions, each as likely as any other, and
/// actions that were legal somewhere in it.
#[allow(clippy::type_complexity)]
fn play_match<W: Wire>(
    begun: World<W>,
    chance: &mut Chance,
) -> Result<(Vec<World<W>>, Vec<ActionOf<W>>), Trouble> {
    let mut world = begun;
    let mut points = vec![world.clone(); POINTS];
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
    Ok((points, corpus.into_iter().collect()))
}

/// A random seat submits a random action, or several of which only the last may
/// be open; none if the match is over.
fn step<W: Wire>(world: &mut World<W>, chance: &mut Chance) -> Result<Option<Taken<W>>, Trouble> {
    let awaited = world.awaited();
    let Some(seat) = chance.pick(&awaited).copied() else { return Ok(None) };
    let entropy = world.desk.next_entropy();
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

/// How the first world goes on from a position.
struct Chain<W: Wire> {
    /// The position, and what it is after each step.
    worlds: Vec<World<W>>,
    steps: Vec<Taken<W>>,
}

impl<W: Wire> Chain<W> {
    fn from(point: World<W>, chance: &mut Chance) -> Result<Self, Trouble> {
        let mut chain = Self { worlds: vec![point], steps: Vec::new() };
        for index in 0..STEPS {
            let mut world = chain.worlds[index].clone();
            let Some(taken) = step(&mut world, chance)? else { break };
            chain.worlds.push(world);
            chain.steps.push(taken);
        }
        Ok(chain)
    }

    fn entries(&self, index: usize) -> &[LogEntry] {
        match index.checked_sub(1) {
            None => &[],
            Some(step) => std::slice::from_ref(&self.steps[step].entry),
        }
    }
}

/// The pairs of one position and one viewer.
struct Pairs<'a, W: Wire> {
    stage: &'a Stage<W>,
    chain: &'a Chain<W>,
    viewer: Viewer,
    seed: [u8; 32],
    corpus: &'a [ActionOf<W>],
    /// What the viewer gets in the first world, and what it tries, as far as
    /// a pair has come.
    moments: Vec<(Moment, Vec<Try>)>,
}

impl<W: Wire> Pairs<'_, W> {
    /// Deals a second world and goes on in it as long as the viewer can't tell
    /// by the rules which of the two it is in.
    fn play(
        &mut self,
        chance: &mut Chance,
        tally: &mut Tally,
        watch: &mut dyn FnMut(&Same<'_>),
    ) -> Result<(), Trouble> {
        let mut world = self.deal(chance)?;
        self.compare(0, &world, &[], chance, tally, watch)?;
        let chain = self.chain;
        for (index, taken) in chain.steps.iter().enumerate() {
            let followed = follow(&mut world, taken, self.viewer, self.seed, chance);
            let entries =
                match followed.map_err(|breach| self.trouble(index + 1, tell_breach(breach)))? {
                    Followed::Together(entries) => entries,
                    Followed::Reveal => return Ok(tally.end(End::Reveal)),
                    Followed::NoCommonAct => return Ok(tally.end(End::NoCommonAct)),
                };
            tally.steps += 1;
            self.compare(index + 1, &world, &entries, chance, tally, watch)?;
        }
        let is_over = chain.steps.last().is_some_and(|taken| taken.outcome.is_some());
        Ok(tally.end(if is_over { End::Over } else { End::AllSteps }))
    }

    /// A world that the viewer can't tell from the first.
    fn deal(&self, chance: &mut Chance) -> Result<World<W>, Trouble> {
        let first = &self.chain.worlds[0];
        let view = self.stage.truth.redact_state(first.desk.state(), self.viewer);
        let view = view.ok().and_then(|view| W::State::decode(view.into_bytes()).ok());
        let view = view.expect("a view is a state message");
        let mut draws = |sides| chance.draw(sides);
        let state = W::determinize(view, seat_of(self.viewer), &mut draws);
        let state = state.map_err(|why| self.trouble(0, What::NotDealt(format!("{why:?}"))))?;
        Ok(first.imagine(state, chance.seed()))
    }

    fn compare(
        &mut self,
        index: usize,
        world: &World<W>,
        entries: &[LogEntry],
        chance: &mut Chance,
        tally: &mut Tally,
        watch: &mut dyn FnMut(&Same<'_>),
    ) -> Result<(), Trouble> {
        if index == self.moments.len() {
            let first = self.first(index, chance)?;
            self.moments.push(first);
        }
        let (first, tries) = &self.moments[index];
        let asked = Asked { viewer: self.viewer, tries, board: index == 0 };
        let second = Moment::of(self.stage, world, entries, &asked);
        let second = second.map_err(|why| self.trouble(index, What::Broken(why)))?;
        let same = first.compare(&second).map_err(|(part, one, other)| {
            let texts = [tell::<W>(part, one), tell::<W>(part, other)];
            self.trouble(index, What::Differs { part, texts })
        })?;
        if let Some(reason) = first.broken.as_ref().or(second.broken.as_ref()) {
            return Err(self.trouble(index, What::Broken(reason.clone())));
        }
        tally.bytes += same;
        tally.moments += 1;
        let chain = self.chain;
        watch(&Same {
            viewer: self.viewer,
            states: [chain.worlds[index].desk.state(), world.desk.state()],
            entries: [chain.entries(index), entries],
            before: index.checked_sub(1).map(|before| chain.worlds[before].desk.state()),
        });
        Ok(())
    }

    /// What the viewer gets in the first world.
    fn first(&self, index: usize, chance: &mut Chance) -> Result<(Moment, Vec<Try>), Trouble> {
        self.check_silence(index)?;
        let world = &self.chain.worlds[index];
        let tries =
            self.tries(world, chance).map_err(|why| self.trouble(index, What::Broken(why)))?;
        let asked = Asked { viewer: self.viewer, tries: &tries, board: index == 0 };
        let moment = Moment::of(self.stage, world, self.chain.entries(index), &asked);
        let moment = moment.map_err(|why| self.trouble(index, What::Broken(why)))?;
        Ok((moment, tries))
    }

    /// Whether the viewer is told of a step though it has nothing to notice.
    fn check_silence(&self, index: usize) -> Result<(), Trouble> {
        let Some(before) = index.checked_sub(1) else { return Ok(()) };
        let (taken, viewer) = (&self.chain.steps[before], self.viewer);
        if seat_of(viewer) == Some(taken.seat) || !noticed::<W>(&taken.events, viewer).is_empty() {
            return Ok(());
        }
        let broken = |why| self.trouble(index, What::Broken(why));
        let [before, after] = [before, index].map(|at| self.chain.worlds[at].desk.view(viewer));
        let (before, after) = (before.map_err(broken)?, after.map_err(broken)?);
        let told = self.chain.worlds[index].desk.update(&taken.entry, viewer).map_err(broken)?;
        let looks_the_same =
            play::View { revision: 0, ..before } == play::View { revision: 0, ..after };
        if told.is_some() && looks_the_same {
            return Err(self.trouble(index, What::ToldOfNothing));
        }
        Ok(())
    }

    /// What the viewer tries though it is refused.
    fn tries(&self, world: &World<W>, chance: &mut Chance) -> Result<Vec<Try>, Reason> {
        let Some(seat) = seat_of(self.viewer) else { return Ok(Vec::new()) };
        let listed = legal::<W>(&world.state, seat);
        let revision = world.desk.view(self.viewer)?.revision;
        let anything = vec![Bytes::from_static(&[0xff; 3])];
        let mut tries = vec![
            Try { actions: Vec::new(), expected_revision: None },
            Try { actions: anything.clone(), expected_revision: None },
            Try { actions: anything.clone(), expected_revision: Some(revision - 1) },
            Try { actions: anything, expected_revision: Some(revision + 1) },
        ];
        for _ in 0..TRIED {
            let unlisted = chance.pick(self.corpus).filter(|action| !listed.contains(action));
            tries.extend(unlisted.map(|action| Try {
                actions: vec![encode_action::<W>(action)],
                expected_revision: Some(revision),
            }));
        }
        Ok(tries)
    }

    fn trouble(&self, step: usize, what: What) -> Trouble {
        Trouble { viewer: Some(self.viewer), step, what }
    }
}

fn broken(reason: Reason) -> Trouble {
    Trouble::new(What::Broken(reason))
}

fn tell_breach(breach: Breach) -> What {
    match breach {
        Breach::Refused(reason) => What::Broken(reason),
        Breach::OwnActionRefused => What::OwnActionRefused,
        Breach::SecretNoticed => What::SecretNoticed,
    }
}
