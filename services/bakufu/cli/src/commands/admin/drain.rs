//! `bakufu admin drain` and `undrain`: whether new matches of a game begin.

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;

use super::{Operator, read};
use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Without --rules-version it is about the whole game, also in versions to come.

Examples:
  bakufu admin drain samurai
  bakufu admin drain samurai --rules-version 1     new matches take another version
  bakufu admin undrain samurai                     takes all of it back";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The game
    game: String,
    /// Only this version of its rules
    #[arg(long, value_name = "VERSION")]
    rules_version: Option<String>,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: Arguments,
    drained: bool,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let Arguments { game, rules_version } = arguments;
    let rules_version = rules_version.unwrap_or_default();
    let request = play::DrainGameRequest { game: game.clone(), rules_version, drained };
    let request = operator.request(request);
    let answer = read(operator.client.drain_game(request).await)?;
    if json {
        return Ok(output.json(&DrainReport::from(&answer))?);
    }
    let drained = match (answer.all_drained, answer.drained_versions.as_slice()) {
        (true, _) => format!("{game} is drained as a whole"),
        (false, []) => format!("nothing of {game} is drained"),
        (false, versions) => format!("of {game}, rules {} are drained", versions.join(", ")),
    };
    let new = match answer.new_matches_get.as_str() {
        "" => "no new matches begin".to_owned(),
        version => format!("new matches get rules {version}"),
    };
    Ok(output.line(format_args!("{drained}; {new}. Running matches go on."))?)
}

#[derive(Serialize)]
struct DrainReport<'a> {
    all_drained: bool,
    drained_versions: &'a [String],
    /// Null if no new matches begin.
    new_matches_get: Option<&'a str>,
}

impl<'a> From<&'a play::DrainGameResponse> for DrainReport<'a> {
    fn from(answer: &'a play::DrainGameResponse) -> Self {
        let new_matches_get = Some(answer.new_matches_get.as_str()).filter(|it| !it.is_empty());
        Self {
            all_drained: answer.all_drained,
            drained_versions: &answer.drained_versions,
            new_matches_get,
        }
    }
}
