//! Two orchestrators on one Redis, and one match on both.

use tests_harness::{
    Cluster, Dice, Schema, Seen, StoreKind, Table, assert_seen_to_end, every_table, play,
};

#[tokio::test(flavor = "multi_thread")]
async fn every_watcher_sees_the_same_whichever_replica_it_asks() {
    let cluster = Cluster::on(StoreKind::Redis).replicas(2).start().await;
    let clients = [cluster.client(0), cluster.client(1)];
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&clients[0]).await {
        let schema = clients[0].schema(&game.id).await;
        let mut table = Table::create(&clients[0], Table::request(&game.id, seats)).await;
        let request = play::WatchMatchRequest {
            match_id: table.id().to_owned(),
            after_revision: Some(0),
            sentences: false,
            views: true,
        };
        let mut watching = Vec::new();
        for client in &clients {
            let spectator = client.watch(request.clone()).await.expect("anyone may watch");
            watching.push((0, spectator.to_end_aside()));
        }
        for index in 0..seats as usize {
            let player = table.sit(&clients[index % 2]).await;
            let elsewhere = player.moved_to(&clients[(index + 1) % 2]);
            let watcher = elsewhere.watch(request.clone()).await.expect("a seat may watch");
            watching.push((player.seat, watcher.to_end_aside()));
        }
        table.start_match(&clients[1]).await;
        table.play_out(&mut dice).await;

        let export = clients[1].export(table.id()).await.expect("the match is over");
        assert_eq!(export, clients[0].export(table.id()).await.expect("the match is over"));
        let mut public = Vec::new();
        for (viewer, watcher) in watching {
            let seen = watcher.await.expect("it does not panic").expect("the stream is whole");
            assert_seen_to_end(&schema, &export, viewer, Some(0), &seen);
            public.push(public_events(&schema, &export, viewer, &seen));
        }
        assert!(!public[0].is_empty());
        assert!(public.iter().all(|events| *events == public[0]), "one story for all");
    }
}

/// The events that everyone may notice, as a spectator would see them.
fn public_events(
    schema: &Schema,
    export: &play::MatchExport,
    viewer: u32,
    seen: &Seen,
) -> Vec<Vec<u8>> {
    let is_public = |update: &&play::Update| {
        export.log.iter().any(|entry| {
            entry.secret_to == 0 && entry.revisions[viewer as usize] == update.revision
        })
    };
    let events = seen.updates.iter().filter(is_public).flat_map(|update| &update.events);
    events
        .filter_map(|event| schema.event_for(&event.payload, 0))
        .map(|event| prost::Message::encode_to_vec(&event))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_that_act_at_the_same_moment_on_different_replicas_both_succeed() {
    const ROUNDS: usize = 8;
    let cluster = Cluster::on(StoreKind::Redis).replicas(2).start().await;
    let clients = [cluster.client(0), cluster.client(1)];
    let mut dice = Dice::roll();
    let mut rounds = 0;
    for (game, seats) in every_table(&clients[0]).await {
        let mut table = Table::create(&clients[0], Table::request(&game.id, seats)).await;
        for index in 0..seats as usize {
            table.sit(&clients[index % 2]).await;
        }
        table.start_match(&clients[0]).await;
        for _ in 0..ROUNDS {
            let now = clients[0].get_match(table.id()).await.expect("the match is there");
            if now.seats_to_act.len() < 2 {
                break;
            }
            rounds += 1;
            let mut acts = Vec::new();
            for seat in now.seats_to_act {
                let player = table.player(seat).clone();
                let before = player.view().await.expect("a seat may look").revision;
                let action = player.some_legal(&mut dice).await.expect("there are actions");
                let request = player.submission(&action.action);
                acts.push((before, tokio::spawn(async move { player.submit(request).await })));
            }
            for (before, act) in acts {
                let update = act.await.expect("it does not panic").expect("both succeed");
                assert!(update.revision > before);
            }
        }
    }
    assert!(rounds > 0, "some game has a phase in which several seats act");
}
