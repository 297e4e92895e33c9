//! Answers that nobody reads: they wait within bounds.

use tests_hostile::{AttackKind, Server};

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_reads_take_little_memory() {
    Server::start().await.withstands(AttackKind::UnreadAnswers).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_of_which_not_a_byte_is_taken_take_little_memory() {
    Server::start().await.withstands(AttackKind::ShutWindows).await;
}
