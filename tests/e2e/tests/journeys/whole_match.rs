//! A match from the first seat to its record, on every store, and its replay.

mod replay;

use sha2::{Digest, Sha256};
use tests_harness::play::log_entry::Change;
use tests_harness::rules::{Game, Outcome};
use tests_harness::{
    Client, Cluster, Dice, Schema, StoreKind, Table, assert_seen_to_end, every_table, play,
    with_token,
};

#[tokio::test(flavor = "multi_thread")]
async fn every_match_ends_in_memory() {
    every_match_ends(StoreKind::Memory).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_match_ends_in_a_file() {
    every_match_ends(StoreKind::File).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_match_ends_in_redis() {
    every_match_ends(StoreKind::Redis).await;
}

async fn every_match_ends(store: StoreKind) {
    let cluster = Cluster::on(store).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    for (game, seats) in every_table(&client).await {
        let schema = client.schema(&game.id).await;
        whole_match(&client, &schema, seats, &mut dice).await;
    }
}

async fn whole_match(client: &Client, schema: &Schema, seats: u32, dice: &mut Dice) {
    let game = &schema.game;
    let mut table = Table::create(client, Table::request(&game.id, seats)).await;
    let match_id = table.id().to_owned();
    let from_snapshot = play::WatchMatchRequest {
        match_id: match_id.clone(),
        after_revision: None,
        sentences: true,
        views: true,
    };
    let spectator = client.watch(from_snapshot.clone()).await.expect("anyone may watch");
    let spectator = spectator.to_end_aside();
    let mut watching = Vec::new();
    for _ in 0..seats {
        let player = table.sit(client).await;
        let from_start = play::WatchMatchRequest {
            after_revision: Some(0),
            sentences: false,
            ..from_snapshot.clone()
        };
        let watcher = player.watch(from_start).await.expect("a seat may watch");
        watching.push((player.seat, watcher.to_end_aside()));
    }
    table.start_match(client).await;
    let outcome = table.play_out(dice).await;

    let export = client.export(&match_id).await.expect("the match is over");
    assert_ranks(&outcome, seats);
    assert_complete(&export, &table.game_match, &outcome, game, seats);
    let seen = spectator.await.expect("it does not panic").expect("the stream is whole");
    assert_seen_to_end(schema, &export, 0, None, &seen);
    for update in &seen.updates {
        assert_eq!(update.sentences.len(), update.events.len(), "one sentence per event");
    }
    for (seat, watcher) in watching {
        let seen = watcher.await.expect("it does not panic").expect("the stream is whole");
        assert_seen_to_end(schema, &export, seat, Some(0), &seen);
        let last = seen.views.last().expect("the end is shown");
        assert_eq!(last.outcome.as_ref(), Some(&outcome));
        assert_eq!(*last, table.player(seat).view().await.expect("a seat may look"));
    }
    assert_board(&table, client).await;
}

fn assert_ranks(outcome: &Outcome, seats: u32) {
    let mut ranked: Vec<u32> = outcome.standings.iter().map(|standing| standing.seat).collect();
    ranked.sort_unstable();
    assert_eq!(ranked, (1..=seats).collect::<Vec<_>>(), "every seat has one place");
    assert!(outcome.standings.is_sorted_by_key(|standing| standing.rank));
    for (index, standing) in outcome.standings.iter().enumerate() {
        let better = outcome.standings.iter().filter(|other| other.rank < standing.rank).count();
        assert_eq!(standing.rank as usize, better + 1, "ties share a place: {index}");
    }
}

/// Checks everything in a record that can be checked without the rules.
fn assert_complete(
    export: &play::MatchExport,
    created: &play::Match,
    outcome: &Outcome,
    game: &Game,
    seats: u32,
) {
    let ended = export.game_match.as_ref().expect("a record holds its match");
    assert_eq!(export.format, 2);
    assert_eq!(ended.status(), play::MatchStatus::Over);
    assert_eq!(ended.outcome.as_ref(), Some(outcome));
    assert_eq!(ended.seed_commitment, created.seed_commitment, "the promise was kept");
    assert_eq!(ended.rules_version, game.rules_version);
    let commitment = Sha256::new()
        .chain_update(&export.server_seed)
        .chain_update(&created.match_id)
        .chain_update([0])
        .chain_update(&game.rules_version)
        .finalize();
    assert_eq!(ended.seed_commitment[..], commitment[..], "the seed is the promised one");
    assert_eq!(export.seat_seeds.len(), seats as usize);
    assert!(export.seat_seeds.iter().all(|seed| seed.len() == 32), "each player added a seed");

    let started = seats as usize + 1;
    for (index, entry) in export.log.iter().enumerate() {
        let fits = match entry.change.as_ref().expect("an entry says what was done") {
            Change::Created(created) => index == 0 && created.seats == seats,
            Change::Seated(_) => (1..=seats as usize).contains(&index),
            Change::Started(_) => index == started,
            Change::Acted(acted) => index > started && !acted.actions.is_empty(),
            Change::SeatLeft(_)
            | Change::InvitationRenewed(_)
            | Change::Resigned(_)
            | Change::Aborted(_)
            | Change::Rewound(_) => false,
        };
        assert!(fits, "{index}: {:?}", entry.change);
        assert_eq!(entry.commit, index as u64 + 1, "commits follow each other");
        assert_eq!(entry.state_sha256.len(), if index < started { 0 } else { 32 });
        assert_eq!(entry.revisions.len(), seats as usize + 1);
        assert!(entry.draws.iter().all(|draw| draw.value < draw.sides));
        assert!(entry.committed_at.is_some());
        let is_last = index + 1 == export.log.len();
        assert_eq!(entry.outcome.as_ref(), is_last.then_some(outcome));
        assert_eq!(entry.seats_to_act.is_empty(), is_last || index < started);
    }
    assert_revisions(export);
}

/// A secret step is a revision for its own seat only, every other step for all.
fn assert_revisions(export: &play::MatchExport) {
    for pair in export.log.windows(2) {
        let (before, after) = (&pair[0], &pair[1]);
        for (viewer, (old, new)) in before.revisions.iter().zip(&after.revisions).enumerate() {
            let notices = after.secret_to == 0 || after.secret_to as usize == viewer;
            assert_eq!(*new, old + u64::from(notices), "commit {} viewer {viewer}", after.commit);
        }
    }
}

async fn assert_board(table: &Table, client: &Client) {
    let request = play::GetBoardRequest { match_id: table.id().to_owned() };
    let player = &table.players[0];
    let as_seat = with_token(&player.token, request.clone());
    for request in [tonic::Request::new(request), as_seat] {
        let board = client.api().get_board(request).await.expect("a board").into_inner();
        assert!(board.svg.starts_with("<svg"), "{}", &board.svg[..40.min(board.svg.len())]);
    }
}
