//! A seat of a match, as the one who sits there sees and plays it.

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::watch_match_response::Message;
use kit_proto::bakufu::rules::v1::{LegalAction, Outcome};
use kit_service::Reason;
use prost::Message as _;
use tonic::{Request, Streaming};

use crate::client::{Client, with_token};
use crate::failure::Failure;
use crate::turns::{Turn, TurnCounter};

/// A seat, with the stream of what it may see.
pub(crate) struct OwnSeat {
    /// The match as it was when its seats or its status changed last.
    pub(crate) game_match: play::Match,
    pub(crate) seat: u32,
    /// The result, once the match is over.
    pub(crate) outcome: Option<Outcome>,
    client: Client,
    token: String,
    updates: Streaming<play::WatchMatchResponse>,
    turns: TurnCounter,
    revision: u64,
    seats_to_act: Vec<u32>,
}

/// Where and as whom somebody wants to sit.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// Zero is the first open seat.
    pub(crate) seat: u32,
    pub(crate) name: Option<&'a str>,
    /// What lets the player in, if the match is by invitation.
    pub(crate) invitation: Option<&'a str>,
}

/// What becomes of an action.
pub(super) enum Submitted {
    Done,
    /// It did not, for this reason.
    Refused(Reason),
}

impl OwnSeat {
    /// Sits down.
    pub(crate) async fn sit_down(
        client: &mut Client,
        game_match: &play::Match,
        wanted: Wanted<'_>,
    ) -> Result<play::SitDownResponse, Failure> {
        let is_open = |it: &&play::Seat| it.holder() == play::SeatHolder::Open;
        let first_open = game_match.seats.iter().find(is_open).map_or(0, |open| open.seat);
        // Somebody else may sit down at this moment, so the server chooses, but
        // for those who say no name: two of them must not get the same.
        let (seat, name) = match (wanted.seat, wanted.name) {
            (seat, Some(name)) => (seat, name.to_owned()),
            (0, None) => (first_open, format!("Player {first_open}")),
            (seat, None) => (seat, format!("Player {seat}")),
        };
        let match_id = game_match.match_id.clone();
        let invitation = wanted.invitation.unwrap_or_default().to_owned();
        let request =
            play::SitDownRequest { match_id, seat, name, invitation, ..Default::default() };
        Ok(client.sit_down(request).await?.into_inner())
    }

    /// Takes the place at the table that a token stands for, from the beginning
    /// of the match. Also returns the revision that it has reached.
    pub(crate) async fn watch(
        client: &Client,
        game_match: play::Match,
        token: String,
    ) -> Result<(Self, u64), Failure> {
        let mut client = client.clone();
        let match_id = game_match.match_id.clone();
        let request = play::GetViewRequest { match_id: match_id.clone() };
        let view = client.get_view(with_token(request, &token)).await?.into_inner().view;
        let view = view.ok_or(Failure::Nonsense("an answer without a view"))?;
        let watch = play::WatchMatchRequest {
            match_id,
            after_revision: Some(0),
            sentences: true,
            views: false,
        };
        let updates = client.watch_match(with_token(watch, &token)).await?.into_inner();
        let seat = Self {
            game_match,
            seat: view.viewer,
            outcome: None,
            client,
            token,
            updates,
            turns: TurnCounter::default(),
            revision: 0,
            seats_to_act: Vec::new(),
        };
        Ok((seat, view.revision))
    }

