//! `bakufu admin matches`: every match there is.

use std::collections::HashSet;

use clap::{Args, ValueEnum};
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;

use super::{Operator, read};
use crate::failure::Failure;
use crate::output::Output;
use crate::text_table::TextTable;

const EXAMPLES: &str = "\
Examples:
  bakufu admin matches
  bakufu admin matches --game samurai --status playing
  bakufu admin matches --json | jq -r '.matches[].match_id'";

/// Matches that are asked for at a time.
const PAGE: u32 = 100;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Only matches of this game
    #[arg(long)]
    game: Option<String>,
    /// Only matches of this rules version
    #[arg(long, value_name = "VERSION")]
    rules_version: Option<String>,
    /// Only matches in this status
    #[arg(long)]
    status: Option<Status>,
    /// Stop after this many
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    limit: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Status {
    Seating,
    Playing,
    Over,
}

pub(super) async fn run(
    operator: &mut Operator,
    arguments: &Arguments,
    json: bool,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let (matches, more) = all(operator, arguments).await?;
    if json {
        let matches = matches.iter().map(MatchRow::from).collect();
        return Ok(output.json(&Listed { matches, more })?);
    }
    let headings = ["match", "game", "rules", "status", "seats", "revision", "created"];
    let mut table = TextTable::new(headings);
    for row in matches.iter().map(MatchRow::from) {
        table.row([
            row.match_id.to_owned(),
            row.game.to_owned(),
            row.rules_version.to_owned(),
            row.aborted.map_or(row.status.to_owned(), |_| "aborted".to_owned()),
            format!("{}/{}", row.seats_taken, row.seats),
            row.revision.to_string(),
            row.created_at.clone(),
        ]);
    }
    output.line(table)?;
    output.line("")?;
    let count = matches.len();
    let end = if more { "; there are more, see --limit" } else { "" };
    Ok(output.line(format_args!("{count} matches{end}"))?)
}

/// The matches up to the limit, each once, and whether there are more.
async fn all(
    operator: &mut Operator,
    arguments: &Arguments,
) -> Result<(Vec<play::MatchSummary>, bool), Failure> {
    let status = match arguments.status {
        None => play::MatchStatus::Unspecified,
        Some(Status::Seating) => play::MatchStatus::Seating,
        Some(Status::Playing) => play::MatchStatus::Playing,
        Some(Status::Over) => play::MatchStatus::Over,
    };
    let (mut matches, mut seen) = (Vec::new(), HashSet::new());
    let mut page_token = String::new();
    loop {
        let request = operator.request(play::ListAllMatchesRequest {
            game: arguments.game.clone().unwrap_or_default(),
            rules_version: arguments.rules_version.clone().unwrap_or_default(),
            status: status.into(),
            page_size: PAGE,
            page_token,
        });
        let page = read(operator.client.list_all_matches(request).await)?;
        // A store that changes meanwhile may name a match twice.
        matches.extend(page.matches.into_iter().filter(|row| seen.insert(row.match_id.clone())));
        page_token = page.next_page_token;
        if page_token.is_empty() || matches.len() >= arguments.limit {
            let more = !page_token.is_empty() || matches.len() > arguments.limit;
            matches.truncate(arguments.limit);
            return Ok((matches, more));
        }
    }
}

#[derive(Serialize)]
struct Listed<'a> {
    matches: Vec<MatchRow<'a>>,
    more: bool,
}

#[derive(Serialize)]
struct MatchRow<'a> {
    match_id: &'a str,
    game: &'a str,
    rules_version: &'a str,
    status: &'static str,
    seats: u32,
    seats_taken: u32,
    revision: u64,
    listed: bool,
    created_at: String,
    /// Why an operator ended it.
    aborted: Option<&'a str>,
}

impl<'a> From<&'a play::MatchSummary> for MatchRow<'a> {
    fn from(summary: &'a play::MatchSummary) -> Self {
        let status = match summary.status() {
            play::MatchStatus::Unspecified => "unknown",
            play::MatchStatus::Seating => "seating",
            play::MatchStatus::Playing => "playing",
            play::MatchStatus::Over => "over",
        };
        Self {
            match_id: &summary.match_id,
            game: &summary.game,
            rules_version: &summary.rules_version,
            status,
            seats: summary.seats,
            seats_taken: summary.seats_taken,
            revision: summary.revision,
            listed: summary.listed,
            created_at: summary.created_at.map(|at| at.to_string()).unwrap_or_default(),
            aborted: summary.aborted.as_ref().map(|aborted| aborted.reason.as_str()),
        }
    }
}
