//! Message sizes: how many bytes a seat gets does not tell what it has planned.
//!
//! Secrets travel encrypted, but whoever sees the packets of a connection can
//! count their bytes. So at a moment at which a seat can act in secret, it does
//! so in several ways, with as many actions each time. Whatever it gets for it
//! must have the same length in all of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_reason::Reason;
use kit_redact::Viewer;
use kit_rules::{Rules, Seat};
use kit_rules_server::{ActionOf, Wire};
use match_orchestrator_core::Redacted;
use prost::Message;

use super::Experiment;
use super::lineup::{Setting, lineup};
use super::world::{World, choose, legal};
use crate::dice::Dice;

/// At how many moments of a match a seat plans, at most.
const MOMENTS: u64 = 8;
/// In how many ways it plans at each.
const PLANS: usize = 8;
/// How many of them are drawn, since a picture takes as long as all the rest.
const DRAWN: usize = 2;
/// One chance to plan in so many is taken.
const TAKEN_ONE_IN: usize = 6;
/// With how many actions it plans at most.
const ACTIONS_MAX: usize = 6;

/// How much is tried, and what repeats it.
#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// Where all chance comes from. The seed of a finding plays its match first.
    pub seed: u64,
    pub matches: u64,
}

/// What an experiment without a finding came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub game: String,
    pub matches: u64,
    /// Moments at which a seat planned.
    pub moments: u64,
    /// Ways in which it did.
    pub plans: u64,
    /// The longest of every kind of answer.
    pub longest: BTreeMap<AnswerKind, usize>,
}

/// Something that a planning seat gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnswerKind {
    Submit,
    /// WatchMatch, without sentences.
    Watch,
    /// WatchMatch, with sentences.
    Sentences,
    View,
    List,
    Board,
}

/// Two plans that can be told apart.
#[derive(Clone, Debug)]
pub struct Finding {
    pub game: String,
    /// What repeats it.
    pub seed: u64,
    /// The options that are not the default, and the number of seats.
    pub table: String,
    pub answer: AnswerKind,
    /// The plans with the bytes that they lead to.
    pub plans: [(String, usize); 2],
}

/// Lets seats of a game plan, on all cores. `progress` hears of every match.
/// What comes out depends on the settings alone.
///
/// # Errors
/// The first finding.
pub fn run<W: Wire>(
    settings: &RunSettings,
    progress: &(dyn Fn() + Sync),
) -> Result<Report, Box<Finding>> {
    let (experiment, tables) = (Experiment::<W>::real(), lineup::<W>());
    let (next, end) = (AtomicU64::new(0), AtomicU64::new(settings.matches));
    let played = Mutex::new(BTreeMap::new());
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::SeqCst);
            if index >= end.load(Ordering::SeqCst) {
                return;
            }
            let number = settings.seed.wrapping_add(index);
            let table = &tables[(number % tables.len() as u64) as usize];
            let report = Round { experiment: &experiment, table, number }.play();
            if report.is_err() {
                end.fetch_min(index, Ordering::SeqCst);
            }
            progress();
            played.lock().unwrap_or_else(PoisonError::into_inner).insert(index, report);
        }
    };
    let cores = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    let mut all = Report { game: W::Game::FACTS.id.to_owned(), ..Report::default() };
    for report in played.into_inner().unwrap_or_else(PoisonError::into_inner).into_values() {
        all.add(report?);
    }
    Ok(all)
}

/// One match of the experiment.
struct Round<'a, W: Wire> {
    experiment: &'a Experiment<W>,
    table: &'a Setting,
    number: u64,
}

/// What a seat planned, and the length of all that it got.
struct MeasuredPlan<W: Wire> {
    actions: Vec<ActionOf<W>>,
    lengths: Vec<(AnswerKind, usize)>,
}

