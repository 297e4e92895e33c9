//! Every process is replaced in order while two hundred matches go on.

use tests_chaos::{Load, Restart, print, roll};
use tests_harness::{Cluster, Dice, StoreKind};

/// How often every process is restarted.
const ROUNDS: usize = 2;
/// Watchers that are there all the time; each meets the end of its server
/// in every round, and some of them twice.
const CLOSINGS_MIN: usize = 50 * ROUNDS;

#[tokio::test(flavor = "multi_thread")]
async fn a_rollout_loses_nothing() {
    let cluster = Cluster::on(StoreKind::Redis).replicas(2).game_replicas(2);
    // All players are one peer here, and more of them than one has.
    let cluster = cluster.env("ORCHESTRATOR_UNLIMITED_PEERS", "127.0.0.0/8");
    let mut cluster = cluster.start().await;
    // A game that is away for a while does not answer at its address.
    cluster.expect_complaints(&["game can't be registered yet"]);
    let load = Load::begin(&cluster, &mut Dice::roll()).await;
    let mut restarts: Vec<Restart> = Vec::new();
    for _ in 0..ROUNDS {
        for process in cluster.orchestrators.iter_mut().chain(&mut cluster.games) {
            restarts.push(roll(process, load.every_match_moves_on()).await);
            load.every_match_moves_on().await;
        }
    }
    let story = load.end().await;
    print("a rollout", &restarts, &story);
    for restart in &restarts {
        assert_eq!(restart.exit_code, Some(0), "{restart}");
    }
    story.assert_nothing_lost();
    story.assert_no_stream_cut();
    let closings = story.closings();
    assert!(closings >= CLOSINGS_MIN, "{closings} streams were closed in order");
}
