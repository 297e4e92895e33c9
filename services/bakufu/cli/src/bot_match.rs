//! A match between bots, as a spectator follows it.

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use kit_proto::bakufu::rules::v1::Outcome;
use tonic::Streaming;

use crate::client::{Client, with_token};
use crate::failure::Failure;
use crate::turns::{Turn, TurnCounter};

/// A running match whose seats are all bots.
pub(crate) struct BotMatch {
    game_match: play::Match,
    updates: Streaming<play::WatchMatchResponse>,
    turns: TurnCounter,
    outcome: Option<Outcome>,
}

impl BotMatch {
    /// Creates a match, puts a bot on every seat and starts it.
    pub(crate) async fn start(
        client: &mut Client,
        wanted: play::CreateMatchRequest,
    ) -> Result<Self, Failure> {
        let seats = wanted.seats;
        let created = client.create_match(wanted).await?.into_inner();
        let game_match = created.game_match.ok_or(Failure::Nonsense("a creation of no match"))?;
        let (match_id, host) = (&game_match.match_id, &created.host_token);
        for _ in 0..seats {
            let request = play::AddBotRequest { match_id: match_id.clone(), ..Default::default() };
            client.add_bot(with_token(request, host)).await?;
        }
        // Watched before the start, so that everything can be told live.
        let watch = play::WatchMatchRequest {
            match_id: match_id.clone(),
            after_revision: Some(0),
            sentences: true,
            views: false,
        };
        let updates = client.watch_match(watch).await?.into_inner();
        let request = play::StartMatchRequest { match_id: match_id.clone(), ..Default::default() };
        client.start_match(with_token(request, host)).await?;
        Ok(Self { game_match, updates, turns: TurnCounter::default(), outcome: None })
    }

    /// What happens next; none when the match is over.
    pub(crate) async fn next(&mut self) -> Result<Option<Turn>, Failure> {
        while self.outcome.is_none() {
            let message = self.updates.message().await?.and_then(|response| response.message);
            let mut update = match message {
                Some(Message::Update(update)) => update,
                Some(Message::Closing(_)) | None => return Err(Failure::CutShort),
                Some(Message::Snapshot(_) | Message::View(_)) => continue,
                Some(Message::Rewound(now)) => {
                    self.game_match = now.game_match.unwrap_or_default();
                    self.outcome = now.view.and_then(|view| view.outcome);
                    continue;
                }
            };
            if let Some(game_match) = update.game_match.take() {
                self.game_match = game_match;
            }
            self.outcome = update.outcome.take();
            if let Some(turn) = self.turns.add(update) {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// The match as it ended, and how.
    pub(crate) fn result(self) -> Result<(play::Match, Outcome), Failure> {
        Ok((self.game_match, self.outcome.ok_or(Failure::CutShort)?))
    }
}
