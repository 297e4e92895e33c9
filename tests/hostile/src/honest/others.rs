//! Everybody besides the players. Each round of theirs is a connection of its own.

use std::sync::Arc;

use serde_json::json;
use tests_harness::play::WatchMatchRequest;
use tests_harness::{CALL_MAX, Client};
use tokio::sync::watch;
use tonic::{Status, Streaming};

use super::notebook::{Notebook, Unanswered};
use super::{NEIGHBOURS, pauses};
use crate::json::call_once;
use crate::target::Target;

/// The match that is being played, once there is one.
async fn current(match_of: &mut watch::Receiver<String>) -> String {
    let known = match_of.wait_for(|id| !id.is_empty()).await;
    known.expect("the players outlive everybody").clone()
}

/// Opens a stream, reads what the match is like, and waits for what happens next.
pub(super) async fn watch(
    target: Target,
    notebook: Arc<Notebook>,
    mut match_of: watch::Receiver<String>,
) -> Result<(), Unanswered> {
    const CLIENT: usize = 1;
    let mut pauses = pauses();
    loop {
        pauses.tick().await;
        let match_id = current(&mut match_of).await;
        let client = Client::from_address(&target.url(), NEIGHBOURS);
        let request = WatchMatchRequest { match_id, ..Default::default() };
        let mut stream = notebook
            .call("watch", async {
                let mut stream = client.api().watch_match(request).await?.into_inner();
                stream.message().await?;
                Ok::<_, Status>(stream)
            })
            .await?;
        next_update(&mut stream).await?;
        notebook.note_round(CLIENT);
    }
}

/// What happens next is up to the players, so it is no call whose time counts.
async fn next_update<M>(stream: &mut Streaming<M>) -> Result<(), Unanswered> {
    match tokio::time::timeout(CALL_MAX, stream.message()).await {
        // A match that has just ended has nothing more to tell.
        Ok(Ok(_)) => Ok(()),
        Ok(Err(status)) => Err(Unanswered(format!("watch on: {status:?}"))),
        Err(_) => Err(Unanswered(format!("watch on: nothing came in {CALL_MAX:?}"))),
    }
}

/// Looks at the match over gRPC.
pub(super) async fn look_in(
    target: Target,
    notebook: Arc<Notebook>,
    mut match_of: watch::Receiver<String>,
) -> Result<(), Unanswered> {
    const CLIENT: usize = 2;
    let mut pauses = pauses();
    loop {
        pauses.tick().await;
        let match_id = current(&mut match_of).await;
        let client = Client::from_address(&target.url(), NEIGHBOURS);
        notebook.call("look in", client.view(&match_id)).await?;
        notebook.note_round(CLIENT);
    }
}

/// Asks as a browser does: JSON over HTTP/1.1.
pub(super) async fn visit(
    target: Target,
    notebook: Arc<Notebook>,
    mut match_of: watch::Receiver<String>,
) -> Result<(), Unanswered> {
    const CLIENT: usize = 3;
    let mut pauses = pauses();
    loop {
        pauses.tick().await;
        let about = json!({ "matchId": current(&mut match_of).await });
        let visit = call_once(target, NEIGHBOURS, "GetMatch", "", &about);
        notebook.call("visit", visit).await?;
        notebook.note_round(CLIENT);
    }
}
