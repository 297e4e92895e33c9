//! `bakufu prove draws`: whether draws look random.

use bakufu_proofs::draws::{Answer, Plan, Real, Report, question_count, run as ask};
use clap::Args;

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Stages;
use crate::text_table::TextTable;

const EXAMPLES: &str = "\
Draws are made as in matches, from seeds to numbers, and looked at in many ways:
whether all sides come up alike, and whether a draw tells anything of the next,
of other commits, of matches with nearly the same seed, of bots, or of the seeds.
Each answer is a chi-square with the probability that honest draws come out as
odd. One in a thousand runs of honest draws is suspicious by accident; the same
seed always gives the same answers.

Examples:
  bakufu prove draws
  bakufu prove draws --draws 100000000 --seed 7";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// How many draws are looked at
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000_000,
        value_parser = clap::value_parser!(u64).range(100_000..)
    )]
    draws: u64,
    /// What all draws follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let Arguments { draws, seed } = *arguments;
    let stages = Stages::new(question_count());
    let report = ask(Plan { draws, seed }, &Real, &|| stages.next("draw"));
    drop(stages);
    output.line(table(&report))?;
    output.line("")?;
    let suspicious = report.suspicious().count();
    let repeat = format!("bakufu prove draws --draws {draws} --seed {seed}");
    if suspicious > 0 {
        let found = format!("{suspicious} of {} answers are suspicious", report.answers.len());
        return Err(Failure::Found { found, repeat });
    }
    let lowest = report.answers.iter().map(|answer| answer.p).fold(1.0, f64::min);
    output.line(format_args!(
        "No suspicion: the lowest p is {lowest:.5}, and below {:.6} it would be one.",
        report.threshold
    ))?;
    Ok(output.line(format_args!("repeat      {repeat}"))?)
}

fn table(report: &Report) -> TextTable {
    let mut table =
        TextTable::new(["what is looked at", "samples", "chi-square", "freedom", "p", "verdict"]);
    for answer in &report.answers {
        let Answer { question, samples, statistic, freedom, p } = answer;
        let verdict = if report.is_suspicious(answer) { "suspicious" } else { "fine" };
        table.row([
            question.clone(),
            samples.to_string(),
            format!("{statistic:.1}"),
            freedom.to_string(),
            format!("{p:.5}"),
            verdict.to_owned(),
        ]);
    }
    table
}
