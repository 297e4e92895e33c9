//! `bakufu prove inputs`: hostile input breaks nothing.

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use bakufu_cli::prove::inputs::Arguments;
use bakufu_cli::{Output, Spinner};
use bakufu_trials::inputs::{
    Effort, PATIENCE, Report, Target, feed, keep_quiet_about_inputs, parse_input, prove, targets,
};

use crate::failure::Failure;

/// Nothing that comes from outside may take more memory than this.
const MEMORY_MIB_MAX: u64 = 1024;

pub(crate) fn run(arguments: &Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let mut doors = targets();
    let known: Vec<String> = doors.iter().map(|door| door.name().to_owned()).collect();
    doors.retain(|door| arguments.target == "all" || arguments.target == door.name());
    if doors.is_empty() {
        return Err(Failure::UnknownTarget { target: arguments.target.clone(), known });
    }
    keep_quiet_about_inputs();
    for door in doors {
        match &arguments.input {
            Some(input) => feed_one(&*door, input, output)?,
            None => feed_many(&door, arguments, output)?,
        }
    }
    Ok(())
}

fn feed_one(door: &dyn Target, text: &str, output: &mut Output<'_>) -> Result<(), Failure> {
    let input = parse_input(door, text).ok_or_else(|| Failure::Input {
        known: door.forms().iter().map(|form| form.name.clone()).collect(),
    })?;
    feed(door, &input).map_err(Failure::Finding)?;
    Ok(output.line(format!("{}: nothing was found", door.name()))?)
}

fn feed_many(
    door: &Arc<dyn Target>,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let &Arguments { count, seed, .. } = arguments;
    let spinner = Spinner::new(door.name());
    let begun = Instant::now();
    let report = prove(door, Effort { count, seed, patience: PATIENCE }, &mut |done| {
        spinner.say(format!("{}: {done} of {count} inputs", door.name()));
    });
    drop(spinner);
    let report = report.map_err(|finding| {
        let again =
            format!("bakufu prove inputs --target {} --count {count} --seed {seed}", door.name());
        Failure::Finding(format!("{finding}\n  repeat with {again}"))
    })?;
    let per_second = report.inputs as f64 / begun.elapsed().as_secs_f64();
    output.line(describe(&report, seed, per_second))?;
    match memory_peak_mib() {
        Some(peak) if peak > MEMORY_MIB_MAX => {
            Err(Failure::Finding(format!("{}: {peak} MiB of memory were needed", door.name())))
        }
        _ => Ok(()),
    }
}

fn describe(report: &Report, seed: u64, per_second: f64) -> String {
    let Report { target, inputs, outcomes, slowest } = report;
    let memory = memory_peak_mib().map_or(String::new(), |peak| format!(", {peak} MiB at most"));
    format!(
        "{target}: {inputs} inputs, nothing found; {outcomes} kinds of outcome, \
         {per_second:.0} inputs/s, slowest {slowest:.1?}{memory} (seed {seed})"
    )
}

/// The most memory that this process has had at any time, where Linux tells it.
fn memory_peak_mib() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib / 1024)
}
