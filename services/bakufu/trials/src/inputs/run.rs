//! Feeds a target with as many inputs as one likes.

use std::sync::Arc;
use std::time::Duration;

use super::corpus::Corpus;
use super::round::{Hung, ROUND_INPUTS, Round};
use super::{Finding, Target, feed};

/// Whatever takes longer than this hangs: most inputs take microseconds.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub count: u64,
    /// What they follow from.
    pub seed: u64,
    /// How long an input may take before it counts as hanging.
    pub patience: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub target: String,
    pub inputs: u64,
    pub outcomes: usize,
    /// How long the slowest input took, by the clock on the wall.
    pub slowest: Duration,
}

/// Feeds a target, and tells from time to time how many inputs are done.
///
/// # Errors
/// The first input that did what no input should do.
pub fn prove(
    target: &Arc<dyn Target>,
    effort: Effort,
    progress: &mut dyn FnMut(u64),
) -> Result<Report, Box<Finding>> {
    let found = |input, breach, number| {
        Box::new(Finding::new(&**target, input, breach, effort.seed, number))
    };
    let hung = |hung: Box<Hung>| {
        let breach = format!("it is not done after {:?}", effort.patience);
        // It is told as it is: whatever is shorter might hang as well.
        Box::new(Finding::whole(&**target, hung.input, breach, effort.seed, hung.number))
    };
    let mut corpus = Arc::new(Corpus::new(target.samples()));
    for input in target.samples() {
        let outcome = feed(&**target, input).map_err(|breach| found(input.clone(), breach, 0))?;
        grow(&mut corpus).join(input.clone(), outcome);
    }
    let mut report = Report {
        target: target.name().to_owned(),
        inputs: 0,
        outcomes: 0,
        slowest: Duration::ZERO,
    };
    while report.inputs < effort.count {
        let (target, corpus_now) = (target.clone(), corpus.clone());
        let round = Round { target, corpus: corpus_now, effort, first: report.inputs };
        for lane in round.run().map_err(hung)? {
            if let Some((input, breach, number)) = lane.breach {
                return Err(found(input, breach, number));
            }
            report.slowest = report.slowest.max(lane.slowest);
            for (input, outcome) in lane.new {
                grow(&mut corpus).join(input, outcome);
            }
        }
        report.inputs = effort.count.min(report.inputs + ROUND_INPUTS);
        progress(report.inputs);
    }
    report.outcomes = corpus.outcomes();
    Ok(report)
}

fn grow(corpus: &mut Arc<Corpus>) -> &mut Corpus {
    Arc::get_mut(corpus).expect("between two rounds nobody reads the corpus")
}
