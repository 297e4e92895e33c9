//! `bakufu games`: which games there are.

use clap::Args;
use kit_proto::bakufu::rules::v1::Game;
use serde::Serialize;

use crate::all_in_one::Setup;
use crate::client::list_games;
use crate::failure::Failure;
use crate::output::Output;
use crate::server_connection::ServerConnection;

const EXAMPLES: &str = "\
Without --server the games that ship with this program are started in it for a
moment and asked; with --server, all games that are registered there are listed.

Examples:
  bakufu games
  bakufu games --server http://127.0.0.1:7000
  bakufu games --json | jq -r '.[].id'";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The server to ask, for example http://127.0.0.1:7000
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let mut connection =
        ServerConnection::open(arguments.server.as_deref(), Setup::default()).await?;
    let games = list_games(&mut connection.client).await?;
    connection.leave().await?;
    if arguments.json {
        let games: Vec<GameJson<'_>> = games.iter().map(GameJson::from).collect();
        return Ok(output.json(&games)?);
    }
    for (index, game) in games.iter().enumerate() {
        if index > 0 {
            output.line("")?;
        }
        describe(game, output)?;
    }
    Ok(())
}

fn describe(game: &Game, output: &mut Output<'_>) -> Result<(), Failure> {
    let Game { id, title, summary, rules_version, seats_min, seats_max, .. } = game;
    output.line(format_args!(
        "{id}: {title}, {seats_min} to {seats_max} seats, rules {rules_version}"
    ))?;
    output.line(format_args!("  {summary}"))?;
    for option in &game.options {
        let values: Vec<String> = option
            .values
            .iter()
            .map(|value| {
                let is_default = *value == option.default_value;
                if is_default { format!("{value} (default)") } else { value.clone() }
            })
            .collect();
        output.line(format_args!("  --option {}={}", option.name, values.join(" | ")))?;
        output.line(format_args!("      {}", option.help))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct GameJson<'a> {
    id: &'a str,
    title: &'a str,
    summary: &'a str,
    rules_version: &'a str,
    seats_min: u32,
    seats_max: u32,
    options: Vec<OptionJson<'a>>,
}

#[derive(Serialize)]
struct OptionJson<'a> {
    name: &'a str,
    help: &'a str,
    values: &'a [String],
    default: &'a str,
}

impl<'a> From<&'a Game> for GameJson<'a> {
    fn from(game: &'a Game) -> Self {
        let option = |option: &'a kit_proto::bakufu::rules::v1::GameOption| OptionJson {
            name: &option.name,
            help: &option.help,
            values: &option.values,
            default: &option.default_value,
        };
        Self {
            id: &game.id,
            title: &game.title,
            summary: &game.summary,
            rules_version: &game.rules_version,
            seats_min: game.seats_min,
            seats_max: game.seats_max,
            options: game.options.iter().map(option).collect(),
        }
    }
}
