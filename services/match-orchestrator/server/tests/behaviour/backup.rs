//! `k8s/BACKUP.md`, step by step, with a real Redis: back up while matches run, lose
//! everything, restore, say so, and play on.

use std::fs;
use std::sync::Arc;

use kit_proto::bakufu::play::v1 as play;
use kit_testing::{RedisServer, wait_until};
use match_orchestrator_store::{Redis, RedisConfig};
use tempfile::TempDir;

use crate::operators::TOKEN;
use crate::restoring::{note_restored, rewinds};
use crate::rewinding::{Watching, play_round, started};
use crate::table::{Player, Replica, start_replica, start_toy};

async fn on_redis(redis: &RedisServer, toy: &str) -> Replica {
    let store = Redis::connect(RedisConfig::new(redis.url())).await.expect("connect");
    start_replica(Arc::new(store), toy, Some(TOKEN)).await
}

/// The same seat, as a player has it who comes back to another replica.
fn back_at(replica: &Replica, players: &[Player; 2]) -> [Player; 2] {
    players.clone().map(|player| Player { client: replica.client.clone(), ..player })
}

#[tokio::test]
async fn a_redis_that_is_lost_is_restored_from_its_backup_and_its_matches_are_played_on() {
    let (redis, toy) = (RedisServer::start(), start_toy().await);
    let replica = on_redis(&redis, &toy).await;
    let (hosted, players) = started(&replica.client, &replica.client).await;
    play_round(&players).await;

    // Back up: a snapshot in the background, and a copy of its file.
    let saved_before = redis.command("LASTSAVE");
    wait_until("a new snapshot is written", async || {
        // One that is under way is waited for.
        redis.command("BGSAVE");
        redis.command("LASTSAVE") != saved_before
    })
    .await;
    let backup = TempDir::new().expect("a folder can be made");
    fs::copy(redis.folder().join("dump.rdb"), backup.path().join("dump.rdb")).expect("a copy");
    let kept = players[0].view().await;
    // What comes after the backup will be lost.
    play_round(&players).await;
    let lost = players[0].view().await;
    assert_ne!(kept.state, lost.state);

    // Lose it, with its folder, and every replica with it: nobody is left who
    // knows of the later moves but the players.
    drop((redis, replica));
    let mut redis = RedisServer::start();
    redis.stop();
    fs::copy(backup.path().join("dump.rdb"), redis.folder().join("dump.rdb")).expect("a copy");
    redis.restart();
    // From here on it keeps append-only files again.
    assert_eq!(redis.command("CONFIG SET appendonly yes"), "+OK");
    wait_until("they are written", async || {
        let told = redis.lines("INFO persistence");
        ["aof_rewrite_in_progress:0", "aof_rewrite_scheduled:0", "aof_last_bgrewrite_status:ok"]
            .iter()
            .all(|wanted| told.iter().any(|line| line.trim() == *wanted))
    })
    .await;
    let replica = on_redis(&redis, &toy).await;
    note_restored(&replica).await;

    let players = back_at(&replica, &players);
    assert_eq!(players[0].view().await.state, kept.state, "it goes on from the backup");
    let request = play::WatchMatchRequest {
        match_id: hosted.match_id.clone(),
        after_revision: Some(lost.revision),
        ..Default::default()
    };
    let stream = replica.client.clone().watch_match(request).await.expect("a stream");
    let mut watching = Watching(stream.into_inner());
    watching.rewound().await;
    while play_round(&players).await {}
    assert_eq!(rewinds(&replica, &hosted.match_id).await, 1);
}
