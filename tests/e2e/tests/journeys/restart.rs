//! Processes that die and come back in mid-match.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use kit_testing::wait_until;
use tests_harness::{
    Client, Cluster, Dice, Seen, StoreKind, Table, acts, assert_refused, assert_seen_to_end,
    every_table, play, with_retries,
};
use tonic::Code;

#[tokio::test(flavor = "multi_thread")]
async fn a_match_waits_for_its_game_and_goes_on() {
    let mut cluster = Cluster::on(StoreKind::Memory).start().await;
    cluster.expect_complaints(&["rules call failed", "game can't be registered yet"]);
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&client).await {
        let table = Table::start(&client, &game.id, seats).await;
        table.play(&mut dice, 5).await;
        let player = table.to_act(&client).await;
        let action = player.some_legal(&mut dice).await.expect("the game is up");
        let before = player.view().await.expect("a seat may look");

        let process = cluster.games.iter_mut().find(|process| process.name() == game.id);
        let process = process.expect("every listed game has its process");
        process.kill();
        let submission = player.submission(&action.action);
        for _ in 0..3 {
            let answer = player.submit(submission.clone()).await;
            let reason = assert_refused(answer, Code::Unavailable, "RULES_UNAVAILABLE", "no game");
            assert!(reason.retry_after().is_some(), "a client learns when to retry");
        }
        let answer = player.legal().await;
        assert_refused(answer, Code::Unavailable, "RULES_UNAVAILABLE", "no game");
        assert_eq!(player.view().await.expect("views need no game"), before, "nothing happened");

        process.restart().await;
        let update = with_retries("submit again", || player.submit(submission.clone())).await;
        assert_eq!(update.revision, before.revision + 1, "the same submission happens once");
        table.play(&mut dice, 5).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_or_doubled_when_the_orchestrator_dies_on_redis() {
    orchestrator_dies(StoreKind::Redis).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_or_doubled_when_the_orchestrator_dies_on_a_file() {
    orchestrator_dies(StoreKind::File).await;
}

/// All matches are under way when the orchestrator dies, again and again.
async fn orchestrator_dies(store: StoreKind) {
    const DEATHS: usize = 6;
    let mut cluster = Cluster::on(store).start().await;
    // A game that is asked while its orchestrator dies has nobody to answer.
    cluster.expect_complaints(&["game can't be registered yet", "rules call failed"]);
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let mut playing = Vec::new();
    for (game, seats) in every_table(&client).await {
        let table = Table::start(&client, &game.id, seats).await;
        let (client, acknowledged) = (client.clone(), Arc::clone(&acknowledged));
        let mut own_dice = Dice::seeded(dice.number());
        playing.push(tokio::spawn(async move {
            let noted = play_noting(&client, &table, &mut own_dice, &acknowledged).await;
            (table, noted)
        }));
    }
    for deaths in 1..=DEATHS {
        let moves = deaths * 8 * playing.len();
        wait_until("some more moves are acknowledged", async || {
            acknowledged.load(Ordering::SeqCst) > moves
        })
        .await;
        assert!(playing.iter().any(|playing| !playing.is_finished()), "it dies in mid-match");
        cluster.orchestrators[0].restart().await;
    }
    for playing in playing {
        let (table, noted) = playing.await.expect("the match is played to its end");
        let export = with_retries("export", || client.export(table.id())).await;
        assert_eq!(acts(&export), noted, "exactly what was acknowledged, in order");
    }
}

/// Plays a match to its end, and notes every move that was acknowledged.
async fn play_noting(
    client: &Client,
    table: &Table,
    dice: &mut Dice,
    acknowledged: &AtomicUsize,
) -> Vec<(u32, Vec<Bytes>)> {
    let mut noted = Vec::new();
    let now = with_retries("look", || client.get_match(table.id())).await;
    let mut to_act = now.seats_to_act;
    while !to_act.is_empty() {
        let player = table.player(*dice.pick(&to_act));
        let legal = with_retries("list", || player.legal()).await;
        let action = player.choose(dice, legal).action;
        let request = player.submission(&action);
        let update = with_retries("submit", || player.submit(request.clone())).await;
        noted.push((player.seat, vec![action]));
        acknowledged.fetch_add(1, Ordering::SeqCst);
        to_act = update.seats_to_act;
    }
    noted
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_shuts_down_says_where_to_resume_on_redis() {
    shut_down_with_watchers(StoreKind::Redis).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_shuts_down_says_where_to_resume_on_a_file() {
    shut_down_with_watchers(StoreKind::File).await;
}

async fn shut_down_with_watchers(store: StoreKind) {
    let mut cluster = Cluster::on(store).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let mut watched = Vec::new();
    for (game, seats) in every_table(&client).await {
        let schema = client.schema(&game.id).await;
        let table = Table::start(&client, &game.id, seats).await;
        let watching = watch_all(&client, &table, after(&table, 0)).await;
        table.play(&mut dice, 10).await;
        let mut revisions = vec![client.view(table.id()).await.expect("a view").revision];
        for player in &table.players {
            revisions.push(player.view().await.expect("a view").revision);
        }
        watched.push((schema, table, watching, revisions));
    }

    assert_eq!(cluster.orchestrators[0].terminate().await, Some(0), "an orderly end");
    cluster.orchestrators[0].restart().await;
    cluster.knows_all_games(0).await;
    for (schema, table, watching, revisions) in watched {
        let mut seen: Vec<Seen> = Vec::new();
        for (viewer, watching) in watching.into_iter().enumerate() {
            let part = watching.await.expect("it does not panic").expect("an orderly end");
            assert_eq!(part.closing, Some(revisions[viewer]), "viewer {viewer}");
            assert_eq!(part.assert_gapless(Some(0)), revisions[viewer], "viewer {viewer}");
            seen.push(part);
        }
        let mut resumed = Vec::new();
        for (viewer, revision) in revisions.iter().enumerate() {
            let request = after(&table, *revision);
            let watcher = match viewer {
                0 => client.watch(request).await,
                seat => table.player(seat as u32).watch(request).await,
            };
            resumed.push(watcher.expect("the stream resumes").to_end_aside());
        }
        table.play_out(&mut dice).await;
        let export = client.export(table.id()).await.expect("the match is over");
        for (viewer, watching) in resumed.into_iter().enumerate() {
            let rest = watching.await.expect("it does not panic").expect("the stream is whole");
            let mut whole = Seen { closing: None, ..seen[viewer].clone() };
            whole.updates.extend(rest.updates);
            assert_seen_to_end(&schema, &export, viewer as u32, Some(0), &whole);
        }
    }
}

/// Asks for what comes after a revision.
fn after(table: &Table, revision: u64) -> play::WatchMatchRequest {
    play::WatchMatchRequest {
        match_id: table.id().to_owned(),
        after_revision: Some(revision),
        sentences: false,
        views: false,
    }
}

type Watching = tokio::task::JoinHandle<Result<Seen, tonic::Status>>;

/// Watches as the spectator and as every seat, in this order.
async fn watch_all(
    client: &Client,
    table: &Table,
    request: play::WatchMatchRequest,
) -> Vec<Watching> {
    let mut all = vec![client.watch(request.clone()).await.expect("anyone may").to_end_aside()];
    for player in &table.players {
        all.push(player.watch(request.clone()).await.expect("a seat may").to_end_aside());
    }
    all
}
