//! A player with a seat token.

use bytes::Bytes;
use tonic::Status;

use crate::client::{Client, fresh_id, with_token};
use crate::dice::Dice;
use crate::retry::with_retries;
use crate::watcher::Watcher;
use crate::{play, rules};

/// Somebody on a seat, connected to one replica.
#[derive(Clone, Debug)]
pub struct Player {
    /// Where the player is connected.
    pub client: Client,
    pub match_id: String,
    pub seat: u32,
    pub token: String,
}

impl Player {
    /// The same player, connected elsewhere.
    #[must_use]
    pub fn moved_to(&self, client: &Client) -> Self {
        Self { client: client.clone(), ..self.clone() }
    }

    /// What the player may do.
    ///
    /// # Errors
    /// As the server says.
    pub async fn legal(&self) -> Result<play::ListLegalActionsResponse, Status> {
        let request = play::ListLegalActionsRequest { match_id: self.match_id.clone() };
        let request = with_token(&self.token, request);
        Ok(self.client.api().list_legal_actions(request).await?.into_inner())
    }

    /// What the player may see.
    ///
    /// # Errors
    /// As the server says.
    pub async fn view(&self) -> Result<play::View, Status> {
        let request = play::GetViewRequest { match_id: self.match_id.clone() };
        let answer = self.client.api().get_view(with_token(&self.token, request)).await?;
        Ok(answer.into_inner().view.expect("an answer holds the view"))
    }

    /// Watches as the player.
    ///
    /// # Errors
    /// As the server says.
    pub async fn watch(&self, request: play::WatchMatchRequest) -> Result<Watcher, Status> {
        let stream = self.client.api().watch_match(with_token(&self.token, request)).await?;
        Ok(Watcher::new(stream.into_inner()))
    }

    /// A submission of one action, to be refined.
    pub fn submission(&self, action: &Bytes) -> play::SubmitActionsRequest {
        play::SubmitActionsRequest {
            match_id: self.match_id.clone(),
            actions: vec![action.clone()],
            expected_revision: None,
            request_id: fresh_id(),
            ..Default::default()
        }
    }

    /// Submits once.
    ///
    /// # Errors
    /// As the server says.
    pub async fn submit(
        &self,
        request: play::SubmitActionsRequest,
    ) -> Result<play::Update, Status> {
        let answer = self.client.api().submit_actions(with_token(&self.token, request)).await?;
        Ok(answer.into_inner().update.expect("an answer holds the update"))
    }

    /// Resigns.
    ///
    /// # Errors
    /// As the server says.
    pub async fn resign(&self) -> Result<play::Match, Status> {
        let request =
            play::ResignRequest { match_id: self.match_id.clone(), request_id: fresh_id() };
        let answer = self.client.api().resign(with_token(&self.token, request)).await?;
        Ok(answer.into_inner().game_match.expect("an answer holds the match"))
    }

    /// Some legal action.
    ///
    /// # Errors
    /// As the server says.
    ///
    /// # Panics
    /// If there is none.
    pub async fn some_legal(&self, dice: &mut Dice) -> Result<rules::LegalAction, Status> {
        Ok(self.choose(dice, self.legal().await?))
    }

    /// Does something legal, and tries again as long as that may help.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn act(&self, dice: &mut Dice) -> play::Update {
        let legal = with_retries("list legal actions", || self.legal()).await;
        let action = self.choose(dice, legal);
        let request = self.submission(&action.action);
        with_retries("submit", || self.submit(request.clone())).await
    }

    /// One of the actions that are legal. Mostly goes forward: whoever takes
    /// steps back as often as forward never finishes a plan.
    ///
    /// # Panics
    /// If there is none.
    pub fn choose(
        &self,
        dice: &mut Dice,
        legal: play::ListLegalActionsResponse,
    ) -> rules::LegalAction {
        const BACK_ONE_IN: usize = 32;
        let (back, forward): (Vec<_>, Vec<_>) =
            legal.actions.into_iter().partition(|action| action.retracts);
        let goes_back = forward.is_empty() || !back.is_empty() && dice.below(BACK_ONE_IN) == 0;
        let choices = if goes_back { back } else { forward };
        assert!(!choices.is_empty(), "seat {} is to act and can", self.seat);
        dice.pick(&choices).clone()
    }
}
