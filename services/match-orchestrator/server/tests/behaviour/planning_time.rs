//! When a seat that plans in secret is answered, and everybody else.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_server::{OrchestratorParts, Reach};
use match_orchestrator_store::Memory;
use tokio::time::Instant;

use crate::table::{MatchClient, Player, create, parts, start_toy, start_with, with_token};

/// Nobody waits for that long.
const FOR_EVER: Duration = Duration::from_secs(3600);
const PATIENCE: Duration = Duration::from_secs(30);

async fn replica(store: &Arc<Memory>, toy: &str, answer_quantum: Duration) -> MatchClient {
    let parts = OrchestratorParts { answer_quantum, ..parts(store.clone(), None) };
    start_with(parts, &[toy.to_owned()], Reach::default()).await.client
}

async fn two_players(client: &mut MatchClient) -> (Player, Player) {
    let hosted = create(client, 2, true).await;
    let ann = Player::sit(client, &hosted.match_id, "Ann").await;
    let bea = Player::sit(client, &hosted.match_id, "Bea").await;
    kit_testing::wait_until("the match has started", async || {
        !ann.view().await.seats_to_act.is_empty()
    })
    .await;
    (ann, bea)
}

/// The same player, who asks another replica.
fn at(client: &MatchClient, player: &Player) -> Player {
    Player { client: client.clone(), ..player.clone() }
}

fn board(player: &Player) -> tonic::Request<play::GetBoardRequest> {
    player.request(play::GetBoardRequest { match_id: player.match_id.clone() })
}

fn watch(player: &Player, after_revision: u64) -> tonic::Request<play::WatchMatchRequest> {
    player.request(play::WatchMatchRequest {
        match_id: player.match_id.clone(),
        after_revision: Some(after_revision),
        ..Default::default()
    })
}

#[tokio::test]
async fn whatever_a_planning_seat_asks_is_answered_at_a_multiple_of_the_quantum() {
    let quantum = Duration::from_millis(120);
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let mut client = replica(&store, &toy, quantum).await;
    let (ann, _) = two_players(&mut client).await;
    let choice = ann.legal("Choose").await.remove(0);
    let (watching, after) = (&mut client.clone(), ann.view().await.revision);
    let mut stream = watching.watch_match(watch(&ann, after)).await.expect("a stream").into_inner();

    let begun = Instant::now();
    let (submitted, told) = tokio::join!(ann.submit(vec![choice.clone()]), async {
        let told = stream.message().await.expect("no error");
        (told, begun.elapsed())
    });
    submitted.expect("a legal act");
    assert!(told.0.is_some() && told.1 >= quantum, "the stream is no sooner: {:?}", told.1);
    let kept_back = |what: &str, begun: Instant| {
        assert!(begun.elapsed() >= quantum, "{what} after {:?}", begun.elapsed());
    };
    kept_back("the secret step", begun);

    let begun = Instant::now();
    let listed = ann.legal("").await;
    kept_back("the list", begun);
    let begun = Instant::now();
    ann.view().await;
    kept_back("the view", begun);
    let begun = Instant::now();
    client.get_board(board(&ann)).await.expect("a board");
    kept_back("the board", begun);
    let begun = Instant::now();
    ann.submit(vec![choice]).await.expect_err("one card only is chosen");
    kept_back("a refusal", begun);
    let begun = Instant::now();
    let seal: Vec<Bytes> = ann.legal("Seal").await;
    assert!(listed.contains(&seal[0]));
    ann.submit(seal).await.expect("a legal act");
    kept_back("the step that ends the plan", begun);
}

#[tokio::test]
async fn nobody_else_is_kept_waiting_nor_learns_by_that_who_plans() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let mut client = replica(&store, &toy, FOR_EVER).await;
    let prompt = replica(&store, &toy, Duration::ZERO).await;
    let (ann, bea) = two_players(&mut client).await;
    let (choice, before) = (ann.legal("Choose").await.remove(0), ann.view().await.revision);
    let planning = {
        let ann = ann.clone();
        tokio::spawn(async move { ann.submit(vec![choice]).await })
    };
    kit_testing::wait_until("the secret step is stored", async || {
        at(&prompt, &ann).view().await.revision > before
    })
    .await;

    let others = async {
        bea.view().await;
        assert!(!bea.legal("Choose").await.is_empty());
        client.clone().get_board(board(&bea)).await.expect("a board");
        let match_id = ann.match_id.clone();
        let spectator = play::GetViewRequest { match_id: match_id.clone() };
        client.clone().get_view(spectator.clone()).await.expect("a view");
        // Whoever only claims to be the seat that plans.
        let (proven, proof) = ann.token.split_at(ann.token.len() - 1);
        let forged = format!("{proven}{}", if proof == "0" { "1" } else { "0" });
        let refused = client.clone().get_view(with_token(spectator, &forged)).await;
        refused.expect_err("a forged token");
    };
    tokio::time::timeout(PATIENCE, others).await.expect("they are answered at once");
    assert!(!planning.is_finished(), "whoever plans waits");
    planning.abort();
}
