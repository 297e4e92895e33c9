//! Bodies that never end: a slot is taken by what has arrived, and by nothing else.

use tests_hostile::{AttackKind, Server};

#[tokio::test(flavor = "multi_thread")]
async fn json_bodies_that_never_end_take_no_slot() {
    Server::start().await.withstands(AttackKind::JsonBodies).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn grpc_web_bodies_that_never_end_take_no_slot() {
    Server::start().await.withstands(AttackKind::GrpcWebBodies).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_bodies_that_never_end_take_little_memory() {
    Server::start().await.withstands(AttackKind::LargeBodies).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_that_never_end_on_two_connections_take_no_slot() {
    Server::start().await.withstands(AttackKind::Messages).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn streams_that_never_ask_take_no_slot_of_those_who_do() {
    Server::start().await.withstands(AttackKind::Streams).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dialogues_in_which_nobody_speaks_leave_streams_for_others() {
    Server::start().await.withstands(AttackKind::Dialogues).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_peer_takes_its_share_of_streams_and_leaves_the_rest() {
    Server::start().await.withstands(AttackKind::Watchers).await;
}
