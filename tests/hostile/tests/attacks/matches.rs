//! Matches by the thousand: whoever makes them waits, and nobody else does.

use tests_hostile::{AttackKind, Server};

/// Warnings that an attack is worth. Each is told once in a while with a count.
const WARNINGS_MAX: usize = 100;

#[tokio::test(flavor = "multi_thread")]
async fn matches_of_bots_only_starve_nobody() {
    // So that as many can be created as one likes.
    let server = Server::builder().env("ORCHESTRATOR_CREATIONS_PER_MINUTE_PER_PEER_MAX", "100000");
    let server = Server::of(server).await;
    server.withstands(AttackKind::BotMatches).await;
    let warnings = server.cluster.orchestrators[0].log().complaints();
    assert!(warnings.len() <= WARNINGS_MAX, "{}: {:#?}", warnings.len(), &warnings[..10]);
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_in_which_nobody_sits_are_bounded_for_each_peer() {
    let tally = Server::start().await.withstands(AttackKind::Creations).await;
    assert!(tally.starting_with("LIMITED") > 0, "nobody was refused: {tally}");
}
