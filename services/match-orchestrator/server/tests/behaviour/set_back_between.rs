//! Stores that are set back in the middle of a call, between two operations.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use futures::future::BoxFuture;
use kit_proto::bakufu::play::v1 as play;
use match_orchestrator_store::{Error, Layer, Memory, MemorySnapshot, Store};
use tonic::Code;

use crate::operators::TOKEN;
use crate::rewinding::{play_round, started};
use crate::table::{MatchClient, start_replica, start_toy};

/// A store that is set back right before an operation, once.
#[derive(Default)]
struct SetBackBefore {
    inner: Arc<Memory>,
    armed: Mutex<Option<(&'static str, MemorySnapshot)>>,
}

impl SetBackBefore {
    fn arm(&self, operation: &'static str, snapshot: MemorySnapshot) {
        *self.armed.lock().expect("no thread panics here") = Some((operation, snapshot));
    }

    fn has_happened(&self) -> bool {
        self.armed.lock().expect("no thread panics here").is_none()
    }
}

#[async_trait]
impl Layer for SetBackBefore {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        Ok(self.inner.clone())
    }

    async fn pass<T: Send>(
        &self,
        operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        let is_due = |armed: &mut (&str, MemorySnapshot)| armed.0 == operation;
        let due = self.armed.lock().expect("no thread panics here").take_if(is_due);
        if let Some((_, snapshot)) = due {
            self.inner.restore(&snapshot);
            self.inner.note_set_back().await?;
        }
        work.await
    }
}

#[tokio::test]
async fn a_creation_that_lost_its_claim_is_one_match_when_it_is_repeated() {
    let store = Arc::new(SetBackBefore::default());
    let replica = start_replica(store.clone(), &start_toy().await, None).await;
    // It is set back after the claim and before the match is stored.
    store.arm("create", store.inner.snapshot());
    let first = create(&replica.client, "a-creation-that-will-be-half-lost").await;
    assert!(store.has_happened());
    let again = create(&replica.client, "a-creation-that-will-be-half-lost").await;
    assert_eq!(again, first);
    let other = create(&replica.client, "a-creation-of-somebody-else").await;
    assert_ne!(other.0, first.0);
}

/// The id of the match that the request creates, and its host token.
async fn create(client: &MatchClient, request_id: &str) -> (String, String) {
    let request = play::CreateMatchRequest {
        game: "envelopes".to_owned(),
        seats: 2,
        request_id: request_id.to_owned(),
        ..Default::default()
    };
    let created = client.clone().create_match(request).await.expect("a match").into_inner();
    (created.game_match.expect("the match").match_id, created.host_token)
}

#[tokio::test]
async fn a_creation_that_others_have_repeated_meanwhile_leaves_nothing_behind() {
    const REQUEST: &str = "a-creation-that-comes-twice-at-once";
    let store = Arc::new(SetBackBefore::default());
    let toy = start_toy().await;
    let [one, two] = [
        start_replica(store.clone(), &toy, None).await,
        start_replica(store.inner.clone(), &toy, None).await,
    ];
    // What another replica does for the same request between this one's two steps.
    let before = store.inner.snapshot();
    let repeated = create(&two.client, REQUEST).await;
    let after = store.inner.snapshot();
    store.inner.restore(&before);
    store.arm("create", after);
    assert_eq!(create(&one.client, REQUEST).await, repeated);
    assert!(store.has_happened());
    let listed = store.inner.scan(None, 100).await.expect("memory").match_ids;
    assert_eq!(listed, [repeated.0]);
}

#[tokio::test]
async fn a_log_that_becomes_shorter_while_it_is_read_is_asked_for_again() {
    let store = Arc::new(SetBackBefore::default());
    let replica = start_replica(store.clone(), &start_toy().await, Some(TOKEN)).await;
    let (hosted, players) = started(&replica.client, &replica.client).await;
    play_round(&players).await;
    let earlier = store.inner.snapshot();
    while play_round(&players).await {}

    // It is over when the call asks, and runs again when its log is read.
    store.arm("log", earlier);
    let export = async || {
        let request = play::ExportMatchRequest { match_id: hosted.match_id.clone() };
        replica.client.clone().export_match(request).await.expect_err("no record").code()
    };
    assert_eq!(export().await, Code::ResourceExhausted, "ask again");
    assert!(store.has_happened());
    assert_eq!(export().await, Code::FailedPrecondition, "it runs");
}
