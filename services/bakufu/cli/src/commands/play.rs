//! `bakufu play`: bots play a whole match, or a person plays against them.

mod human;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1 as rules;
use prost::Message;
use serde::Serialize;

use crate::all_in_one::Setup;
use crate::bot_match::BotMatch;
use crate::client::{self, Client};
use crate::executable::own_name;
use crate::failure::Failure;
use crate::file::write;
use crate::game_name::GameName;
use crate::input::Input;
use crate::options::{encode_options, parse_choice};
use crate::output::Output;
use crate::progress::Spinner;
use crate::seeded::{Seed, SeededSecrets};
use crate::server_connection::ServerConnection;
use crate::standings;
use crate::turns::{Teller, Turn, append};

const EXAMPLES: &str = "\
The match runs through a real orchestrator over gRPC: one in this process that
keeps nothing, or the one that --server names. What is told is what a spectator
may know. A new turn begins when the match waits for other seats than before.

With --human you play one of the seats: choose by number, type words to find a
choice among many, and ? for help. Choices are read from standard input, so a
script can play as well. On a server the match waits for you when you leave;
`bakufu join` brings you back.

Examples:
  bakufu play samurai --human                       you against bots
  bakufu play shogun --human --seats 4 --seat 2
  bakufu play samurai --seats 3
  bakufu play samurai --seats 2 --watch --option start_hand=random
  bakufu play samurai --seats 4 --seed c0ffee       the same match every time
  bakufu play samurai --seats 2 --export match.bin  keep the complete record
  bakufu play samurai --seats 4 --server http://127.0.0.1:7000";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game; `bakufu games` lists them
    #[arg(value_parser = GameName, hide_possible_values = true)]
    game: String,
    /// How many play; with --human as few as the game allows if not given
    #[arg(long, value_name = "N", required_unless_present = "human")]
    seats: Option<u32>,
    /// Play a seat yourself
    #[arg(long, conflicts_with_all = ["watch", "json"])]
    human: bool,
    /// Your seat; 1 if not given
    #[arg(
        long,
        value_name = "N",
        requires = "human",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    seat: Option<u32>,
    /// Your name at the table
    #[arg(long, requires = "human")]
    name: Option<String>,
    /// A choice of the game, as often as needed; `bakufu games` lists them
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_choice)]
    options: Vec<(String, String)>,
    /// Repeat a match: up to 32 bytes in hex from which everything follows
    #[arg(long, value_name = "HEX", conflicts_with = "server")]
    seed: Option<Seed>,
    /// Tell everything as it happens
    #[arg(long, conflicts_with = "json")]
    watch: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Play on this server, for example http://127.0.0.1:7000
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Write the complete record of the match to this file, in binary form
    #[arg(long, value_name = "FILE")]
    export: Option<PathBuf>,
    /// The folder that the token of your seat on a server is kept in;
    /// $XDG_DATA_HOME/bakufu or ~/.local/share/bakufu if not given
    #[arg(long, value_name = "FOLDER", env = "BAKUFU_DATA")]
    data: Option<PathBuf>,
}

pub(crate) async fn run(
    arguments: Arguments,
    input: &mut Input<'_>,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let mut setup = Setup::default();
    if let Some(Seed(seed)) = &arguments.seed {
        setup.secrets = Arc::new(SeededSecrets::new(seed));
    }
    let mut connection = ServerConnection::open(arguments.server.as_deref(), setup).await?;
    let wanted = request(&mut connection.client, &arguments).await?;
    if !arguments.human {
        return watch_bots(connection, wanted, &arguments, output).await;
    }
    let over = human::run(&mut connection.client, wanted, &arguments, input, output).await?;
    if let (Some(match_id), Some(file)) = (over, &arguments.export) {
        keep_record(&mut connection.client, &match_id, file).await?;
    }
    connection.leave().await
}

