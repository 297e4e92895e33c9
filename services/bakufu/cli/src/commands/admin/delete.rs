//! `bakufu admin delete`: removes a match for good.

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;

use super::{Operator, read};
use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
The match is gone with its log and everything that is known of it, whether it is
over or not, and its watchers are told that there is no such match. This can't be
taken back: if its record may be wanted, abort the match and export it first.

Examples:
  bakufu admin delete 5b0d9c3f6a1e4d2c8f7b6a5948372615";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The id of the match
    #[arg(value_name = "MATCH")]
    match_id: String,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let match_id = arguments.match_id;
    let request = operator.request(play::RemoveMatchRequest { match_id: match_id.clone() });
    read(operator.client.remove_match(request).await)?;
    if json {
        return Ok(output.json(&Deleted { match_id: &match_id })?);
    }
    Ok(output.line(format_args!("{match_id} is deleted for good"))?)
}

#[derive(Serialize)]
struct Deleted<'a> {
    match_id: &'a str,
}
