//! `bakufu prove timing`: how long an answer takes does not tell what a seat has planned.

use std::time::Duration;

use bakufu_cli::prove::timing::{Arguments, Fault};
use bakufu_cli::{Output, TextTable};
use bakufu_games::{Visitor, visit_shipped};
use bakufu_trials::timing::{
    Comparison, RunSettings, TimingFailure, TimingFault, calls, run as compare,
};
use kit_rules::Rules;
use kit_rules_server::Wire;
use tokio::runtime::Runtime;

use super::choice;
use crate::failure::Failure;
use crate::progress::CountBar;

pub(crate) fn run(
    runtime: &Runtime,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let Arguments { choice, calls, fault } = arguments;
    let (fault, planted) = match fault {
        None => (None, ""),
        Some(Fault::NoQuantum) => (Some(TimingFault::NoQuantum), " --fault no-quantum"),
        Some(Fault::QuickReads) => (Some(TimingFault::QuickReads), " --fault quick-reads"),
    };
    let settings = RunSettings { calls: *calls, seed: choice.seed, fault };
    let games = choice::games(choice)?;
    let mut proof = Proof { runtime, games, settings, comparisons: Vec::new(), failed: None };
    visit_shipped(&mut proof);
    if let Some(failed) = proof.failed {
        return Err(failed.into());
    }
    output.line(figures(&proof.comparisons))?;
    output.line("")?;
    let repeat = choice::repeat(choice, "timing", &format!("--calls {calls}{planted}"));
    let found = proof.comparisons.iter().find(|comparison| comparison.test.is_suspicious());
    if let Some(Comparison { game, question, test }) = found {
        let found = format!("{game}: the time of the {question} tells, p = {:.1e}", test.p_value);
        return Err(Failure::Found { found, repeat });
    }
    output.line("No time tells what a seat plans, or that it does.")?;
    Ok(output.line(format_args!("repeat      {repeat}"))?)
}

struct Proof<'a> {
    runtime: &'a Runtime,
    games: Vec<&'static str>,
    settings: RunSettings,
    comparisons: Vec<Comparison>,
    failed: Option<TimingFailure>,
}

impl Visitor for Proof<'_> {
    fn visit<W: Wire>(&mut self) {
        let id = W::Game::FACTS.id;
        if self.failed.is_some() || !self.games.contains(&id) {
            return;
        }
        let count = CountBar::new(id, calls(&self.settings));
        let compared = self.runtime.block_on(compare::<W>(&self.settings, &|| count.add(1)));
        match compared {
            Ok(comparisons) => self.comparisons.extend(comparisons),
            Err(failed) => self.failed = Some(failed),
        }
    }
}

/// What was compared: the medians of both situations, and what the test says of them.
fn figures(comparisons: &[Comparison]) -> TextTable {
    let headings =
        ["game", "question", "median", "other", "difference", "within", "larger", "p", "verdict"];
    let mut table = TextTable::new(headings);
    for Comparison { game, question, test } in comparisons {
        let [one, other] = test.medians.map(|median| micros(median.as_nanos() as f64));
        let [from, to] = test.interval.map(|end| micros(end as f64));
        let verdict = if test.is_suspicious() { "TELLS" } else { "same" };
        table.row([
            game.clone(),
            question.to_string(),
            one,
            other,
            micros(test.difference as f64),
            format!("{from} to {to}"),
            format!("{:.1} %", 100.0 * test.superiority),
            format!("{:.4}", test.p_value),
            verdict.to_owned(),
        ]);
    }
    table
}

fn micros(nanoseconds: f64) -> String {
    let unit = Duration::from_micros(1).as_nanos() as f64;
    format!("{:.1} µs", nanoseconds / unit)
}
