//! Feeds a target with as many inputs as one likes, on all cores.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::corpus::Corpus;
use super::mutate::mutate;
use super::quiet::THREAD;
use super::{Dice, Finding, Input, Outcome, Target, feed};

/// A round is split into so many parts, whatever the number of cores, and all
/// of them start from the same corpus: so the same seed gives the same inputs.
const LANES: usize = 16;
/// How many inputs a part of a round has.
const LANE_INPUTS: u64 = 250;

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many inputs.
    pub count: u64,
    /// What they follow from.
    pub seed: u64,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The target.
    pub target: String,
    /// Inputs that were fed.
    pub inputs: u64,
    /// Outcomes that differ.
    pub outcomes: usize,
    /// How long the slowest input took, by the clock on the wall.
    pub slowest: Duration,
}

/// What one part of a round came to.
#[derive(Default)]
struct Lane {
    new: Vec<(Input, Outcome)>,
    breach: Option<(Input, String, u64)>,
    slowest: Duration,
}

/// Feeds a target, and tells from time to time how many inputs are done.
///
/// # Errors
/// The first input that did what no input should do.
pub fn prove(
    target: &dyn Target,
    effort: Effort,
    progress: &mut dyn FnMut(u64),
) -> Result<Report, Box<Finding>> {
    let mut corpus = Corpus::new(target.samples());
    for input in target.samples() {
        match feed(target, input) {
            Ok(outcome) => corpus.join(input.clone(), outcome),
            Err(breach) => {
                let found = Finding::new(target, input.clone(), breach, effort.seed, 0);
                return Err(Box::new(found));
            }
        }
    }
    let mut report = Report {
        target: target.name().to_owned(),
        inputs: 0,
        outcomes: 0,
        slowest: Duration::ZERO,
    };
    while report.inputs < effort.count {
        for lane in round(target, &corpus, effort, report.inputs) {
            if let Some((input, breach, number)) = lane.breach {
                return Err(Box::new(Finding::new(target, input, breach, effort.seed, number)));
            }
            report.slowest = report.slowest.max(lane.slowest);
            for (input, outcome) in lane.new {
                corpus.join(input, outcome);
            }
        }
        report.inputs = effort.count.min(report.inputs + LANES as u64 * LANE_INPUTS);
        progress(report.inputs);
    }
    report.outcomes = corpus.outcomes();
    Ok(report)
}

/// One round from `first` on, its lanes in order.
fn round(target: &dyn Target, corpus: &Corpus, effort: Effort, first: u64) -> Vec<Lane> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Lane)>> = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(LANES);
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= LANES {
                        return;
                    }
                    let start = first + index as u64 * LANE_INPUTS;
                    let lane = run_lane(target, corpus, effort, start);
                    done.lock().expect("no lane panics").push((index, lane));
                }
            };
            let thread = thread::Builder::new().name(THREAD.to_owned());
            thread.spawn_scoped(scope, work).expect("the system has a thread for every core");
        }
    });
    let mut lanes = done.into_inner().expect("no lane panics");
    lanes.sort_by_key(|(index, _)| *index);
    lanes.into_iter().map(|(_, lane)| lane).collect()
}

fn run_lane(target: &dyn Target, corpus: &Corpus, effort: Effort, start: u64) -> Lane {
    let mut lane = Lane::default();
    for number in start..effort.count.min(start + LANE_INPUTS) {
        let mut dice = Dice::new(effort.seed, &[number]);
        let input = mutate(target, corpus, &mut dice);
        let begun = Instant::now();
        match feed(target, &input) {
            Ok(outcome) if corpus.is_new(input.form, outcome) => lane.new.push((input, outcome)),
            Ok(_) => {}
            Err(breach) => {
                lane.breach = Some((input, breach, number));
                return lane;
            }
        }
        lane.slowest = lane.slowest.max(begun.elapsed());
    }
    lane
}
