//! `bakufu export`: the complete record of a finished match.

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::Args;
use prost::Message;

use crate::client::{connect, export, version_schema};
use crate::failure::Failure;
use crate::file::write;
use crate::output::Output;
use crate::progress::Spinner;
use crate::record_json::export_json;

const EXAMPLES: &str = "\
The record holds every action, event and draw and the secret seed, which is
enough to replay the match; `bakufu verify` does. It is a
bakufu.play.v1.MatchExport in binary form; with --json it is readable, with the
game's own messages spelled out.

Examples:
  bakufu export 5b0d9c3f6a1e4d2c8f7b6a5948372615 --out match.bin
  bakufu export 5b0d9c3f6a1e4d2c8f7b6a5948372615 --json | jq .server_seed";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The id of the match
    #[arg(value_name = "MATCH")]
    match_id: String,
    /// The server that holds the match
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:7000")]
    server: String,
    /// The file to write; without it the record goes to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write readable JSON instead of the binary form
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let is_binary = !arguments.json && arguments.out.is_none();
    if is_binary && std::io::stdout().is_terminal() {
        return Err(Failure::BinaryOnTerminal);
    }
    let mut client = connect(&arguments.server).await?;
    let spinner = Spinner::new("fetch the record");
    let record = export(&mut client, &arguments.match_id).await?;
    spinner.say("write it down".to_owned());
    let bytes = if arguments.json {
        let played = record.game_match.clone().unwrap_or_default();
        let schema = version_schema(&mut client, &played.game, &played.rules_version).await?;
        let json = export_json(&record, &schema)?;
        format!("{json:#}\n").into_bytes()
    } else {
        record.encode_to_vec()
    };
    drop(spinner);
    let Some(file) = arguments.out else {
        return Ok(output.bytes(&bytes)?);
    };
    write(&file, &bytes)?;
    Ok(output.line(format_args!("{} bytes written to {}", bytes.len(), file.display()))?)
}
