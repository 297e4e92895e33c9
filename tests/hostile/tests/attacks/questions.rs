//! Questions that cost much, and addresses that are not one's own.

use serde_json::json;
use tests_harness::fresh_id;
use tests_hostile::{AttackKind, HOST, JsonConnection, Server, disguised_creations, some_game};

/// More matches than anybody creates within some seconds.
const CREATIONS: usize = 1_500;

#[tokio::test(flavor = "multi_thread")]
async fn lists_and_boards_by_the_thousand_delay_nobody() {
    let server = Server::start().await;
    for kind in [AttackKind::Lists, AttackKind::Boards] {
        let tally = server.withstands(kind).await;
        assert!(tally.starting_with("LIMITED") > 0, "{kind}: nobody was refused: {tally}");
    }
    // What is legal has to be asked for before every move, so it is bounded by how many
    // are computed at a time, which one peer does not reach here.
    server.withstands(AttackKind::LegalLists).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_and_records_by_the_thousand_delay_nobody() {
    let server = Server::start().await;
    for kind in [AttackKind::Replays, AttackKind::Records] {
        let tally = server.withstands(kind).await;
        assert!(tally.starting_with("LIMITED") > 0, "{kind}: nobody was refused: {tally}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_header_makes_nobody_somebody_else() {
    let server = Server::start().await;
    let game = some_game(server.target()).await;
    let claim = |number: usize| format!("203.0.113.{}", number % 256);
    let attack = disguised_creations(server.target(), game, CREATIONS, claim);
    attack.is_done().await;
    let tally = attack.cease();
    assert!(tally.starting_with("LIMITED") > 0, "they count as one peer: {tally}");
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_trusted_proxy_a_subscriber_of_ipv6_is_one_peer() {
    let server =
        Server::of(Server::builder().env("ORCHESTRATOR_TRUSTED_PROXIES", "127.0.0.0/8")).await;
    let game = some_game(server.target()).await;
    let claim = |number: usize| format!("2001:db8:1:2:{number:x}::1");
    let attack = disguised_creations(server.target(), game.clone(), CREATIONS, claim);
    attack.is_done().await;
    let tally = attack.cease();
    assert!(tally.starting_with("LIMITED") > 0, "they count as one peer: {tally}");
    let neighbour = JsonConnection::open(server.target(), HOST).await.expect("let in");
    let request = json!({ "game": game, "seats": 2, "requestId": fresh_id() });
    let mut neighbour = neighbour.with_forwarded_for("2001:db8:1:3::1");
    neighbour.call("CreateMatch", "", &request).await.expect("another subscriber is not meant");
}