    /// Whoever asks for one seat must not act on another.
    pub(crate) fn must_be(&self, wanted: Option<u32>) -> Result<(), Failure> {
        match wanted {
            Some(wanted) if wanted != self.seat => {
                Err(Failure::OtherSeat { wanted, actual: self.seat })
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn match_id(&self) -> &str {
        &self.game_match.match_id
    }

    /// Whether it is time to decide: the match waits for this seat, and not for
    /// bots as well, which take no time.
    pub(super) fn is_ready(&self) -> bool {
        let is_bot = |it: &play::Seat| it.resigned || it.holder() == play::SeatHolder::Bot;
        let mut bots = self.game_match.seats.iter().filter(|it| is_bot(it));
        self.seats_to_act.contains(&self.seat)
            && !bots.any(|bot| self.seats_to_act.contains(&bot.seat))
    }

    /// The seats that the match waits for.
    pub(super) fn seats_to_act(&self) -> &[u32] {
        &self.seats_to_act
    }

    /// Whether nothing can happen any more.
    pub(super) fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// Waits for the next change, and tells it if there is something to tell.
    pub(super) async fn next(&mut self) -> Result<Option<Turn>, Failure> {
        loop {
            let message = self.updates.message().await?.and_then(|response| response.message);
            let mut update = match message {
                Some(Message::Update(update)) => update,
                Some(Message::Closing(_)) | None => return Err(Failure::CutShort),
                Some(Message::Snapshot(_) | Message::View(_)) => continue,
                Some(Message::Rewound(now)) => {
                    self.rewind(now);
                    return Ok(None);
                }
            };
            if let Some(game_match) = update.game_match.take() {
                self.game_match = game_match;
            }
            self.outcome = update.outcome.take();
            self.revision = update.revision;
            self.seats_to_act.clone_from(&update.seats_to_act);
            return Ok(self.turns.add(update));
        }
    }

    /// Goes on from where the match is after the server has lost what came before.
    fn rewind(&mut self, now: play::Snapshot) {
        let view = now.view.unwrap_or_default();
        self.game_match = now.game_match.unwrap_or_default();
        self.outcome = view.outcome;
        self.revision = view.revision;
        self.seats_to_act = view.seats_to_act;
    }

    /// Looks at everything up to a revision that has happened.
    pub(crate) async fn catch_up(&mut self, revision: u64) -> Result<Vec<Turn>, Failure> {
        let mut turns = Vec::new();
        while self.revision < revision && !self.is_over() {
            turns.extend(self.next().await?);
        }
        Ok(turns)
    }

    /// What the seat may do, and the revision to which that belongs.
    pub(super) async fn legal_actions(&mut self) -> Result<(u64, Vec<LegalAction>), Failure> {
        let request = play::ListLegalActionsRequest { match_id: self.match_id().to_owned() };
        let request = self.request(request);
        let answer = self.client.list_legal_actions(request).await?.into_inner();
        Ok((answer.revision, answer.actions))
    }

    /// Does something that was decided on at a revision, unless somebody else
    /// has acted out of turn since then.
    pub(super) async fn submit(
        &mut self,
        action: &LegalAction,
        revision: u64,
    ) -> Result<(Submitted, Vec<Turn>), Failure> {
        let request = self.request(padded(play::SubmitActionsRequest {
            match_id: self.match_id().to_owned(),
            actions: vec![action.action.clone()],
            // What others do at the same time takes nothing from this choice.
            expected_revision: (self.seats_to_act.len() == 1).then_some(revision),
            ..Default::default()
        }));
        let status = match self.client.submit_actions(request).await {
            Ok(answer) => {
                let done = answer.into_inner().update.unwrap_or_default().revision;
                return Ok((Submitted::Done, self.catch_up(done).await?));
            }
            Err(status) => status,
        };
        match Reason::from_status(&status) {
            // Somebody was faster, or a rule says no: the person decides anew.
            Some(Reason::StaleRevision { current }) => {
                let turns = self.catch_up(current).await?;
                Ok((Submitted::Refused(Reason::StaleRevision { current }), turns))
            }
            Some(
                reason @ (Reason::RuleViolation { .. }
                | Reason::NotAwaited { .. }
                | Reason::Precondition { .. }),
            ) => Ok((Submitted::Refused(reason), Vec::new())),
            _ => Err(status.into()),
        }
    }

    /// Gives up the match.
    pub(super) async fn resign(&mut self) -> Result<(), Failure> {
        let request =
            play::ResignRequest { match_id: self.match_id().to_owned(), ..Default::default() };
        let request = self.request(request);
        self.client.resign(request).await?;
        Ok(())
    }

    pub(super) async fn board(&mut self) -> Result<String, Failure> {
        let request = play::GetBoardRequest { match_id: self.match_id().to_owned() };
        let request = self.request(request);
        Ok(self.client.get_board(request).await?.into_inner().svg)
    }

    fn request<T>(&self, message: T) -> Request<T> {
        with_token(message, &self.token)
    }
}

/// A submission as long as any other, so that nobody who counts bytes learns
/// which action it is.
fn padded(mut request: play::SubmitActionsRequest) -> play::SubmitActionsRequest {
    const UNIT: usize = 512;
    /// The number of the field, and its length, which takes two bytes from the
    /// shortest padding on.
    const HEAD: usize = 3;
    const SHORTEST: usize = 128;

    let bare = request.encoded_len();
    let whole = (bare + HEAD + SHORTEST).next_multiple_of(UNIT);
    request.padding = vec![0; whole - bare - HEAD].into();
    request
}
