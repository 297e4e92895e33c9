//! Games that are registered while the orchestrator runs.

use kit_testing::free_port;
use tests_harness::{Reason, StoreKind, Table, assert_refused, fields_at_fault};
use tonic::Code;

use super::fixture::{OPERATOR, cluster, register, with_liar};
use super::liar::{ID, SEATS, Served};

/// Whoever tries is written down.
const DENIED: &str = "operator call denied";

#[tokio::test(flavor = "multi_thread")]
async fn only_the_operator_registers_a_game() {
    let cluster = cluster(StoreKind::Memory, 1).await;
    cluster.expect_complaints(&[DENIED]);
    let client = cluster.client(0);
    let liar = Served::start().await;
    let near = &OPERATOR[..OPERATOR.len() - 1];
    for token in [None, Some(""), Some("wrong"), Some(near)] {
        let answer = register(&client, &liar.url, token).await;
        assert_refused(answer, Code::PermissionDenied, "NOT_OPERATOR", "no operator");
    }
    assert!(client.games().await.iter().all(|game| game.id != ID), "it is not registered");
    let game = register(&client, &liar.url, Some(OPERATOR)).await.expect("the operator may");
    assert!(client.games().await.contains(&game));
}

#[tokio::test(flavor = "multi_thread")]
async fn without_an_operator_token_nobody_registers_a_game() {
    let cluster = tests_harness::Cluster::on(StoreKind::Memory).start().await;
    cluster.expect_complaints(&[DENIED]);
    let liar = Served::start().await;
    for token in [None, Some(""), Some(OPERATOR)] {
        let answer = register(&cluster.client(0), &liar.url, token).await;
        assert_refused(answer, Code::PermissionDenied, "NOT_OPERATOR", "no operator");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_replicas_learn_of_a_game_and_play_it() {
    let (cluster, _liar) = with_liar(StoreKind::Redis, 2).await;
    let clients = [cluster.client(0), cluster.client(1)];
    assert!(clients[1].games().await.iter().any(|game| game.id == ID));
    let table = Table::start(&clients[1], ID, SEATS).await;
    for client in clients.iter().cycle().take(4) {
        let player = table.players[0].moved_to(client);
        let action = player.legal().await.expect("a seat may ask").actions[0].action.clone();
        player.submit(player.submission(&action)).await.expect("it is legal");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schema_that_can_not_be_redacted_is_refused_with_the_place() {
    let cluster = cluster(StoreKind::Memory, 1).await;
    let client = cluster.client(0);
    let audience = "  option (bakufu.visibility.v1.default_audience) = AUDIENCE_EVERYONE;\n";
    let cases = [
        (audience, "", "bakufu.liar.v1.State.count"),
        (
            "  uint32 count = 1;",
            "  uint32 count = 1;\n  // Opaque.\n  bytes more = 2;",
            "bakufu.liar.v1.State.more",
        ),
        (
            "  uint32 count = 1;",
            "  uint32 count = 1 [(bakufu.visibility.v1.audience) = AUDIENCE_OWNER];",
            "bakufu.liar.v1.State.count",
        ),
        (
            "  uint32 count = 1;",
            "  uint32 count = 1;\n  // A map.\n  map<uint32, uint32> more = 2;",
            "bakufu.liar.v1.State.more",
        ),
    ];
    for (line, other, place) in cases {
        let liar = Served::with_line(line, other).await;
        let answer = register(&client, &liar.url, Some(OPERATOR)).await;
        let reason = assert_refused(answer, Code::InvalidArgument, "MALFORMED", place);
        assert_eq!(fields_at_fault(&reason), ["address"]);
        let Reason::Malformed(faults) = reason else {
            panic!("the reason is the one that was asked for");
        };
        assert!(faults[0].why.contains(place), "{place} is named in {:?}", faults[0].why);
    }
    assert!(client.games().await.iter().all(|game| game.id != ID), "it is not registered");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_without_a_game_is_refused() {
    let cluster = cluster(StoreKind::Memory, 1).await;
    let client = cluster.client(0);
    let nobody = format!("http://127.0.0.1:{}", free_port());
    let answer = register(&client, &nobody, Some(OPERATOR)).await;
    let reason = assert_refused(answer, Code::Unavailable, "RULES_UNAVAILABLE", "nobody");
    assert!(reason.retry_after().is_some());
    for address in ["", "not a url", "http://"] {
        let answer = register(&client, address, Some(OPERATOR)).await;
        let reason = assert_refused(answer, Code::InvalidArgument, "MALFORMED", address);
        assert_eq!(fields_at_fault(&reason), ["address"]);
    }
}
