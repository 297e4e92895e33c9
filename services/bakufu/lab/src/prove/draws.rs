//! `bakufu prove draws`: whether draws look random.

use bakufu_cli::prove::draws::Arguments;
use bakufu_cli::{Output, TextTable};
use bakufu_proofs::draws::{Answer, Real, Report, RunSettings, question_count, run as ask};

use crate::failure::Failure;
use crate::progress::Stages;

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let Arguments { draws, seed } = *arguments;
    let stages = Stages::new(question_count());
    let report = ask(RunSettings { draws, seed }, &Real, &|| stages.next("draw"));
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
