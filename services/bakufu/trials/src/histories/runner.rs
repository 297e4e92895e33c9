//! Plays many histories at the same time, and makes small what goes wrong.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use futures::future::BoxFuture;
use tokio::task::JoinSet;

use super::cluster::ToyCluster;
use super::command::{HistoryCommand, commands};
use super::contradiction::Contradiction;
use super::figures::Figures;
use super::history::History;
use super::store_fixture::StoreFixture;
use super::{Finding, RunSettings};

/// Histories at a time, per core: they often wait for a store.
const AT_A_TIME: usize = 8;
/// How often a history is played again to find a shorter one.
const SHRINKS_MAX: usize = 60;

/// What is called after each history.
type OnHistoryDone = Arc<dyn Fn() + Send + Sync>;

/// Plays histories, and calls `progress` after each of them.
///
/// # Errors
/// With the first one in which something goes wrong, or if the cluster for them
/// can't be set.
pub fn run(
    settings: &RunSettings,
    progress: impl Fn() + Send + Sync + 'static,
) -> BoxFuture<'_, Result<Figures, Box<Finding>>> {
    play_all(settings, Arc::new(progress))
}

fn play_all(
    settings: &RunSettings,
    progress: OnHistoryDone,
) -> BoxFuture<'_, Result<Figures, Box<Finding>>> {
    Box::pin(work_off(settings, progress))
}

async fn work_off(
    settings: &RunSettings,
    progress: OnHistoryDone,
) -> Result<Figures, Box<Finding>> {
    let unset =
        |Contradiction(what)| Box::new(Finding { seed: settings.seed, what, history: Vec::new() });
    let cluster = Arc::new(ToyCluster::start().await.map_err(unset)?);
    let next = Arc::new(AtomicU64::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut workers = JoinSet::new();
    for _ in 0..(cores * AT_A_TIME).min(settings.count.try_into().unwrap_or(usize::MAX)) {
        let (settings, cluster, next) = (settings.clone(), Arc::clone(&cluster), Arc::clone(&next));
        let (stop, progress) = (Arc::clone(&stop), Arc::clone(&progress));
        workers.spawn(async move { work(&settings, &cluster, &next, &stop, &*progress).await });
    }
    let mut figures = Figures::default();
    let mut finding = None;
    while let Some(worked) = workers.join_next().await {
        match worked.expect("a worker does not panic") {
            Ok(more) => figures.add(&more),
            Err(found) => {
                stop.store(true, Ordering::Relaxed);
                finding.get_or_insert(found);
            }
        }
    }
    finding.map_or(Ok(figures), Err)
}

/// Plays one history after the other, on one store.
async fn work(
    settings: &RunSettings,
    cluster: &ToyCluster,
    next: &AtomicU64,
    stop: &AtomicBool,
    progress: &(dyn Fn() + Send + Sync),
) -> Result<Figures, Box<Finding>> {
    let mut figures = Figures::default();
    let unset =
        |Contradiction(what)| Box::new(Finding { seed: settings.seed, what, history: Vec::new() });
    let mut store_fixture =
        StoreFixture::new(&settings.store_kind, settings.disguise.as_ref()).await.map_err(unset)?;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= settings.count || stop.load(Ordering::Relaxed) {
            return Ok(figures);
        }
        let seed = settings.seed.wrapping_add(number);
        let commands = commands(seed);
        match play(cluster, &mut store_fixture, seed, &commands).await {
            Ok(more) => figures.add(&more),
            Err(failure) => {
                stop.store(true, Ordering::Relaxed);
                let FailedHistory { wrong, history } =
                    shrink(settings, cluster, seed, commands, failure).await;
                return Err(Box::new(Finding { seed, what: wrong.0, history }));
            }
        }
        progress();
    }
}

/// How a history went wrong.
struct FailedHistory {
    wrong: Contradiction,
    history: Vec<String>,
}

async fn play(
    cluster: &ToyCluster,
    store_fixture: &mut StoreFixture,
    seed: u64,
    commands: &[HistoryCommand],
) -> Result<Figures, FailedHistory> {
    let nothing = |wrong| FailedHistory { wrong, history: Vec::new() };
    let mut history = History::begin(cluster, store_fixture, seed).await.map_err(nothing)?;
    match all(&mut history, commands).await {
        Ok(()) => Ok(history.figures),
        Err(wrong) => Err(FailedHistory { wrong, history: history.transcript.into_lines() }),
    }
}

async fn all(history: &mut History<'_>, commands: &[HistoryCommand]) -> Result<(), Contradiction> {
    for command in commands {
        history.step(command).await?;
    }
    history.end().await
}

/// Leaves out commands as long as something still goes wrong.
async fn shrink(
    settings: &RunSettings,
    cluster: &ToyCluster,
    seed: u64,
    mut commands: Vec<HistoryCommand>,
    mut failure: FailedHistory,
) -> FailedHistory {
    let mut plays = 0;
    let mut at = commands.len();
    while at > 0 && plays < SHRINKS_MAX {
        at -= 1;
        let mut fewer = commands.clone();
        fewer.remove(at);
        // On a store of its own: the same ids are used again.
        let Ok(mut store_fixture) =
            StoreFixture::new(&settings.store_kind, settings.disguise.as_ref()).await
        else {
            return failure;
        };
        plays += 1;
        if let Err(shorter) = play(cluster, &mut store_fixture, seed, &fewer).await {
            (commands, failure) = (fewer, shorter);
        }
    }
    failure
}
