//! Randomness tests of draws: alike on every side, and without a trace of each
//! other, of other commits, of other matches or of the seeds they come from.
//!
//! Statistics can't prove that a generator is good, but they find the usual
//! mistakes: a remainder taken without care, a counter that does not count, a
//! seed that goes nowhere. [`run`] asks many questions of many draws and judges
//! the answers by a threshold that allows for their number. Everything follows
//! from the seed, so a verdict never changes.

mod chance;
mod chi_square;
mod questions;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

pub use self::chance::{Chance, Real};
use self::questions::questions;

/// How often all questions together may raise a false alarm, over all seeds.
const FALSE_ALARMS: f64 = 0.001;

#[derive(Clone, Copy, Debug)]
pub struct RunSettings {
    /// How many draws are looked at, all questions together.
    pub draws: u64,
    /// What everything follows from.
    pub seed: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Every question with its answer, in a fixed order.
    pub answers: Vec<Answer>,
    /// A p-value below it is no accident.
    pub threshold: f64,
}

/// What one question came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub question: String,
    /// How many draws, or keys, were looked at.
    pub samples: u64,
    /// Chi-square.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub freedom: u32,
    /// How likely honest draws are to come out as odd as this: too uneven, or
    /// too even to be true.
    pub p: f64,
}

impl Report {
    /// The answers that honest draws would not give.
    pub fn suspicious(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().filter(|answer| self.is_suspicious(answer))
    }

    /// Whether honest draws would not give this answer.
    pub fn is_suspicious(&self, answer: &Answer) -> bool {
        answer.p < self.threshold
    }
}

pub fn question_count() -> usize {
    questions().len()
}

/// Asks all questions of a source of chance, and says after each that it is
/// done.
pub fn run(settings: RunSettings, chance: &dyn Chance, done: &(dyn Fn() + Sync)) -> Report {
    let questions = questions();
    let samples = (settings.draws / questions.len() as u64).max(1);
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; questions.len()]);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZeroUsize::get) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(question) = questions.get(place) else { return };
                    let answer = question.ask(chance, settings.seed, samples);
                    answers.lock().expect(NEVER_POISONED)[place] = Some(answer);
                    done();
                }
            });
        }
    });
    let answers = answers.into_inner().expect(NEVER_POISONED);
    let answers = answers.into_iter().map(|it| it.expect("every question was asked")).collect();
    Report { answers, threshold: FALSE_ALARMS / questions.len() as f64 }
}

const NEVER_POISONED: &str = "a thread that panics ends the run";
