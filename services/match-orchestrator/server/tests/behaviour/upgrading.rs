//! Stores that the last release has written, taken over in mid-match.

use std::fs;
use std::io::Read;
use std::sync::Arc;

use bytes::Bytes;
use flate2::read::GzDecoder;
use kit_proto::bakufu::play::v1 as play;
use kit_testing::RedisServer;
use match_orchestrator_core::verify::verify;
use match_orchestrator_store::{Embedded, Redis, RedisConfig, Store};
use tempfile::TempDir;

use crate::aborting::export;
use crate::operators::TOKEN;
use crate::table::{Player, Replica, start_replica, start_toy};
use crate::verifying::KNOWN;

/// What release 0.1.0 has left behind: a match of the toy game after its first
/// round, in which Ann has chosen once more.
struct Released {
    store: &'static [u8],
    /// Lines: match, host's token, Ann's, Bea's, Ann's revision, and the action
    /// that she has sent last.
    told: &'static str,
}

const REDIS: Released = Released {
    store: include_bytes!("../released/redis.rdb"),
    told: include_str!("../released/redis.txt"),
};
const FILE: Released = Released {
    store: include_bytes!("../released/file.redb.gz"),
    told: include_str!("../released/file.txt"),
};
const LAST_REQUEST: &str = "the-last-request-of-ann";

#[tokio::test]
async fn a_match_that_the_last_release_began_in_redis_goes_on() {
    let mut redis = RedisServer::start();
    redis.stop();
    fs::write(redis.folder().join("dump.rdb"), REDIS.store).expect("a folder of its own");
    redis.restart();
    let toy = start_toy().await;
    let replica = async || {
        let store = Redis::connect(RedisConfig::new(redis.url())).await.expect("connect");
        start_replica(Arc::new(store), &toy, Some(TOKEN)).await
    };
    goes_on(&REDIS, [&replica().await, &replica().await]).await;
}

#[tokio::test]
async fn a_match_that_the_last_release_began_in_a_file_goes_on() {
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("matches.redb");
    let mut unpacked = Vec::new();
    GzDecoder::new(FILE.store).read_to_end(&mut unpacked).expect("it was packed");
    fs::write(&path, unpacked).expect("a folder of our own");
    let store: Arc<dyn Store> = Arc::new(Embedded::open(&path).expect("a file of ours"));
    let toy = start_toy().await;
    let one = start_replica(Arc::clone(&store), &toy, Some(TOKEN)).await;
    let two = start_replica(store, &toy, Some(TOKEN)).await;
    goes_on(&FILE, [&one, &two]).await;
}

async fn goes_on(released: &Released, replicas: [&Replica; 2]) {
    let told: Vec<&str> = released.told.lines().collect();
    let [match_id, _, ann, bea, revision, action] = told[..] else { panic!("{told:?}") };
    let player = |replica: &Replica, token: &str| Player {
        client: replica.client.clone(),
        match_id: match_id.to_owned(),
        token: token.to_owned(),
    };
    let players = [player(replicas[0], ann), player(replicas[1], bea)];
    let before = players[0].view().await;
    assert_eq!(before.revision.to_string(), revision, "the token is good, and nothing is lost");
    let again = play::SubmitActionsRequest {
        match_id: match_id.to_owned(),
        actions: vec![Bytes::from(hex::decode(action).expect("hex"))],
        request_id: LAST_REQUEST.to_owned(),
        ..Default::default()
    };
    let answer = replicas[1].client.clone().submit_actions(players[0].request(again)).await;
    let update = answer.expect("the first answer").into_inner().update.expect("an update");
    assert_eq!(update.revision, before.revision, "it has happened before");

    let mut is_running = true;
    while is_running {
        for player in &players {
            for label in ["Choose", "Seal"] {
                // In the first round Ann has chosen before.
                if let Some(action) = player.legal(label).await.pop() {
                    player.submit(vec![action]).await.expect("it is legal");
                }
            }
        }
        is_running = !players[0].view().await.seats_to_act.is_empty();
    }
    let record = export(replicas[0], match_id).await;
    let verified = verify(&record, &*KNOWN).unwrap_or_else(|deviation| panic!("{deviation}"));
    assert_eq!(verified.commits, record.log.len() as u64);
    let old = record.log.iter().take_while(|entry| entry.identity.is_empty()).count();
    assert_eq!(old, 9, "what the last release stored has no identity");
    assert!(record.log[old..].iter().all(|entry| entry.identity.len() == 32));
    for replica in replicas {
        let request =
            play::GetReplayRequest { match_id: match_id.to_owned(), ..Default::default() };
        replica.client.clone().get_replay(request).await.expect("it can be looked at again");
    }
}
