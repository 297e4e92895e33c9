//! `bakufu admin archive`: puts the records of finished matches where they stay.
//!
//! A match is marked as archived after its record was written completely, never
//! before. Whatever interrupts the run, the next one begins with what is not
//! marked; what was written already is recognized.

mod target;

use std::collections::HashSet;

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;
use tonic::Code;

use self::target::{Kept, Target};
use super::{Operator, read};
use crate::client::{Client, export};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Spinner;

const EXAMPLES: &str = "\
A folder gets one file for each match, MATCH.bin, as `bakufu export` writes it and
`bakufu verify` reads it. A file that is there is never replaced. With - the records
go to standard output, each as a bakufu.play.v1.MatchExport behind its length (a
varint); keeping them is then up to whoever reads.

A match is marked as archived once its record is written and on the disk. Whatever
stops the command, nothing is lost: run it again, and it goes on. Names that end in
.part are what is left of an interrupted run, and can be removed.

A server that was started with ORCHESTRATOR_ARCHIVE_FIRST=true keeps a finished
match until it is archived, however old it is.

Examples:
  bakufu admin archive --to /srv/archive
  bakufu verify /srv/archive/5b0d9c3f6a1e4d2c8f7b6a5948372615.bin
  bakufu admin archive --to - | zstd >records.zst";

/// Matches that are fetched and marked in one go.
const BATCH: u32 = 100;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The folder for the records, or - for standard output
    #[arg(long, value_name = "FOLDER")]
    to: String,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let spinner = Spinner::new("ask what is to be archived");
    let target = Target::open(&arguments.to, output)?;
    let is_folder = target.is_folder();
    let mut archiving = Archiving { operator, target, report: Report::default() };
    let archived = archiving.run(&spinner).await;
    let report = archiving.report;
    drop(spinner);
    archived?;
    if let Some(left) = report.left.first() {
        let Left { match_id, why } = left.clone();
        return Err(Failure::NotArchived { match_id, why, count: report.left.len() });
    }
    match (is_folder, json) {
        // Standard output belongs to the records.
        (false, _) => Ok(()),
        (true, true) => Ok(output.json(&report)?),
        (true, false) => {
            let Report { written, known, .. } = report;
            let known = if known > 0 { format!("; {known} were there") } else { String::new() };
            let to = arguments.to;
            Ok(output.line(format_args!("{written} records written to {to}{known}"))?)
        }
    }
}

struct Archiving<'a, 'b, 'c> {
    operator: &'a mut Operator,
    target: Target<'b, 'c>,
    report: Report,
}

/// What became of the records.
#[derive(Default, Serialize)]
struct Report {
    written: u64,
    /// Those that an earlier run has written.
    known: u64,
    #[serde(skip)]
    left: Vec<Left>,
}

/// A match whose record is not in the archive, while others are.
#[derive(Clone)]
struct Left {
    match_id: String,
    why: String,
}

impl Archiving<'_, '_, '_> {
    async fn run(&mut self, spinner: &Spinner) -> Result<(), Failure> {
        let mut matches = self.operator.matches();
        let mut seen = HashSet::new();
        loop {
            let request = self.operator.request(play::ListUnarchivedRequest { page_size: BATCH });
            let page = read(self.operator.client.list_unarchived(request).await)?;
            let all = page.total.saturating_add(self.report.written + self.report.known);
            let is_done = page.match_ids.is_empty();
            let fresh: Vec<String> =
                page.match_ids.into_iter().filter(|id| seen.insert(id.clone())).collect();
            if fresh.is_empty() {
                // What is named again was left, which is told at the end.
                return match is_done || !self.report.left.is_empty() {
                    true => Ok(()),
                    false => Err(Failure::Nonsense("what was marked as archived is not")),
                };
            }
            let (kept, failure) = self.keep_all(&mut matches, fresh, all, spinner).await;
            self.mark(kept).await?;
            failure.map_or(Ok(()), Err)?;
        }
    }

    /// Writes records, and returns those that are kept; with what stopped it, if
    /// anything did.
    async fn keep_all(
        &mut self,
        matches: &mut Client,
        match_ids: Vec<String>,
        all: u64,
        spinner: &Spinner,
    ) -> (Vec<String>, Option<Failure>) {
        let mut kept = Vec::new();
        for match_id in match_ids {
            match self.keep(matches, &match_id).await {
                Ok(true) => kept.push(match_id),
                Ok(false) => {}
                Err(failure) => return (kept, Some(failure)),
            }
            let done = self.report.written + self.report.known;
            spinner.say(format!("archive: {done} of {all}"));
        }
        (kept, None)
    }

    /// Whether the record of this match is kept now. A match that can't be, for
    /// a reason of its own, is noted and left.
    async fn keep(&mut self, matches: &mut Client, match_id: &str) -> Result<bool, Failure> {
        let record = match export(matches, match_id).await {
            Ok(record) => record,
            Err(failure) => match left_out(&failure) {
                // Somebody has deleted it.
                Some(Code::NotFound) => return Ok(false),
                Some(_) => return Ok(self.leave(match_id, failure.to_string())),
                None => return Err(failure),
            },
        };
        match self.target.keep(match_id, &record)? {
            Kept::Written => self.report.written += 1,
            Kept::Known => self.report.known += 1,
            Kept::Other(file) => {
                let why = format!(
                    "{} holds something else: move it away, and run this again",
                    file.display()
                );
                return Ok(self.leave(match_id, why));
            }
        }
        Ok(true)
    }

    fn leave(&mut self, match_id: &str, why: String) -> bool {
        self.report.left.push(Left { match_id: match_id.to_owned(), why });
        false
    }

    async fn mark(&mut self, match_ids: Vec<String>) -> Result<(), Failure> {
        if match_ids.is_empty() {
            return Ok(());
        }
        self.target.settle()?;
        let request = self.operator.request(play::MarkArchivedRequest { match_ids });
        read(self.operator.client.mark_archived(request).await).map(drop)
    }
}

/// The code of a failure that is about one match, so that others can be archived
/// nevertheless.
fn left_out(failure: &Failure) -> Option<Code> {
    let Failure::Refused(status) = failure else { return None };
    let is_own = matches!(
        status.code(),
        Code::NotFound
            | Code::FailedPrecondition
            | Code::Internal
            | Code::DataLoss
            | Code::OutOfRange
    );
    is_own.then(|| status.code())
}
