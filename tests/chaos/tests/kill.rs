//! Every process, the store included, is killed without a warning while two hundred matches go on.

use kit_testing::Persistence;
use tests_chaos::{Load, Restart, kill, kill_redis, print};
use tests_harness::{Cluster, Dice, StoreKind};

/// How often Redis dies; everybody else dies once.
const REDIS_DEATHS: usize = 3;

/// How many streams at least are told that Redis may have lost something.
const REWINDS_MIN: usize = 50 * REDIS_DEATHS;

/// What processes say about others who are suddenly gone.
const COMPLAINTS: [&str; 5] = [
    "store unavailable",
    "subscription to Redis lost",
    "subscribe to Redis failed",
    "rules call failed",
    "game can't be registered yet",
];

#[tokio::test(flavor = "multi_thread")]
async fn kill_9_loses_nothing() {
    let cluster = Cluster::on(StoreKind::Redis).replicas(2).game_replicas(2);
    // All players are one peer here, and more of them than one has.
    let cluster = cluster.env("ORCHESTRATOR_UNLIMITED_PEERS", "127.0.0.0/8");
    let mut cluster = cluster.persistence(Persistence::Always).start().await;
    cluster.expect_complaints(&COMPLAINTS);
    let mut dice = Dice::roll();
    let load = Load::begin(&cluster, &mut dice).await;
    let mut restarts: Vec<Restart> = Vec::new();
    for victim in in_random_order(&mut dice, victims(&cluster)) {
        restarts.push(strike(&mut cluster, victim, &load).await);
        load.every_match_moves_on().await;
    }
    let story = load.end().await;
    print("kill -9", &restarts, &story);
    story.assert_nothing_lost();
    let rewinds = story.rewinds();
    assert!(rewinds >= REWINDS_MIN, "{rewinds} streams went on in a new timeline");
}

#[derive(Clone, Copy, Debug)]
enum Victim {
    Redis,
    Orchestrator(usize),
    Game(usize),
}

fn victims(cluster: &Cluster) -> Vec<Victim> {
    let orchestrators = (0..cluster.orchestrators.len()).map(Victim::Orchestrator);
    let games = (0..cluster.games.len()).map(Victim::Game);
    orchestrators.chain(games).chain([Victim::Redis; REDIS_DEATHS]).collect()
}

fn in_random_order(dice: &mut Dice, mut victims: Vec<Victim>) -> Vec<Victim> {
    (0..victims.len()).map(|_| victims.swap_remove(dice.below(victims.len()))).collect()
}

/// Kills somebody. Without one of two replicas all matches go on; without the
/// store none does.
async fn strike(cluster: &mut Cluster, victim: Victim, load: &Load) -> Restart {
    let meanwhile = load.every_match_moves_on();
    match victim {
        Victim::Orchestrator(replica) => kill(&mut cluster.orchestrators[replica], meanwhile).await,
        Victim::Game(replica) => kill(&mut cluster.games[replica], meanwhile).await,
        Victim::Redis => {
            let redis = cluster.redis.as_mut().expect("matches live in Redis");
            tokio::task::block_in_place(|| kill_redis(redis))
        }
    }
}
