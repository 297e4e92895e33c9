//! Nothing hidden leaves by the side door: spans, metrics, logs.

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use kit_testing::wait_until;
use prost::Message;
use sha2::{Digest, Sha256};
use tests_harness::play::log_entry::Change;
use tests_harness::{Client, Cluster, Dice, Schema, StoreKind, Table, play, with_token};

use super::collector::Collector;
use super::needles::Needles;

#[tokio::test(flavor = "multi_thread")]
async fn no_span_metric_or_log_line_holds_anything_hidden() {
    let collector = Collector::start().await;
    let cluster = collector.cluster(StoreKind::Redis).start().await;
    let client = cluster.client(0);
    let mut dice = Dice::roll();
    let mut needles = Needles::default();
    for game in client.games().await {
        let schema = client.schema(&game.id).await;
        let request = play::CreateMatchRequest {
            invitation_only: true,
            ..Table::request(&game.id, game.seats_min)
        };
        let table = Table::start_as(&client, request).await;
        needles.text("host token", &table.host_token);
        needles.text("invitation", &table.invitation);
        for player in &table.players {
            needles.text("seat token", &player.token);
            let proof = player.token.rsplit('_').next().expect("a token has parts");
            needles.text("seat proof", proof);
        }
        provoke_errors(&client, &table).await;
        play_noting(&client, &table, &mut dice, &mut needles).await;
        let export = client.export(table.id()).await.expect("the match is over");
        note_randomness(&export, &mut needles);
        note_hidden_steps(&schema, &export, &mut needles);
    }
    assert!(needles.count() > 100, "there is something to look for");

    let haystack = everything(&collector, cluster).await;
    let control = Needles::of_text("bakufu.play.v1.MatchService/SubmitActions");
    assert!(!control.found_in(&haystack).is_empty(), "the search finds what is there");
    let found = needles.found_in(&haystack);
    assert!(found.is_empty(), "hidden things were found: {found:?}");
    assert!(Needles::of_text("db.query.text").found_in(&haystack).is_empty());
}

impl Needles {
    fn of_text(text: &str) -> Self {
        let mut needles = Self::default();
        needles.text(text, text);
        needles
    }
}

/// Refusals and failures are the likeliest place for too many words.
async fn provoke_errors(client: &Client, table: &Table) {
    for player in &table.players {
        let wrong = player.submission(&bytes::Bytes::from_static(b"\xff\xff\xff"));
        player.submit(wrong).await.expect_err("it is no action");
    }
    let sit = play::SitDownRequest { match_id: table.id().to_owned(), ..Default::default() };
    client.api().sit_down(sit.clone()).await.expect_err("a name is missing");
    let invitation = table.invitation.clone();
    let late = play::SitDownRequest { name: "Late".to_owned(), invitation, ..sit };
    client.api().sit_down(late).await.expect_err("it has started");
    client.export(table.id()).await.expect_err("it is not over");
}

/// Plays a match to its end, and notes everything that only a seat may know.
async fn play_noting(client: &Client, table: &Table, dice: &mut Dice, needles: &mut Needles) {
    let now = client.get_match(table.id()).await.expect("the match is there");
    let mut to_act = now.seats_to_act;
    while !to_act.is_empty() {
        let player = table.player(*dice.pick(&to_act));
        let view = player.view().await.expect("a seat may look");
        needles.bytes("a seat's view", &view.state);
        let legal = player.legal().await.expect("a seat may ask");
        for action in &legal.actions {
            needles.text("the label of an action", &action.label);
        }
        let action = player.choose(dice, legal);
        let request = player.submission(&action.action);
        needles.text("request id", &request.request_id);
        let update = player.submit(request).await.expect("it is legal");
        to_act = update.seats_to_act;
    }
    let board = play::GetBoardRequest { match_id: table.id().to_owned() };
    for player in &table.players {
        let board = with_token(&player.token, board.clone());
        client.api().get_board(board).await.expect("a board");
    }
}

/// The seeds, the key of all draws, and the entropy of every commit.
pub(crate) fn note_randomness(export: &play::MatchExport, needles: &mut Needles) {
    let match_id = &export.game_match.as_ref().expect("a record holds its match").match_id;
    needles.bytes("server seed", &export.server_seed);
    let mut salt = Sha256::new();
    for seed in &export.seat_seeds {
        needles.bytes("seat seed", seed);
        salt.update((seed.len() as u16).to_be_bytes());
        salt.update(seed);
    }
    let mut key = [0; 32];
    Hkdf::<Sha256>::new(Some(&salt.finalize()), &export.server_seed)
        .expand(match_id.as_bytes(), &mut key)
        .expect("32 bytes are few");
    needles.bytes("match key", &key);
    for entry in &export.log {
        let mut entropy = Hmac::<Sha256>::new_from_slice(&key).expect("any key will do");
        entropy.update(&entry.commit.to_be_bytes());
        needles.bytes("entropy", &entropy.finalize().into_bytes());
    }
}

/// Events of which a spectator does not see everything, and secret actions.
fn note_hidden_steps(schema: &Schema, export: &play::MatchExport, needles: &mut Needles) {
    for entry in &export.log {
        for event in &entry.events {
            if schema.secrets_in(&schema.event(&event.payload)) > 0 {
                needles.bytes("a hidden event", &event.payload);
            }
        }
        if let (Some(Change::Acted(acted)), true) = (&entry.change, entry.secret_to != 0) {
            for action in &acted.actions {
                needles.bytes("a secret action", action);
            }
        }
    }
}

/// All telemetry of all processes, once the last of it has come.
async fn everything(collector: &Collector, mut cluster: Cluster) -> Vec<u8> {
    let mut haystack = Vec::new();
    for process in cluster.orchestrators.iter_mut().chain(&mut cluster.games) {
        assert_eq!(process.terminate().await, Some(0), "{} flushes and ends", process.name());
    }
    wait_until("spans and metrics have come", async || {
        !collector.spans().is_empty() && !collector.metrics().is_empty()
    })
    .await;
    for process in cluster.processes() {
        haystack.extend(process.log().lines().join("\n").into_bytes());
    }
    for request in collector.traces() {
        haystack.extend(request.encode_to_vec());
        haystack.extend(format!("{request:?}").into_bytes());
    }
    for request in collector.metrics() {
        haystack.extend(request.encode_to_vec());
        haystack.extend(format!("{request:?}").into_bytes());
    }
    haystack
}
