//! `bakufu capacity`: what stored matches cost, by how many there are.

use bakufu_cli::Output;
use bakufu_cli::capacity::{ALL_GAMES, Arguments, Filled};
use bakufu_games::shipped;
use kit_service::Metrics;
use tokio::runtime::Runtime;

use super::copies::Copies;
use super::fill::fill;
use super::ground::Ground;
use super::level::{Level, Site};
use super::replica::Games;
use super::report::{CapacityReport, StoreReport};
use super::templates::{self, Template, Templates};
use super::{at_rest, long};
use crate::bench::{find, start_telemetry};
use crate::failure::Failure;

/// The game and the seats of the match that is looked at alone.
const RESTING: (&str, usize) = ("samurai", 4);

pub(crate) fn run(
    runtime: &Runtime,
    arguments: Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let game = (arguments.game != ALL_GAMES).then_some(arguments.game.as_str());
    if let Some(game) = game {
        find(&shipped(), game)?;
    }
    // That a replica dies is no news here.
    let telemetry = start_telemetry(runtime, "error")?;
    let report = runtime.block_on(measure(&arguments, game, telemetry.metrics()))?;
    if arguments.json {
        return Ok(output.json(&report)?);
    }
    report.print(output)
}

async fn measure(
    arguments: &Arguments,
    game: Option<&str>,
    metrics: &Metrics,
) -> Result<CapacityReport, Failure> {
    let mut sizes = arguments.matches.clone();
    sizes.sort_unstable();
    sizes.dedup();
    let most = sizes.last().copied().unwrap_or_default();
    let copies = Copies::mixed(play(game, |_| true)?);
    let games = Games::start(metrics).await?;
    let mut stores = Vec::new();
    for filled in &arguments.store {
        let ground = Ground::prepare(*filled, arguments.redis.as_deref())?;
        let levels = measure_store(&ground, &sizes, &copies, &games, arguments, metrics).await?;
        stores.push(StoreReport { store: ground.name, levels });
        ground.clean()?;
    }
    let has_redis = arguments.store.iter().any(|it| matches!(it, Filled::Redis | Filled::Cluster));
    let (mut at_rest, mut long) = (Vec::new(), Vec::new());
    if has_redis && arguments.redis.is_none() {
        let resting = play(Some(RESTING.0), |template| template.seats == RESTING.1)?;
        at_rest = at_rest::measure(&resting, most).await?;
        long = long::measure(&resting, most).await?;
    }
    let cores = std::thread::available_parallelism().map_or(1, Into::into);
    let (game, mix) = (arguments.game.clone(), copies.mix(most));
    Ok(CapacityReport { game, cores, mix, stores, at_rest, long, aims: Vec::new() }.judged())
}

async fn measure_store(
    ground: &Ground,
    sizes: &[u64],
    copies: &Copies,
    games: &Games,
    arguments: &Arguments,
    metrics: &Metrics,
) -> Result<Vec<Level>, Failure> {
    let store = ground.open().await?;
    let empty_bytes = ground.bytes()?;
    let listened = arguments.seconds;
    let site = Site { ground, store: &store, copies, games, metrics, empty_bytes, listened };
    let (mut levels, mut from) = (Vec::new(), 0);
    for size in sizes {
        let doing = format!("fill {}", ground.name);
        let filled = fill(&store, copies, from..*size, &doing).await?;
        levels.push(site.measure(filled, from).await?);
        from = *size;
    }
    Ok(levels)
}

/// Plays templates of a game, or of all.
fn play(game: Option<&str>, is_wanted: fn(&Template) -> bool) -> Result<Templates, Failure> {
    let played = templates::play(game);
    let played = played.map_err(|reason| Failure::NotPlayed(reason.name().to_owned()))?;
    Ok(played.into_iter().filter(is_wanted).collect())
}
