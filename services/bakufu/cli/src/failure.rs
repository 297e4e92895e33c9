//! Everything that a command can fail with, as sentences that say what to do.

use std::io;
use std::path::PathBuf;

use kit_service::Reason;
use kit_service::config::ConfigFaults;
use kit_service::telemetry::TelemetryError;
use match_orchestrator_core::verify::Deviation;
use match_orchestrator_store::OpenError;
use tonic::Status;

use crate::all_in_one::StartError;
use crate::{EXIT_FAILURE, EXIT_USAGE};

/// Why a command did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// There is no game of this name.
    #[error("there is no game {game:?}: {}", which(.known))]
    UnknownGame { game: String, known: Vec<String> },
    /// The game can't be played by so many.
    #[error("{title} has {min} to {max} seats, not {wanted}: choose with --seats")]
    Seats { title: String, min: u32, max: u32, wanted: u32 },
    /// The game has no such option.
    #[error("{game} has no option {option:?}: choose from {}", list(.known))]
    UnknownOption { game: String, option: String, known: Vec<String> },
    /// The option can't have this value.
    #[error("the option {option} can't be {value:?}: choose from {}", list(.known))]
    OptionValue { option: String, value: String, known: Vec<String> },
    /// The same option was given twice.
    #[error("the option {option} is given twice: give it once")]
    OptionTwice { option: String },
    /// The option holds more than one value.
    #[error("the option {option} can't be set on a command line: set it over gRPC")]
    OptionKind { option: String },
    /// Nothing answers at the address.
    #[error("no server answers at {server}: start one with `bakufu up`, or check --server")]
    Unreachable { server: String },
    /// The address is none.
    #[error("{server:?} is no address: give a URL such as http://127.0.0.1:7000 to --server")]
    ServerAddress { server: String },
    /// The server says no.
    #[error("{}", sentence(.0))]
    Refused(#[from] Box<Status>),
    /// The server answered something that makes no sense.
    #[error("the server's answer makes no sense: {0}; is it a newer version?")]
    Nonsense(&'static str),
    /// The stream of a match ended before the match did.
    #[error("the server shut down in the middle of the match: start it again to go on")]
    CutShort,
    /// Operators need a token.
    #[error(
        "an operator token is needed: put the one that the server was started with into a file \
         and give --token-file FILE, or set BAKUFU_OPERATOR_TOKEN"
    )]
    NoToken,
    /// A seat is seen by whoever has its token.
    #[error(
        "the token of seat {seat} is needed: put it into a file and give --token-file FILE, or \
         set BAKUFU_SEAT_TOKEN; without --seat you see what a spectator sees"
    )]
    NoSeatToken { seat: u32 },
    /// The token is that of another seat.
    #[error("the token is that of seat {actual}, not of seat {wanted}: check --seat")]
    OtherSeat { wanted: u32, actual: u32 },
    /// The match has not so many seats.
    #[error("there is no seat {seat} among {seats}: choose with --seat and --seats")]
    NoSuchSeat { seat: u32, seats: u32 },
    /// What was given can't be a token.
    #[error("the token is empty or has characters that no token has: check where it comes from")]
    StrangeToken,
    /// A token can't be read.
    #[error("the token file {} can't be read ({source}): check --token-file", .file.display())]
    TokenFile { file: PathBuf, source: io::Error },
    /// The server does not take the token for the operator's.
    #[error(
        "the server refused the operator token: give the one that it was started with \
         (ORCHESTRATOR_OPERATOR_TOKEN, or --operator-token of `bakufu up`); a server that was \
         started without one takes no operator calls"
    )]
    NotOperator,
    /// The server serves no operators at this address.
    #[error(
        "the server takes no operator calls at this address: give --server the one that it has \
         for them (ORCHESTRATOR_OPERATOR_LISTEN, or --operator-listen of `bakufu up`)"
    )]
    NotForOperators,
    /// The server in this process can't start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// Nobody knows where to keep the data.
    #[error("there is no home directory to keep matches in: choose a folder with --data")]
    NoHome,
    /// The data folder can't be made.
    #[error("can't make the folder {} ({source}): choose another with --data", .folder.display())]
    Folder { folder: PathBuf, source: io::Error },
    /// There is no file of matches.
    #[error("there is no file {}: name the file, or its folder with --data", .file.display())]
    NoMatches { file: PathBuf },
    /// A server has the file of matches open.
    #[error("{} is in use by a server: stop it first", .file.display())]
    MatchesInUse { file: PathBuf },
    /// The file of matches can't be opened.
    #[error("{}", with_source(.0))]
    Matches(OpenError),
    /// A result can't be written.
    #[error("{} can't be written ({source}): choose another file", .file.display())]
    File { file: PathBuf, source: io::Error },
    /// Nobody has the name that is to be erased.
    #[error(
        "nobody is called exactly that in any of {matches} matches: nothing was changed; names \
         are compared letter by letter"
    )]
    NobodyErased { matches: u64 },
    /// A list of erased sittings can't be read.
    #[error("{} can't be read ({source}): give what `bakufu admin erase` wrote", .file.display())]
    TombstoneFile { file: PathBuf, source: io::Error },
    /// A line of such a list is something else.
    #[error(
        "line {line} of {} is no MATCH:COMMIT, so nothing was erased: give what `bakufu admin \
         erase` wrote",
        .file.display()
    )]
    NoTombstone { file: PathBuf, line: usize },
    /// A record can't be read.
    #[error("{} can't be read ({source}): give what `bakufu export` wrote", .file.display())]
    RecordFile { file: PathBuf, source: io::Error },
    /// The file is no record.
    #[error("{} is no record of a match: {why}; give what `bakufu export` wrote", .file.display())]
    NoRecord { file: PathBuf, why: String },
    /// The record is not true.
    #[error("{} is not the true record of a match: {deviation}", .file.display())]
    Deviation { file: PathBuf, deviation: Deviation },
    /// The companion program is not there.
    #[error(
        "prove, bench and capacity are done by bakufu-lab, and there is no {}: put it there, or \
         get it from the sources with `cargo install --path services/bakufu/lab`; the image of \
         bakufu has it",
        .companion.display()
    )]
    NoCompanion { companion: PathBuf },
    /// The companion program can't be built.
    #[error("bakufu-lab could not be built ({0}): see what cargo says")]
    CompanionBuild(String),
    /// A terminal can't show a binary record.
    #[error("the record is binary: give --out FILE to keep it, or --json to read it")]
    BinaryOnTerminal,
    /// A terminal can't show an archive.
    #[error("records are binary: give --to FOLDER to keep them, or lead them into a program")]
    ArchiveOnTerminal,
    /// A record can't be written to the archive.
    #[error(
        "{place} can't be written ({source}): see to it, or choose another folder with --to; \
         nothing is lost, and the next run goes on"
    )]
    Archive { place: String, source: io::Error },
    /// Some records are not in the archive, while others are.
    #[error("{count} records could not be archived; the first is {match_id}: {why}")]
    NotArchived { match_id: String, why: String, count: usize },
    /// Environment variables are wrong.
    #[error("{0}")]
    Config(#[from] ConfigFaults),
    /// Telemetry refuses its settings.
    #[error("telemetry can't start: {0}; check the OTEL_ variables")]
    Telemetry(#[from] TelemetryError),
    /// The system refuses something that should always work.
    #[error("{doing}: {source}")]
    System { doing: &'static str, source: io::Error },
    /// The result can't be written to standard output.
    #[error("write the result: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::UnknownGame { .. }
            | Self::Seats { .. }
            | Self::UnknownOption { .. }
            | Self::OptionValue { .. }
            | Self::OptionTwice { .. }
            | Self::OptionKind { .. }
            | Self::ServerAddress { .. }
            | Self::NoHome
            | Self::NoMatches { .. }
            | Self::NoToken
            | Self::NoSeatToken { .. }
            | Self::OtherSeat { .. }
            | Self::NoSuchSeat { .. }
            | Self::StrangeToken
            | Self::BinaryOnTerminal
            | Self::ArchiveOnTerminal
            | Self::RecordFile { .. }
            | Self::NoRecord { .. }
            | Self::TombstoneFile { .. }
            | Self::NoTombstone { .. }
            | Self::Config(_) => EXIT_USAGE,
            _ => EXIT_FAILURE,
        }
    }
}

impl From<Status> for Failure {
    fn from(status: Status) -> Self {
        Self::Refused(Box::new(status))
    }
}

/// What the disk said is only in the source.
fn with_source(error: &OpenError) -> String {
    match error {
        OpenError::Failed { source, .. } => format!("{error}: {source}"),
        other => other.to_string(),
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "nothing, there are none".to_owned() } else { names.join(", ") }
}

/// A server that has just started may not have found its games yet.
fn which(games: &[String]) -> String {
    if games.is_empty() {
        "the server has none yet; see whether they run, and try again".to_owned()
    } else {
        format!("choose one of {}", games.join(", "))
    }
}

/// What a status says to a person. Bad fields are in its details.
fn sentence(status: &Status) -> String {
    match Reason::from_status(status) {
        Some(Reason::Malformed(faults)) => {
            let faults: Vec<String> =
                faults.iter().map(|fault| format!("{} {}", fault.field, fault.why)).collect();
            format!("the server refused: {}", faults.join("; "))
        }
        Some(reason) => format!("the server refused: {reason}"),
        None => format!("the call failed: {} ({})", status.message(), status.code()),
    }
}
