//! Start of a replica: what it tells those who come at once.

use tests_harness::{Cluster, StoreKind, Table, shipped_games};

/// How often the replica starts: it could be lucky once.
const STARTS: usize = 5;

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_that_is_ready_knows_every_game() {
    let mut cluster = Cluster::on(StoreKind::Redis).start().await;
    let shipped: Vec<String> = shipped_games().into_iter().map(|game| game.id).collect();
    for start in 0..STARTS {
        assert_eq!(cluster.orchestrators[0].terminate().await, Some(0), "start {start}");
        // It has said goodbye, so that others need not wait to take over from it.
        let redis = cluster.redis.as_ref().expect("matches live in Redis");
        assert_eq!(redis.command("ZCARD bakufu:members"), ":0", "start {start}");
        cluster.orchestrators[0].restart().await;
        let client = cluster.client(0);
        let games = client.games().await;
        let known: Vec<&String> = games.iter().map(|game| &game.id).collect();
        assert_eq!(known, shipped.iter().collect::<Vec<_>>(), "start {start}");
        for game in &games {
            let table = Table::start(&client, &game.id, game.seats_min).await;
            assert_eq!(table.players.len(), game.seats_min as usize);
        }
    }
}