async fn watch_bots(
    mut connection: ServerConnection,
    wanted: play::CreateMatchRequest,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let mut playing = BotMatch::start(&mut connection.client, wanted).await?;
    let turns = if arguments.watch {
        watch(&mut playing, output).await?
    } else {
        wait(&mut playing).await?
    };
    let played = PlayedMatch::new(playing, turns)?;
    if let Some(file) = &arguments.export {
        keep_record(&mut connection.client, &played.match_id, file).await?;
    }
    connection.leave().await?;
    if arguments.json {
        return Ok(output.json(&played)?);
    }
    if !arguments.watch {
        let mut teller = Teller::default();
        for turn in &played.turns {
            teller.tell(turn, output)?;
        }
    }
    conclude(&played, arguments, output)
}

async fn keep_record(client: &mut Client, match_id: &str, file: &Path) -> Result<(), Failure> {
    let record = client::export(client, match_id).await?;
    write(file, &record.encode_to_vec())
}

/// Asks for what the arguments say, after checking that it exists.
async fn request(
    client: &mut Client,
    arguments: &Arguments,
) -> Result<play::CreateMatchRequest, Failure> {
    let games = client::list_games(client).await?;
    let Some(game) = games.iter().find(|game| game.id == arguments.game) else {
        let known = games.into_iter().map(|game| game.id).collect();
        return Err(Failure::UnknownGame { game: arguments.game.clone(), known });
    };
    let seats = arguments.seats.unwrap_or(game.seats_min);
    check_seats(game, seats)?;
    let schema = client::game_schema(client, &game.id).await?;
    let options = encode_options(&schema.game, &schema.descriptor_set, &arguments.options)?;
    Ok(play::CreateMatchRequest {
        game: game.id.clone(),
        seats,
        options: options.into(),
        listed: true,
        ..Default::default()
    })
}

fn check_seats(game: &rules::Game, wanted: u32) -> Result<(), Failure> {
    let (min, max) = (game.seats_min, game.seats_max);
    if (min..=max).contains(&wanted) {
        return Ok(());
    }
    Err(Failure::Seats { title: game.title.clone(), min, max, wanted })
}

/// Tells every turn as it happens.
async fn watch(playing: &mut BotMatch, output: &mut Output<'_>) -> Result<Vec<Turn>, Failure> {
    let mut turns = Vec::new();
    let mut teller = Teller::default();
    while let Some(addition) = playing.next().await? {
        teller.tell(&addition, output)?;
        output.flush()?;
        append(&mut turns, addition);
    }
    Ok(turns)
}

/// Waits for the end behind a spinner.
async fn wait(playing: &mut BotMatch) -> Result<Vec<Turn>, Failure> {
    let spinner = Spinner::new("setup");
    let mut turns = Vec::new();
    while let Some(addition) = playing.next().await? {
        spinner.say(format!("turn {}", addition.number));
        append(&mut turns, addition);
    }
    Ok(turns)
}

fn conclude(
    played: &PlayedMatch,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    output.line("")?;
    output.line(standings::table(&played.standings))?;
    output.line("")?;
    output.line(format_args!("match            {}", played.match_id))?;
    output.line(format_args!("seed commitment  {}", played.seed_commitment))?;
    let record = match (&arguments.export, &arguments.server) {
        (Some(file), _) => format!("written to {}", file.display()),
        (None, Some(server)) => {
            let name = own_name();
            format!("{name} export {} --server {server} --json", played.match_id)
        }
        (None, None) => "gone with this command; --export FILE keeps it".to_owned(),
    };
    Ok(output.line(format_args!("record           {record}"))?)
}

/// A match that is over.
#[derive(Serialize)]
struct PlayedMatch {
    match_id: String,
    game: String,
    rules_version: String,
    seats: usize,
    seed_commitment: String,
    turns: Vec<Turn>,
    standings: Vec<standings::StandingsEntry>,
}

impl PlayedMatch {
    fn new(ended: BotMatch, turns: Vec<Turn>) -> Result<Self, Failure> {
        let (game_match, outcome) = ended.result()?;
        Ok(Self {
            standings: standings::entries(&game_match, &outcome),
            seats: game_match.seats.len(),
            seed_commitment: hex::encode(&game_match.seed_commitment),
            match_id: game_match.match_id,
            game: game_match.game,
            rules_version: game_match.rules_version,
            turns,
        })
    }
}
