//! `bakufu admin abort`: ends a match.

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_server::{OsSecrets, Secrets};
use serde::Serialize;

use super::{Operator, read};
use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
The match is over at once and has no winner. Its record can be exported, with
everything that was hidden in it. This can't be taken back.

Examples:
  bakufu admin abort 5b0d9c3f6a1e4d2c8f7b6a5948372615 --reason \"stuck since Monday\"";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The id of the match
    #[arg(value_name = "MATCH")]
    match_id: String,
    /// Why, for the players to read
    #[arg(long, value_name = "TEXT")]
    reason: String,
    /// Repeat the id of an earlier try whose answer was lost
    #[arg(long, value_name = "ID")]
    request_id: Option<String>,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let Arguments { match_id, reason, request_id } = arguments;
    let request_id = request_id.unwrap_or_else(random_id);
    let request = operator.request(play::AbortMatchRequest { match_id, reason, request_id });
    let answer = read(operator.client.abort_match(request).await)?;
    let ended = answer.game_match.ok_or(Failure::Nonsense("an abort without its match"))?;
    let aborted = ended.aborted.ok_or(Failure::Nonsense("an abort that did not happen"))?;
    if json {
        let (match_id, game) = (&ended.match_id, &ended.game);
        return Ok(output.json(&Ended { match_id, game, reason: &aborted.reason })?);
    }
    let (match_id, game) = (&ended.match_id, &ended.game);
    Ok(output.line(format_args!("{match_id} of {game} is over: {}", aborted.reason))?)
}

#[derive(Serialize)]
struct Ended<'a> {
    match_id: &'a str,
    game: &'a str,
    reason: &'a str,
}

fn random_id() -> String {
    let mut bytes = [0; 16];
    OsSecrets.fill(&mut bytes);
    hex::encode(bytes)
}
