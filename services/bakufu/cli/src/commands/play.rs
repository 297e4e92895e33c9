//! `bakufu play`: bots play a whole match.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use indicatif::ProgressBar;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::rules::v1 as rules;
use prost::Message;
use serde::Serialize;

use super::export;
use crate::all_in_one::Setup;
use crate::bot_match::BotMatch;
use crate::client::{self, Client};
use crate::executable::own_name;
use crate::failure::Failure;
use crate::options::{encode_options, parse_choice};
use crate::output::Output;
use crate::place::Place;
use crate::seeded::{Seed, SeededSecrets};
use crate::standings;
use crate::turns::{Turn, append};

/// How often the spinner moves.
const SPIN_EVERY: Duration = Duration::from_millis(100);

const EXAMPLES: &str = "\
The match runs through a real orchestrator over gRPC: one in this process that
keeps nothing, or the one that --server names. What is told is what a spectator
may know. A new turn begins when the match waits for other seats than before.

Examples:
  bakufu play samurai --seats 3
  bakufu play samurai --seats 2 --watch --option start_hand=random
  bakufu play samurai --seats 4 --seed c0ffee       the same match every time
  bakufu play samurai --seats 2 --export match.bin  keep the complete record
  bakufu play samurai --seats 4 --server http://127.0.0.1:7000";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game; `bakufu games` lists them
    game: String,
    /// How many bots play
    #[arg(long, value_name = "N")]
    seats: u32,
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
}

pub(crate) async fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    let mut setup = Setup::default();
    if let Some(Seed(seed)) = &arguments.seed {
        setup.secrets = Arc::new(SeededSecrets::new(seed));
    }
    let mut place = Place::open(arguments.server.as_deref(), setup).await?;
    let wanted = request(&mut place.client, &arguments).await?;
    let mut playing = BotMatch::start(&mut place.client, wanted).await?;
    let turns = if arguments.watch {
        watch(&mut playing, output).await?
    } else {
        wait(&mut playing).await?
    };
    let played = Played::new(playing, turns)?;
    if let Some(file) = &arguments.export {
        let record = client::export(&mut place.client, &played.match_id).await?;
        export::write(file, &record.encode_to_vec())?;
    }
    place.leave().await?;
    if arguments.json {
        return Ok(output.json(&played)?);
    }
    if !arguments.watch {
        let mut last = None;
        for turn in &played.turns {
            tell(turn, &mut last, output)?;
        }
    }
    conclude(&played, &arguments, output)
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
    check_seats(game, arguments.seats)?;
    let schema = client::game_schema(client, &game.id).await?;
    let options = encode_options(&schema.game, &schema.descriptor_set, &arguments.options)?;
    Ok(play::CreateMatchRequest {
        game: game.id.clone(),
        seats: arguments.seats,
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
    let mut last = None;
    while let Some(addition) = playing.next().await? {
        tell(&addition, &mut last, output)?;
        output.flush()?;
        append(&mut turns, addition);
    }
    Ok(turns)
}

/// Waits for the end behind a spinner.
async fn wait(playing: &mut BotMatch) -> Result<Vec<Turn>, Failure> {
    let spinner = ProgressBar::new_spinner();
    spinner.enable_steady_tick(SPIN_EVERY);
    let mut turns = Vec::new();
    while let Some(addition) = playing.next().await? {
        spinner.set_message(format!("turn {}", addition.number));
        append(&mut turns, addition);
    }
    spinner.finish_and_clear();
    Ok(turns)
}

/// Tells a turn, or what is added to the last one; only its first line has the
/// number.
fn tell(turn: &Turn, last: &mut Option<u32>, output: &mut Output<'_>) -> Result<(), Failure> {
    for sentence in &turn.sentences {
        let is_new = last.replace(turn.number) != Some(turn.number);
        let heading = match turn.number {
            _ if !is_new => String::new(),
            0 => "setup".to_owned(),
            number => number.to_string(),
        };
        output.line(format_args!("{heading:>5}  {sentence}"))?;
    }
    Ok(())
}

fn conclude(
    played: &Played,
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
struct Played {
    match_id: String,
    game: String,
    rules_version: String,
    seats: usize,
    seed_commitment: String,
    turns: Vec<Turn>,
    standings: Vec<standings::Place>,
}

impl Played {
    fn new(ended: BotMatch, turns: Vec<Turn>) -> Result<Self, Failure> {
        let (game_match, outcome) = ended.result()?;
        Ok(Self {
            standings: standings::places(&game_match, &outcome),
            seats: game_match.seats.len(),
            seed_commitment: hex::encode(&game_match.seed_commitment),
            match_id: game_match.match_id,
            game: game_match.game,
            rules_version: game_match.rules_version,
            turns,
        })
    }
}
