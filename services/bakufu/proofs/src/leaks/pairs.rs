//! One table: a random match, and pairs of worlds that part from it.

use bytes::Bytes;
use kit_proto::bakufu::play::v1::{self as play, LogEntry};
use kit_reason::Reason;
use kit_redact::Viewer;
use kit_rules_server::{ActionOf, Wire};
use prost::Message;

use super::Experiment;
use super::course::{Chain, MatchSample, play_match};
use super::follow::{Breach, Followed, follow};
use super::lineup::Setting;
use super::moment::{Asked, Moment, Try, tell};
use super::notice::noticed;
use super::openings::compare_openings;
use super::report::{End, Tally, Trouble, What};
use super::world::{World, encode_action, legal};
use crate::dice::Dice;

/// From how many positions of a match pairs part.
pub(super) const POINTS: usize = 3;
/// How often the hidden part of a position is dealt for each viewer.
pub(super) const DEALS: usize = 4;
const TRIED: usize = 2;

/// Two worlds at a moment in which the viewer has got the same from both.
pub(super) struct Same<'a> {
    pub(super) viewer: Viewer,
    pub(super) states: [&'a Bytes; 2],
    /// What was committed since the moment before.
    pub(super) entries: [&'a [LogEntry]; 2],
    /// The complete state of the first world at the moment before, if both
    /// have taken a step.
    pub(super) before: Option<&'a Bytes>,
}

/// Plays one table with everything that follows from its number.
pub(super) fn play_table<W: Wire>(
    experiment: &Experiment<W>,
    table: &Setting,
    number: u64,
    tally: &mut Tally,
    watch: &mut dyn FnMut(&Same<'_>),
) -> Result<(), Trouble> {
    let mut chance = Dice::new(number, &[0]);
    let seed = chance.seed();
    let (begun, entry) = World::<W>::start(&experiment.rules, table, seed).map_err(broken)?;
    let viewers = [Viewer::Spectator].into_iter().chain(table.seats.seats().map(Viewer::Seat));
    let viewers: Vec<Viewer> = viewers.collect();
    let opening = (&begun, &entry, seed);
    compare_openings(experiment, table, opening, &viewers, &mut chance, tally, watch)?;
    let MatchSample { points, corpus } = play_match::<W>(begun, POINTS, &mut chance)?;
    for (at, point) in points.into_iter().enumerate() {
        let chain = Chain::from(point, &mut chance)?;
        for &viewer in &viewers {
            let place = at as u64 * 64 + u64::from(viewer_number(viewer)) + 1;
            let mut chance = Dice::new(number, &[place]);
            let mut pairs = Pairs {
                experiment,
                chain: &chain,
                viewer,
                seed,
                corpus: &corpus,
                moments: Vec::new(),
            };
            for _ in 0..DEALS {
                let end = pairs.play(&mut chance, tally, watch)?;
                tally.count(table, viewer, end);
            }
        }
    }
    Ok(())
}

pub(super) fn viewer_number(viewer: Viewer) -> u32 {
    viewer.number()
}

/// The pairs of one position and one viewer.
struct Pairs<'a, W: Wire> {
    experiment: &'a Experiment<W>,
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
        chance: &mut Dice,
        tally: &mut Tally,
        watch: &mut dyn FnMut(&Same<'_>),
    ) -> Result<End, Trouble> {
        let mut world = self.deal(chance)?;
        self.compare(0, &world, &[], chance, tally, watch)?;
        let chain = self.chain;
        for (index, taken) in chain.steps.iter().enumerate() {
            let followed = follow(&mut world, taken, self.viewer, self.seed, chance);
            let entries =
                match followed.map_err(|breach| self.trouble(index + 1, tell_breach(breach)))? {
                    Followed::Together(entries) => entries,
                    Followed::Reveal => return Ok(End::Reveal),
                    Followed::NoCommonAct => return Ok(End::NoCommonAct),
                };
            tally.steps += 1;
            self.compare(index + 1, &world, &entries, chance, tally, watch)?;
        }
        let is_over = chain.steps.last().is_some_and(|taken| taken.outcome.is_some());
        Ok(if is_over { End::Over } else { End::AllSteps })
    }

    /// A world that the viewer can't tell from the first.
    fn deal(&self, chance: &mut Dice) -> Result<World<W>, Trouble> {
        let first = &self.chain.worlds[0];
        let view = self.experiment.truth().redact_state(state_of(first), self.viewer);
        let view = view.ok().and_then(|view| W::State::decode(view.into_bytes()).ok());
        let view = view.expect("a view is a state message");
        let mut draws = |sides| chance.draw(sides);
        let state = W::determinize(view, self.viewer.seat(), &mut draws);
        let state = state.map_err(|why| self.trouble(0, What::NotDealt(format!("{why:?}"))))?;
        Ok(first.imagine(state, chance.seed()))
    }

    fn compare(
        &mut self,
        index: usize,
        world: &World<W>,
        entries: &[LogEntry],
        chance: &mut Dice,
        tally: &mut Tally,
        watch: &mut dyn FnMut(&Same<'_>),
    ) -> Result<(), Trouble> {
        if index == self.moments.len() {
            let first = self.first(index, chance)?;
            self.moments.push(first);
        }
        let (first, tries) = &self.moments[index];
        let asked = Asked { viewer: self.viewer, tries, board: index == 0 };
        let second = Moment::of(self.experiment, world, entries, &asked);
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
            states: [state_of(&chain.worlds[index]), state_of(world)],
            entries: [chain.entries(index), entries],
            before: index.checked_sub(1).map(|before| state_of(&chain.worlds[before])),
        });
        Ok(())
    }

    /// What the viewer gets in the first world.
    fn first(&self, index: usize, chance: &mut Dice) -> Result<(Moment, Vec<Try>), Trouble> {
        self.check_silence(index)?;
        let world = &self.chain.worlds[index];
        let tries =
            self.tries(world, chance).map_err(|why| self.trouble(index, What::Broken(why)))?;
        let asked = Asked { viewer: self.viewer, tries: &tries, board: index == 0 };
        let moment = Moment::of(self.experiment, world, self.chain.entries(index), &asked);
        let moment = moment.map_err(|why| self.trouble(index, What::Broken(why)))?;
        Ok((moment, tries))
    }

    /// Whether the viewer is told of a step though it has nothing to notice.
    fn check_silence(&self, index: usize) -> Result<(), Trouble> {
        let Some(before) = index.checked_sub(1) else { return Ok(()) };
        let (taken, viewer) = (&self.chain.steps[before], self.viewer);
        if viewer.seat() == Some(taken.seat) || !noticed::<W>(&taken.events, viewer).is_empty() {
            return Ok(());
        }
        let broken = |why| self.trouble(index, What::Broken(why));
        let outlet = &self.experiment.outlet;
        let view = |at: usize| outlet.view(&self.chain.worlds[at], viewer).map_err(broken);
        let (before, after) = (view(before)?, view(index)?);
        let told = outlet.update(&self.chain.worlds[index], &taken.entry, viewer);
        let told = told.map_err(broken)?;
        let looks_the_same =
            play::View { revision: 0, ..before } == play::View { revision: 0, ..after };
        if told.is_some() && looks_the_same {
            return Err(self.trouble(index, What::ToldOfNothing));
        }
        Ok(())
    }

    /// What the viewer tries though it is refused.
    fn tries(&self, world: &World<W>, chance: &mut Dice) -> Result<Vec<Try>, Reason> {
        let Some(seat) = self.viewer.seat() else { return Ok(Vec::new()) };
        let listed = legal::<W>(&world.state, seat);
        let revision = self.experiment.outlet.view(world, self.viewer)?.revision;
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

fn state_of<W: Wire>(world: &World<W>) -> &Bytes {
    world.played.game_match().state()
}

pub(super) fn broken(reason: Reason) -> Trouble {
    Trouble::new(What::Broken(reason))
}

fn tell_breach(breach: Breach) -> What {
    match breach {
        Breach::Refused(reason) => What::Broken(reason),
        Breach::OwnActionRefused => What::OwnActionRefused,
        Breach::SecretNoticed => What::SecretNoticed,
    }
}
