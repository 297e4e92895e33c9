//! The product: matches whose actions are submitted by clients.

use std::sync::{Arc, Mutex};

use bakufu_cli::{Client, Credentials, connect, credentials, with_credentials, with_token};
use futures::stream::{self, StreamExt, TryStreamExt};
use kit_proto::bakufu::play::v1 as play;
use prost::Message;

use super::load::Caller;
use super::plan::{PlannedStep, Planner};
use crate::failure::Failure;

/// How many matches are made ready at the same time.
const AT_ONCE: usize = 8;

/// A match that has started, and everything that will happen in it.
pub(crate) struct ReadyMatch {
    match_id: String,
    /// The tokens of the seats in order.
    seats: Vec<Credentials>,
    steps: Vec<PlannedStep>,
}

/// Matches that wait for somebody to play them.
#[derive(Clone, Default)]
pub(crate) struct ReadyMatches(Arc<Mutex<Vec<ReadyMatch>>>);

/// Plays one ready match after the other.
pub(crate) struct Submitter {
    client: Client,
    ready: ReadyMatches,
    current: Option<ReadyMatch>,
    /// The step that comes next.
    at: usize,
}

impl ReadyMatches {
    pub(crate) async fn make(
        client: &Client,
        planner: &Planner,
        game: &str,
        seats: u32,
        count: usize,
    ) -> Result<Self, Failure> {
        let matches: Vec<ReadyMatch> = stream::iter(0..count)
            .map(|_| ReadyMatch::make(client.clone(), planner.clone(), game, seats))
            .buffer_unordered(AT_ONCE)
            .try_collect()
            .await?;
        Ok(Self(Arc::new(Mutex::new(matches))))
    }

    fn take(&self) -> Option<ReadyMatch> {
        self.0.lock().expect("no thread panics while it takes a match").pop()
    }
}

impl ReadyMatch {
    pub(crate) async fn make(
        mut client: Client,
        planner: Planner,
        game: &str,
        seats: u32,
    ) -> Result<Self, Failure> {
        let wanted =
            play::CreateMatchRequest { game: game.to_owned(), seats, ..Default::default() };
        let created = client.create_match(wanted).await?.into_inner();
        let match_id = created.game_match.unwrap_or_default().match_id;
        let mut seated = Vec::new();
        for seat in 1..=seats {
            let name = format!("Player {seat}");
            let sit =
                play::SitDownRequest { match_id: match_id.clone(), name, ..Default::default() };
            seated.push(credentials(&client.sit_down(sit).await?.into_inner().seat_token));
        }
        let start = play::StartMatchRequest { match_id: match_id.clone(), ..Default::default() };
        client.start_match(with_token(start, &created.host_token)).await?;
        let steps = planner.plan(&match_id).await?;
        Ok(Self { match_id, seats: seated, steps })
    }

    pub(crate) fn match_id(&self) -> &str {
        &self.match_id
    }

    pub(crate) fn steps(&self) -> &[PlannedStep] {
        &self.steps
    }

    /// Submits a step and returns how many bytes went there and back.
    pub(crate) async fn submit(
        &self,
        client: &mut Client,
        at: usize,
    ) -> Result<(usize, usize), Failure> {
        let request = self.request(at);
        let sent = request.get_ref().encoded_len();
        let answer = client.submit_actions(request).await?.into_inner();
        Ok((sent, answer.encoded_len()))
    }

    fn request(&self, at: usize) -> tonic::Request<play::SubmitActionsRequest> {
        let step = &self.steps[at];
        let request = play::SubmitActionsRequest {
            match_id: self.match_id.clone(),
            actions: vec![step.action.clone()],
            request_id: format!("bench-request-{at:06}"),
            ..Default::default()
        };
        with_credentials(request, self.seats[step.seat as usize - 1].clone())
    }
}

impl Submitter {
    /// A client with a connection of its own.
    pub(crate) async fn connect(url: &str, ready: ReadyMatches) -> Result<Self, Failure> {
        Ok(Self { client: connect(url).await?, ready, current: None, at: 0 })
    }
}

impl Caller for Submitter {
    async fn call(&mut self) -> Result<bool, Failure> {
        let over = self.current.as_ref().is_none_or(|current| self.at == current.steps.len());
        if over {
            self.current = self.ready.take();
            self.at = 0;
        }
        let Some(current) = &self.current else {
            return Ok(false);
        };
        self.client.submit_actions(current.request(self.at)).await?;
        self.at += 1;
        Ok(true)
    }
}
