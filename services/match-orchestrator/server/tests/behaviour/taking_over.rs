//! Replicas that die: what they left undone is taken up by the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use futures::future::{BoxFuture, join_all};
use match_orchestrator_server::Reach;
use match_orchestrator_store::{Error, Layer, Memory, Store};

use crate::bots::{add_bot, outcome};
use crate::table::{create, parts, start_toy, start_with};

/// The store as a replica has it that dies without a word.
struct Mortal {
    inner: Arc<dyn Store>,
    is_dead: AtomicBool,
}

#[async_trait]
impl Layer for Mortal {
    fn store(&self) -> Result<Arc<dyn Store>, Error> {
        Ok(Arc::clone(&self.inner))
    }

    async fn pass<T: Send>(
        &self,
        operation: &'static str,
        work: BoxFuture<'_, Result<T, Error>>,
    ) -> Result<T, Error> {
        // Nobody who is dead says goodbye, or goes on with what is due.
        let is_alive = !self.is_dead.load(Ordering::SeqCst);
        match is_alive || !matches!(operation, "withdraw" | "enroll" | "take_due") {
            true => work.await,
            false => Err(Error::Unavailable("the replica is dead".into())),
        }
    }
}

#[tokio::test]
async fn matches_of_bots_whose_replica_died_are_played_by_another_one() {
    let (store, toy) = (Arc::new(Memory::default()), start_toy().await);
    let mortal = Arc::new(Mortal { inner: store.clone(), is_dead: AtomicBool::new(false) });
    let parts_of_one = parts(mortal.clone(), None);
    let stop = parts_of_one.stop.clone();
    let toys = [toy];
    let one = start_with(parts_of_one, &toys, Reach::default()).await;
    let two = start_with(parts(store, None), &toys, Reach::default()).await;

    // Several, so that some are in the share of the dead one.
    let mut client = one.client.clone();
    let mut hosted = Vec::new();
    for _ in 0..8 {
        let fresh = create(&mut client, 2, true).await;
        add_bot(&mut client, &fresh).await;
        hosted.push(fresh);
    }
    // From here on it does nothing by itself: the commits that fill the matches
    // are its last.
    mortal.is_dead.store(true, Ordering::SeqCst);
    stop.cancel();
    for fresh in &hosted {
        add_bot(&mut client, fresh).await;
    }
    let outcomes = hosted.iter().map(|hosted| {
        let mut client = two.client.clone();
        async move { outcome(&mut client, &hosted.match_id).await }
    });
    let outcomes = tokio::time::timeout(kit_testing::PATIENCE, join_all(outcomes)).await;
    for outcome in outcomes.expect("the other one takes them up in time") {
        assert_eq!(outcome.standings.len(), 2);
    }
}
