//! Floods of HTTP/2 frames: whoever sends them waits or is thrown out.

use tests_hostile::{AttackKind, Server};

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_taken_back_at_once_delay_nobody() {
    Server::start().await.withstands(AttackKind::Resets).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_and_settings_delay_nobody() {
    let server = Server::start().await;
    server.withstands(AttackKind::Pings).await;
    server.withstands(AttackKind::SettingsFrames).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn empty_parts_and_small_windows_delay_nobody() {
    let server = Server::start().await;
    server.withstands(AttackKind::EmptyParts).await;
    server.withstands(AttackKind::WindowUpdates).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn headers_without_end_or_measure_delay_nobody() {
    let server = Server::start().await;
    server.withstands(AttackKind::Continuations).await;
    server.withstands(AttackKind::SwollenHeaders).await;
}
