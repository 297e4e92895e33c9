//! `bakufu admin versions`: who serves each version, and what holds it back.

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;

use super::{Operator, read};
use crate::failure::Failure;
use crate::output::Output;
use crate::text_table::TextTable;

const EXAMPLES: &str = "\
A version can go when it is drained and no match holds it back any more.

Examples:
  bakufu admin versions
  bakufu admin versions --game samurai
  bakufu admin versions --json | jq -r '.versions[] | select(.drained) | .held_back_by[]'";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Only versions of this game
    #[arg(long)]
    game: Option<String>,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let game = arguments.game.unwrap_or_default();
    let request = operator.request(play::ListGameVersionsRequest { game });
    let answer = read(operator.client.list_game_versions(request).await)?;
    if json {
        return Ok(output.json(&VersionsReport::from(&answer))?);
    }
    let mut table =
        TextTable::new(["game", "rules", "pods", "drained", "new matches", "open matches"]);
    for version in &answer.versions {
        table.row([
            version.game.clone(),
            version.rules_version.clone(),
            version.pods_ready.to_string(),
            yes_or_no(version.drained),
            yes_or_no(version.takes_new_matches),
            version.open_matches.to_string(),
        ]);
    }
    output.line(table)?;
    for version in answer.versions.iter().filter(|it| !it.takes_new_matches) {
        tell_what_holds_back(version, output)?;
    }
    if !answer.complete {
        output.line("")?;
        output.line("Older matches are still being counted: the numbers are too low.")?;
    }
    Ok(())
}

fn tell_what_holds_back(
    version: &play::GameVersionStatus,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let play::GameVersionStatus { game, rules_version, held_back_by, open_matches, .. } = version;
    if held_back_by.is_empty() {
        return Ok(());
    }
    output.line("")?;
    output.line(format_args!("{game} {rules_version} is held back by:"))?;
    for match_id in held_back_by {
        output.line(format_args!("  {match_id}"))?;
    }
    let more = open_matches.saturating_sub(held_back_by.len() as u64);
    if more > 0 {
        output.line(format_args!("  and {more} more"))?;
    }
    Ok(())
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

#[derive(Serialize)]
struct VersionsReport<'a> {
    versions: Vec<Version<'a>>,
    drained_games: &'a [String],
    complete: bool,
}

#[derive(Serialize)]
struct Version<'a> {
    game: &'a str,
    rules_version: &'a str,
    pods_ready: u32,
    drained: bool,
    takes_new_matches: bool,
    open_matches: u64,
    held_back_by: &'a [String],
}

impl<'a> From<&'a play::ListGameVersionsResponse> for VersionsReport<'a> {
    fn from(answer: &'a play::ListGameVersionsResponse) -> Self {
        let version = |version: &'a play::GameVersionStatus| Version {
            game: &version.game,
            rules_version: &version.rules_version,
            pods_ready: version.pods_ready,
            drained: version.drained,
            takes_new_matches: version.takes_new_matches,
            open_matches: version.open_matches,
            held_back_by: &version.held_back_by,
        };
        Self {
            versions: answer.versions.iter().map(version).collect(),
            drained_games: &answer.drained_games,
            complete: answer.complete,
        }
    }
}
