//! `bakufu bench`: how fast this machine is, and how close to what is possible.

use std::time::Duration;

use bakufu_cli::Output;
use bakufu_cli::bench::{Arguments, Kept};
use bakufu_games::{ShippedGame, shipped};
use kit_rules::SeatCount;
use kit_service::{Telemetry, TelemetryConfig};
use tokio::runtime::Runtime;

use super::backing::Backing;
use super::core::{Playouts, playouts};
use super::redis_process::RedisProcess;
use super::report::BenchReport;
use super::submit::Bench;
use crate::failure::Failure;
use crate::progress::Stages;

/// The longest that random play of one game and seat count is measured.
const PLAYOUT_MAX: Duration = Duration::from_secs(1);

pub(crate) fn run(
    runtime: &Runtime,
    arguments: Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let report = measure(runtime, &arguments, &shipped())?;
    if arguments.json {
        return Ok(output.json(&report)?);
    }
    report.print(output)
}

fn measure(
    runtime: &Runtime,
    arguments: &Arguments,
    games: &[ShippedGame],
) -> Result<BenchReport, Failure> {
    let facts = find(games, &arguments.game)?.facts;
    let redis = match (arguments.store, &arguments.redis) {
        (Kept::Redis, None) => Some(RedisProcess::start()?),
        _ => None,
    };
    let backing = backing(arguments, redis.as_ref());
    let telemetry = start_telemetry(runtime, "warn")?;
    let progress = Stages::new(arguments.concurrency.len() + games.len() + 2);

    progress.next("play one match to weigh its messages");
    let clients_max = arguments.concurrency.iter().copied().max().unwrap_or(1).into();
    let played = (facts.id, facts.seats_max);
    let metrics = telemetry.metrics().clone();
    let bench = Bench::start(runtime, &backing, metrics, played, clients_max)?;
    let mut submit = Vec::new();
    for clients in &arguments.concurrency {
        progress.next(&format!("submit with {clients} at the same time"));
        submit.push(bench.level((*clients).into(), arguments.seconds)?);
    }
    progress.next("make views");
    let views = bench.views()?;
    let sizes = bench.sizes().clone();
    bench.end(&backing)?;
    let mut playouts = Vec::new();
    for game in games {
        progress.next(&format!("play random matches of {}", game.facts.title));
        playouts.extend(play_out(game, arguments.seconds.min(PLAYOUT_MAX)));
    }
    drop(progress);

    let store = if arguments.store == Kept::Memory { "memory" } else { "Redis" };
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    let (game, seats) = (facts.id.to_owned(), facts.seats_max);
    let aims = Vec::new();
    let mut report =
        BenchReport { game, seats, store, cores, sizes, submit, playouts, views, aims };
    report.judge();
    Ok(report)
}

pub(crate) fn find<'a>(games: &'a [ShippedGame], id: &str) -> Result<&'a ShippedGame, Failure> {
    let found = games.iter().find(|game| game.facts.id == id);
    let unknown = || bakufu_cli::Failure::UnknownGame {
        game: id.to_owned(),
        known: games.iter().map(|game| game.facts.id.to_owned()).collect(),
    };
    Ok(found.ok_or_else(unknown)?)
}

fn backing(arguments: &Arguments, own: Option<&RedisProcess>) -> Backing {
    let url = own.map(RedisProcess::url).or(arguments.redis.as_deref());
    match url {
        None => Backing::Memory,
        // The number of the process keeps two benchmarks on one Redis apart.
        Some(url) => Backing::Redis {
            url: url.to_owned(),
            prefix: format!("bakufu-bench-{}:", std::process::id()),
        },
    }
}

/// The product is measured as it runs: with instruments, and with a subscriber
/// that has little to say.
pub(crate) fn start_telemetry(runtime: &Runtime, log_filter: &str) -> Result<Telemetry, Failure> {
    let _inside = runtime.enter();
    let config = TelemetryConfig { log_filter: log_filter.to_owned(), ..Default::default() };
    let (telemetry, dispatch) = Telemetry::build("bakufu-bench", &config)?;
    // Whoever has installed a subscriber before is heard as well.
    tracing::dispatcher::set_global_default(dispatch).ok();
    Ok(telemetry)
}

fn play_out(game: &ShippedGame, duration: Duration) -> Vec<Playouts> {
    (game.facts.seats_min..=game.facts.seats_max)
        .filter_map(SeatCount::new)
        .map(|seats| playouts(game, seats, duration))
        .collect()
}
