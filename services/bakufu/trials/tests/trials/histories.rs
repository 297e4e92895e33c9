//! Nothing is lost on any store, and a store that loses something is found out.

mod lies;

use std::sync::Arc;

use bakufu_trials::histories::{Disguise, Finding, RunSettings, StoreKind, run};
use kit_testing::RedisServer;

use lies::{Liar, StoreLie};

/// Where the seeds of the rounds begin.
const SEED: u64 = 20_261_116;
/// How many histories a lie survives at most.
const LIES_MAX: u64 = 400;

async fn nothing_is_lost(count: u64, store_kind: StoreKind) {
    let can_be_set_back = !matches!(store_kind, StoreKind::Redis { .. });
    let settings = RunSettings { count, seed: SEED, store_kind, disguise: None };
    let figures = run(&settings, || ()).await.unwrap_or_else(|finding| panic!("{finding}"));
    assert_eq!(figures.histories, count);
    // A round in which hardly anything happens proves nothing.
    assert!(figures.commits > 5 * count, "{figures:?}");
    assert!(figures.faults > count && figures.crashes > count, "{figures:?}");
    assert!(figures.unknown > count / 2 && figures.messages > count, "{figures:?}");
    if can_be_set_back {
        assert!(figures.set_backs > count / 5 && figures.lost > count / 2, "{figures:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_in_memory() {
    nothing_is_lost(6_000, StoreKind::Memory).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_in_a_file_whose_process_dies() {
    nothing_is_lost(2_000, StoreKind::File).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_in_redis() {
    let redis = RedisServer::start();
    let store_kind = StoreKind::Redis { url: redis.url(), prefix: "histories:".to_owned() };
    nothing_is_lost(2_000, store_kind).await;
}

async fn found(lie: StoreLie) -> Finding {
    let disguise: Disguise = Arc::new(move |store| Arc::new(Liar::new(store, lie)));
    let disguise = Some(disguise);
    let settings =
        RunSettings { count: LIES_MAX, seed: SEED, store_kind: StoreKind::Memory, disguise };
    match run(&settings, || ()).await {
        Ok(figures) => panic!("{lie:?} is not found in {figures:?}"),
        Err(finding) => *finding,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lie_of_a_store_is_found_and_told_as_a_history() {
    for lie in StoreLie::ALL {
        let finding = found(lie).await;
        assert!(finding.seed - SEED < LIES_MAX, "{lie:?}: {finding}");
        assert!(finding.history[0].starts_with("  1. Create"), "{lie:?}: {finding}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finding_is_repeated_by_its_seed_alone() {
    let first = found(StoreLie::ForgetsRequests).await;
    let disguise: Disguise =
        Arc::new(|store| Arc::new(Liar::new(store, StoreLie::ForgetsRequests)));
    let (seed, disguise) = (first.seed, Some(disguise));
    let settings = RunSettings { count: 1, seed, store_kind: StoreKind::Memory, disguise };
    let again = run(&settings, || ()).await.expect_err("the same history goes wrong again");
    assert_eq!(again.seed, first.seed);
}
