//! A round of inputs on all cores, watched, so that one that hangs is found.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::corpus::Corpus;
use super::mutate::mutate;
use super::quiet::THREAD;
use super::{Dice, Effort, Input, OutcomeClass, Target, feed};

/// A round is split into so many parts, whatever the number of cores, and all
/// of them start from the same corpus: so the same seed gives the same inputs.
const LANES: usize = 16;
const LANE_INPUTS: u64 = 250;
pub(super) const ROUND_INPUTS: u64 = LANES as u64 * LANE_INPUTS;
/// What a thread that is done is at.
const NOTHING: u64 = u64::MAX;

/// The inputs from one number on.
pub(super) struct Round {
    pub(super) target: Arc<dyn Target>,
    pub(super) corpus: Arc<Corpus>,
    pub(super) effort: Effort,
    pub(super) first: u64,
}

/// What one part of a round came to.
#[derive(Default)]
pub(super) struct Lane {
    pub(super) new: Vec<(Input, OutcomeClass)>,
    pub(super) breach: Option<(Input, String, u64)>,
    pub(super) slowest: Duration,
}

/// An input that is not done, and is not going to be.
pub(super) struct Hung {
    pub(super) input: Input,
    pub(super) number: u64,
}

/// A thread that feeds, and the number of the input that it is at.
struct Worker {
    at: Arc<AtomicU64>,
    thread: JoinHandle<()>,
}

/// Where a thread was when it was looked at, and since when.
struct WorkerPosition {
    at: u64,
    since: Instant,
}

impl Round {
    /// Feeds all inputs; the lanes in order.
    ///
    /// # Errors
    /// An input that hangs. Its thread is left behind: nothing can end it.
    pub(super) fn run(self) -> Result<Vec<Lane>, Box<Hung>> {
        let round = Arc::new(self);
        let (sender, done) = channel();
        let next = Arc::new(AtomicUsize::new(0));
        let threads = thread::available_parallelism().map_or(1, NonZero::get).min(LANES);
        let workers: Vec<Worker> =
            (0..threads).map(|_| Worker::start(&round, &next, &sender)).collect();
        drop(sender);
        let mut lanes = round.collect(&workers, &done)?;
        for worker in workers {
            worker.thread.join().expect("what an input does is caught");
        }
        lanes.sort_by_key(|(index, _)| *index);
        Ok(lanes.into_iter().map(|(_, lane)| lane).collect())
    }

    fn collect(
        &self,
        workers: &[Worker],
        done: &Receiver<(usize, Lane)>,
    ) -> Result<Vec<(usize, Lane)>, Box<Hung>> {
        let patience = self.effort.patience;
        let mut seen: Vec<WorkerPosition> =
            workers.iter().map(|_| WorkerPosition { at: NOTHING, since: Instant::now() }).collect();
        let mut lanes = Vec::with_capacity(LANES);
        loop {
            match done.recv_timeout(patience / 4) {
                Ok(lane) => lanes.push(lane),
                Err(RecvTimeoutError::Disconnected) => return Ok(lanes),
                Err(RecvTimeoutError::Timeout) => {}
            }
            for (worker, seen) in workers.iter().zip(&mut seen) {
                let at = worker.at.load(Ordering::Relaxed);
                if at != seen.at {
                    *seen = WorkerPosition { at, since: Instant::now() };
                } else if at != NOTHING && seen.since.elapsed() > patience {
                    return Err(Box::new(Hung { input: self.input(at), number: at }));
                }
            }
        }
    }

    fn lane(&self, index: usize, at: &AtomicU64) -> Lane {
        let mut lane = Lane::default();
        let start = self.first + index as u64 * LANE_INPUTS;
        for number in start..self.effort.count.min(start + LANE_INPUTS) {
            at.store(number, Ordering::Relaxed);
            let input = self.input(number);
            let begun = Instant::now();
            match feed(&*self.target, &input) {
                Ok(outcome) if self.corpus.is_new(input.form, outcome) => {
                    lane.new.push((input, outcome));
                }
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

    /// An input follows from its number, so nobody has to keep it.
    fn input(&self, number: u64) -> Input {
        let mut dice = Dice::new(self.effort.seed, &[number]);
        mutate(&*self.target, &self.corpus, &mut dice)
    }
}

impl Worker {
    fn start(round: &Arc<Round>, next: &Arc<AtomicUsize>, sender: &Sender<(usize, Lane)>) -> Self {
        let at = Arc::new(AtomicU64::new(NOTHING));
        let first = round.first;
        let (round, next, sender, own) = (round.clone(), next.clone(), sender.clone(), at.clone());
        let work = move || {
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= LANES {
                    break;
                }
                let lane = round.lane(index, &own);
                // Nobody listens any more where another input hangs.
                let _ = sender.send((index, lane));
            }
            own.store(NOTHING, Ordering::Relaxed);
        };
        // A full stack ends the process, with the name of the thread as last words.
        let name = format!("{THREAD} from number {first}");
        let thread = thread::Builder::new().name(name).spawn(work);
        Self { at, thread: thread.expect("the system has a thread for every core") }
    }
}
