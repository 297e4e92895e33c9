//! Connections without requests: bounded, closed, and never in the way of others.

use tests_hostile::{AttackKind, Server};

/// What most systems allow a process that does not ask for more.
const FILES_USUAL: u32 = 1_024;

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_leave_files_for_others() {
    let server = Server::of(Server::builder().files_max(FILES_USUAL)).await;
    server.withstands(AttackKind::Silence).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_go_at_once_delay_nobody() {
    Server::start().await.withstands(AttackKind::Goers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_that_never_end_leave_files_for_others() {
    let server = Server::of(Server::builder().files_max(FILES_USUAL)).await;
    server.withstands(AttackKind::Headers).await;
}
