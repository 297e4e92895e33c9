//! `bakufu admin erase`: who a player was, erased in all matches.

use std::path::PathBuf;

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::erase_player_request::Whom;
use kit_service::Reason;
use serde::Serialize;

use super::{Operator, read};
use crate::data_folder::data_folder;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Spinner;
use crate::tombstones::{self, Tombstone, Tombstones};

const EXAMPLES: &str = "\
In place of the name stands \"Erased\" and a number. The records verify as before,
and nobody can learn the name from them. In matches that are not over the player
leaves or resigns. This can't be taken back.

Backups still have the name. So what was erased is written to a file, without
names: keep it beside the backups, and give it to --tombstones after one was
restored, before anybody plays. A file of matches may hold the name in free pages
until `bakufu compact`, and exports that somebody keeps are theirs.

Examples:
  bakufu admin erase --name \"Ann\"
  bakufu admin erase --sitting 5b0d9c3f6a1e4d2c8f7b6a5948372615:2
  bakufu admin erase --tombstones erased-sittings.txt      after a restore";

/// Where erased sittings are written down in the data folder.
const RECORD: &str = "erased-sittings.txt";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    #[command(flatten)]
    whom: Chosen,
    /// The file to which what was erased is added; erased-sittings.txt in
    /// $XDG_DATA_HOME/bakufu or ~/.local/share/bakufu if not given
    #[arg(long, value_name = "FILE", conflicts_with = "tombstones")]
    record: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Chosen {
    /// Everybody of exactly this name, in all matches
    #[arg(long)]
    name: Option<String>,
    /// Who sat down in this commit of a match
    #[arg(long, value_name = "MATCH:COMMIT")]
    sitting: Option<Tombstone>,
    /// All that an earlier call has written to this file
    #[arg(long, value_name = "FILE")]
    tombstones: Option<PathBuf>,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let Arguments { whom, record } = arguments;
    if let Some(file) = whom.tombstones {
        let again = erase_again(operator, tombstones::read(&file)?).await?;
        return again.tell(json, output);
    }
    let record = match record {
        Some(file) => file,
        None => data_folder(None)?.join(RECORD),
    };
    let mut record = Tombstones::open(&record)?;
    let erased = match whom.name {
        Some(name) => erase_name(operator, &name, &mut record).await?,
        None => {
            let sitting = whom.sitting.expect("one of the three is required");
            let whom = Whom::Sitting(sitting.clone().into());
            call(operator, whom, String::new()).await?;
            record.add(std::slice::from_ref(&sitting))?;
            vec![sitting]
        }
    };
    tell_erased(&erased, &record, json, output)
}

/// Erases a name in all matches, and writes down every page before the next is
/// asked for: nobody finds by its name what is erased.
async fn erase_name(
    operator: &mut Operator,
    name: &str,
    record: &mut Tombstones,
) -> Result<Vec<Tombstone>, Failure> {
    let spinner = Spinner::new("look through all matches");
    let (mut erased, mut looked_at, mut page_token) = (Vec::new(), 0, String::new());
    loop {
        let page = call(operator, Whom::Name(name.to_owned()), page_token).await?;
        let found: Vec<Tombstone> = page.erased.into_iter().map(Tombstone::from).collect();
        record.add(&found)?;
        erased.extend(found);
        looked_at += u64::from(page.looked_at);
        spinner.say(format!("looked through {looked_at} matches, erased {}", erased.len()));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    if erased.is_empty() {
        return Err(Failure::NobodyErased { matches: looked_at });
    }
    Ok(erased)
}

async fn erase_again(operator: &mut Operator, sittings: Vec<Tombstone>) -> Result<Again, Failure> {
    let spinner = Spinner::new("erase again what was erased");
    let mut again = Again { erased: 0, gone: 0 };
    let all = sittings.len();
    for sitting in sittings {
        let whom = Whom::Sitting(sitting.into());
        match call(operator, whom, String::new()).await {
            Ok(_) => again.erased += 1,
            Err(Failure::Refused(status)) if is_gone(&status) => again.gone += 1,
            Err(other) => return Err(other),
        }
        spinner.say(format!("{} of {all} sittings", again.erased + again.gone));
    }
    Ok(again)
}

/// Whether a match was deleted, or the backup is older than the sitting.
fn is_gone(status: &tonic::Status) -> bool {
    let reason = Reason::from_status(status);
    matches!(reason, Some(Reason::UnknownMatch | Reason::UnknownSitting))
}

async fn call(
    operator: &mut Operator,
    whom: Whom,
    page_token: String,
) -> Result<play::ErasePlayerResponse, Failure> {
    let request = play::ErasePlayerRequest { whom: Some(whom), page_token };
    let request = operator.request(request);
    read(operator.client.erase_player(request).await)
}

fn tell_erased(
    erased: &[Tombstone],
    record: &Tombstones,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let record = record.path().display().to_string();
    if json {
        let erased = erased.iter().map(SittingRow::from).collect();
        return Ok(output.json(&ErasedReport { erased, record })?);
    }
    for Tombstone { match_id, commit } in erased {
        output.line(format_args!("{match_id}:{commit} is erased"))?;
    }
    output.line("")?;
    Ok(output.line(format_args!("Written to {record}: keep it beside your backups."))?)
}

#[derive(Serialize)]
struct ErasedReport<'a> {
    erased: Vec<SittingRow<'a>>,
    /// The file that has them all.
    record: String,
}

#[derive(Serialize)]
struct SittingRow<'a> {
    match_id: &'a str,
    commit: u64,
}

impl<'a> From<&'a Tombstone> for SittingRow<'a> {
    fn from(tombstone: &'a Tombstone) -> Self {
        Self { match_id: &tombstone.match_id, commit: tombstone.commit }
    }
}

/// What came of erasing again.
#[derive(Serialize)]
struct Again {
    erased: u64,
    /// Sittings that are not there any more, or not yet.
    gone: u64,
}

impl Again {
    fn tell(&self, json: bool, output: &mut Output<'_>) -> Result<(), Failure> {
        if json {
            return Ok(output.json(self)?);
        }
        let Self { erased, gone } = self;
        Ok(output.line(format_args!("{erased} sittings are erased, {gone} are not there"))?)
    }
}
