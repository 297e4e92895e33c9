//! A cluster with the liar beside the honest games.

use tests_harness::{Client, Cluster, StoreKind, play, rules, with_token};
use tonic::{Request, Status};

use super::liar::Served;

/// What the operator of the clusters authenticates with.
pub(crate) const OPERATOR: &str = "operator-token-of-the-test";

/// A cluster whose operator is known.
pub(crate) async fn cluster(store: StoreKind, replicas: usize) -> Cluster {
    let builder = Cluster::on(store).replicas(replicas);
    builder
        .env("ORCHESTRATOR_OPERATOR_TOKEN", OPERATOR)
        .env("ORCHESTRATOR_RULES_CALL_MAX", "1s")
        .env("ORCHESTRATOR_RULES_CALLS_MAX", "8")
        .start()
        .await
}

/// Registers the rules service at an address.
pub(crate) async fn register(
    client: &Client,
    url: &str,
    token: Option<&str>,
) -> Result<rules::Game, Status> {
    let message = play::RegisterGameRequest { address: url.to_owned() };
    let request = match token {
        Some(token) => with_token(token, message),
        None => Request::new(message),
    };
    let answer = client.operator().register_game(request).await?.into_inner();
    Ok(answer.game.expect("an answer holds the game"))
}

/// A cluster in which the liar is registered.
pub(crate) async fn with_liar(store: StoreKind, replicas: usize) -> (Cluster, Served) {
    let liar = Served::start().await;
    let cluster = cluster(store, replicas).await;
    register(&cluster.client(0), &liar.url, Some(OPERATOR)).await.expect("its schema is fine");
    (cluster, liar)
}
