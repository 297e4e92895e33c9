//! Sizes of the messages of a match.

use bakufu_cli::{Client, export};
use bytes::Bytes;
use prost::Message;
use serde::Serialize;

use super::plan::Planner;
use super::product::ReadyMatch;
use crate::failure::Failure;

/// How many bytes an action moves, on the average of a whole match.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Sizes {
    pub(crate) request_bytes: usize,
    pub(crate) response_bytes: usize,
    pub(crate) state_bytes: usize,
    pub(crate) event_bytes: usize,
    pub(crate) entry_bytes: usize,
    pub(crate) log_bytes: usize,
    pub(crate) actions: usize,
}

/// Plays a match and weighs everything; also returns a state from its middle.
pub(super) async fn measure_sizes(
    client: &Client,
    planner: &Planner,
    game: &str,
    seats: u32,
) -> Result<(Sizes, Bytes), Failure> {
    let mut client = client.clone();
    let ready = ReadyMatch::make(client.clone(), planner.clone(), game, seats).await?;
    let steps = ready.steps();
    let (mut sent, mut received) = (0, 0);
    for at in 0..steps.len() {
        let (request, response) = ready.submit(&mut client, at).await?;
        sent += request;
        received += response;
    }
    let log = export(&mut client, ready.match_id()).await?.log;
    let entries: Vec<usize> = log.iter().map(Message::encoded_len).collect();
    let actions = steps.len();
    let acted = entries.iter().rev().take(actions).sum::<usize>();
    let mean = |total: usize| total / actions.max(1);
    let sizes = Sizes {
        request_bytes: mean(sent),
        response_bytes: mean(received),
        state_bytes: mean(steps.iter().map(|step| step.state.len()).sum()),
        event_bytes: mean(steps.iter().map(|step| step.event_bytes).sum()),
        entry_bytes: mean(acted),
        log_bytes: entries.iter().sum(),
        actions,
    };
    let middle = steps.get(actions / 2).map(|step| step.state.clone());
    Ok((sizes, middle.unwrap_or_default()))
}