impl<W: Wire> Round<'_, W> {
    fn play(&self) -> Result<Report, Box<Finding>> {
        let mut chance = Dice::new(self.number, &[]);
        let begun = World::<W>::start(&self.experiment.rules, self.table, chance.seed());
        let (mut world, _) = begun.expect("a table of the line-up can be played at");
        let mut report = Report { matches: 1, ..Report::default() };
        while report.moments < MOMENTS {
            let awaited = world.awaited();
            let Some(seat) = chance.pick(&awaited).copied() else { break };
            let plans = legal::<W>(&world.state, seat).iter().any(W::Game::is_secret);
            if plans && chance.one_in(TAKEN_ONE_IN) {
                self.compare(&world, seat, &mut chance, &mut report)?;
            }
            let action = choose::<W>(&world.state, seat, &mut chance);
            commit(&mut world, seat, &[action.expect("an awaited seat can act")]);
        }
        Ok(report)
    }

    /// Lets a seat plan in several ways, and compares what it gets.
    fn compare(
        &self,
        world: &World<W>,
        seat: Seat,
        chance: &mut Dice,
        report: &mut Report,
    ) -> Result<(), Box<Finding>> {
        let count = 1 + chance.below(ACTIONS_MAX);
        let mut first: Option<MeasuredPlan<W>> = None;
        for index in 0..PLANS {
            let Some(actions) = secretly(world, seat, count, chance) else { continue };
            let planned = MeasuredPlan::of(world, seat, actions, index < DRAWN);
            report.count(&planned.lengths);
            match &first {
                Some(first) => self.same(first, &planned)?,
                None => first = Some(planned),
            }
        }
        report.moments += u64::from(first.is_some());
        Ok(())
    }

    fn same(&self, one: &MeasuredPlan<W>, other: &MeasuredPlan<W>) -> Result<(), Box<Finding>> {
        let differing =
            one.lengths.iter().zip(&other.lengths).find(|(one, other)| one.1 != other.1);
        let Some((&(answer, length), &(_, other_length))) = differing else { return Ok(()) };
        let told = |planned: &MeasuredPlan<W>| format!("{:?}", planned.actions);
        Err(Box::new(Finding {
            game: W::Game::FACTS.id.to_owned(),
            seed: self.number,
            table: format!("{}, {} seats", self.table.told, self.table.seats.get()),
            answer,
            plans: [(told(one), length), (told(other), other_length)],
        }))
    }
}

impl<W: Wire> MeasuredPlan<W> {
    fn of(world: &World<W>, seat: Seat, actions: Vec<ActionOf<W>>, is_drawn: bool) -> Self {
        let mut world = world.clone();
        let entry = commit(&mut world, seat, &actions);
        let lengths = lengths(&world, seat, &entry, is_drawn);
        Self { actions, lengths: lengths.expect("a planning seat gets its answers") }
    }
}

/// Random actions of a seat that nobody notices; none if it can't plan so far.
fn secretly<W: Wire>(
    world: &World<W>,
    seat: Seat,
    count: usize,
    chance: &mut Dice,
) -> Option<Vec<ActionOf<W>>> {
    let entropy = world.played.next_entropy();
    let mut actions = Vec::new();
    let mut state = world.state.clone();
    while actions.len() < count {
        let mut choices = legal::<W>(&state, seat);
        choices.retain(W::Game::is_secret);
        actions.push(chance.pick(&choices)?.clone());
        state = world.attempt(seat, &actions, &entropy)?.state;
    }
    Some(actions)
}

fn commit<W: Wire>(world: &mut World<W>, seat: Seat, actions: &[ActionOf<W>]) -> LogEntry {
    let entropy = world.played.next_entropy();
    let attempt = world.attempt(seat, actions, &entropy).expect("what is listed is accepted");
    world.commit(attempt).expect("what the rules accept is committed")
}

/// The length of all that a seat gets after it acted.
fn lengths<W: Wire>(
    world: &World<W>,
    seat: Seat,
    entry: &LogEntry,
    is_drawn: bool,
) -> Result<Vec<(AnswerKind, usize)>, Reason> {
    let (viewing, viewer) = (world.played.viewing(), Viewer::Seat(seat));
    let update = viewing.update(entry, viewer)?.expect("a seat hears of what it did");
    let told = viewing.narrate(update.clone(), viewer)?;
    let watched = |update| viewing.watched(entry, viewer, update).map(length);
    let mut lengths = vec![
        (AnswerKind::Submit, length(viewing.submitted(entry, seat)?)),
        (AnswerKind::Watch, watched(update)?),
        (AnswerKind::Sentences, watched(told)?),
        (AnswerKind::View, length(viewing.view(viewer)?)),
        (AnswerKind::List, length(viewing.legal_actions(seat)?)),
    ];
    if is_drawn {
        lengths.push((AnswerKind::Board, length(viewing.board(viewer)?)));
    }
    Ok(lengths)
}

fn length(answer: Redacted<impl Message>) -> usize {
    answer.message().encoded_len()
}

impl Report {
    fn count(&mut self, lengths: &[(AnswerKind, usize)]) {
        self.plans += 1;
        for (answer, length) in lengths {
            let longest = self.longest.entry(*answer).or_default();
            *longest = (*longest).max(*length);
        }
    }

    fn add(&mut self, other: Self) {
        self.matches += other.matches;
        self.moments += other.moments;
        self.plans += other.plans;
        for (answer, length) in other.longest {
            let longest = self.longest.entry(answer).or_default();
            *longest = (*longest).max(length);
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, seed, table, answer, plans: [one, other] } = self;
        writeln!(f, "{game}, {table}, seed {seed}: {answer:?} tells two plans apart:")?;
        write!(f, "  {} bytes: {}\n  {} bytes: {}", one.1, one.0, other.1, other.0)
    }
}
