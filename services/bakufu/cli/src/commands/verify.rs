//! `bakufu verify`: whether the record of a match is true.

use std::path::PathBuf;

use bakufu_offline::shipped_rules;
use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_core::verify::{Verified, verify};

use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Spinner;
use crate::record_file::read_record;
use crate::standings;

const EXAMPLES: &str = "\
No server is needed: the rules of all games are in this program. The seed must
be the one that was promised before anybody sat down, and every commit is made
again with the code that made it first: each draw, event, state and the result
must come out as they are recorded. The first that does not is named.

What no record can prove is who the players were and when they acted.

Exit codes: 0 the record is true, 1 it is not, 64 the file holds no record.

Examples:
  bakufu export 5b0d9c3f6a1e4d2c8f7b6a5948372615 --out match.bin
  bakufu verify match.bin
  bakufu export 5b0d9c3f6a1e4d2c8f7b6a5948372615 --json --out match.json
  bakufu verify match.json";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// What `bakufu export` wrote, binary or JSON
    file: PathBuf,
}

pub(crate) fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let file = arguments.file;
    let known = shipped_rules();
    let spinner = Spinner::new("play the match again");
    let record = read_record(&file, &known)?;
    let verified = verify(&record, &known);
    drop(spinner);
    match verified {
        Ok(verified) => certify(verified, output),
        Err(deviation) => Err(Failure::Deviation { file, deviation }),
    }
}

fn certify(verified: Verified, output: &mut Output<'_>) -> Result<(), Failure> {
    let Verified { game_match: mut played, commits, actions, draws } = verified;
    // Names can be anything in a file, and this may be a terminal.
    for seat in &mut played.seats {
        seat.name = seat.name.escape_debug().to_string();
    }
    let lines = [
        ("match", played.match_id.escape_debug().to_string()),
        ("game", format!("{}, rules {}", played.game, played.rules_version)),
        ("seats", played.seats.iter().map(seat).collect::<Vec<_>>().join(", ")),
        ("commits", format!("{commits} with {actions} actions, all made again")),
        ("draws", format!("{draws}, all drawn again")),
        ("commitment", hex::encode(&played.seed_commitment)),
    ];
    output.line("The record is true.")?;
    output.line("")?;
    for (what, value) in lines {
        output.line(format_args!("{what:<12}{value}"))?;
    }
    if let Some(aborted) = &played.aborted {
        output.line(format_args!("{:<12}{}", "aborted", aborted.reason.escape_debug()))?;
    }
    let outcome = played.outcome.clone().unwrap_or_default();
    if !outcome.standings.is_empty() {
        output.line("")?;
        output.line(standings::table(&standings::entries(&played, &outcome)))?;
    }
    Ok(())
}

fn seat(seat: &play::Seat) -> String {
    let kind = if seat.holder() == play::SeatHolder::Bot { " (bot)" } else { "" };
    let resigned = if seat.resigned { " (resigned)" } else { "" };
    format!("{} {}{kind}{resigned}", seat.seat, seat.name)
}
