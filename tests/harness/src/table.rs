//! A match with players on all seats.

use crate::client::{Client, fresh_id, with_token};
use crate::dice::Dice;
use crate::player::Player;
use crate::rules::Game;
use crate::{play, rules};

/// A match that the harness created.
#[derive(Clone, Debug)]
pub struct Table {
    /// The match as it was created.
    pub game_match: play::Match,
    pub host_token: String,
    /// What lets players in, if it is by invitation.
    pub invitation: String,
    /// The players in seat order.
    pub players: Vec<Player>,
}

/// Every game with every number of seats that it has.
pub async fn every_table(client: &Client) -> Vec<(Game, u32)> {
    let games = client.games().await;
    let with_counts =
        |game: Game| (game.seats_min..=game.seats_max).map(move |seats| (game.clone(), seats));
    games.into_iter().flat_map(with_counts).collect()
}

impl Table {
    /// A request for a match, to be refined.
    pub fn request(game: &str, seats: u32) -> play::CreateMatchRequest {
        play::CreateMatchRequest {
            game: game.to_owned(),
            seats,
            request_id: fresh_id(),
            ..Default::default()
        }
    }

    /// Creates a match with open seats.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn create(client: &Client, request: play::CreateMatchRequest) -> Self {
        let created = client.api().create_match(request).await.expect("a match can be created");
        let created = created.into_inner();
        Self {
            game_match: created.game_match.expect("an answer holds the match"),
            host_token: created.host_token,
            invitation: created.invitation,
            players: Vec::new(),
        }
    }

    /// Creates a match, fills all seats with players of this client, and
    /// starts it.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn start(client: &Client, game: &str, seats: u32) -> Self {
        Self::start_as(client, Self::request(game, seats)).await
    }

    /// The same with a request that was refined.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn start_as(client: &Client, request: play::CreateMatchRequest) -> Self {
        let seats = request.seats;
        let mut table = Self::create(client, request).await;
        for _ in 0..seats {
            table.sit(client).await;
        }
        table.start_match(client).await;
        table
    }

    pub fn id(&self) -> &str {
        &self.game_match.match_id
    }

    /// One more player, on the first open seat.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn sit(&mut self, client: &Client) -> &Player {
        let request = play::SitDownRequest {
            match_id: self.id().to_owned(),
            seat: 0,
            name: format!("Player {}", self.players.len() + 1),
            seed: fresh_id().into_bytes().into(),
            request_id: fresh_id(),
            invitation: self.invitation.clone(),
        };
        let seated = client.api().sit_down(request).await.expect("a seat is open").into_inner();
        self.players.push(Player {
            client: client.clone(),
            match_id: self.id().to_owned(),
            seat: seated.seat,
            token: seated.seat_token,
        });
        self.players.last().expect("somebody has just sat down")
    }

    /// The host puts a bot on the first open seat.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn add_bot(&self, client: &Client) -> u32 {
        let match_id = self.id().to_owned();
        let request = play::AddBotRequest { match_id, seat: 0, request_id: fresh_id() };
        let answer = client.api().add_bot(with_token(&self.host_token, request)).await;
        answer.expect("the host may add bots").into_inner().seat
    }

    /// The host starts the match.
    ///
    /// # Panics
    /// If the server refuses.
    pub async fn start_match(&self, client: &Client) {
        let request =
            play::StartMatchRequest { match_id: self.id().to_owned(), request_id: fresh_id() };
        let answer = client.api().start_match(with_token(&self.host_token, request)).await;
        answer.expect("a full match starts");
    }

    /// The player on a seat.
    ///
    /// # Panics
    /// If there is none.
    pub fn player(&self, seat: u32) -> &Player {
        let player = self.players.iter().find(|player| player.seat == seat);
        player.expect("a player sits there")
    }

    /// The first player who is to act.
    ///
    /// # Panics
    /// If nobody is, or the server does not answer.
    pub async fn to_act(&self, client: &Client) -> &Player {
        let now = client.get_match(self.id()).await.expect("the match is there");
        self.player(*now.seats_to_act.first().expect("somebody is to act"))
    }

    /// Plays random legal actions until the match is over, and returns the
    /// outcome.
    ///
    /// # Panics
    /// If the server refuses one, or the match never ends.
    pub async fn play_out(&self, dice: &mut Dice) -> rules::Outcome {
        self.play(dice, u32::MAX).await.expect("the match is over")
    }

    /// Plays at most so many random legal actions, and returns the outcome if
    /// the match is over.
    ///
    /// # Panics
    /// If the server refuses one, or the match never ends.
    pub async fn play(&self, dice: &mut Dice, actions_max: u32) -> Option<rules::Outcome> {
        let client = &self.players.first().expect("somebody plays").client;
        let now = client.get_match(self.id()).await.expect("the match is there");
        let mut to_act = now.seats_to_act;
        // A match of honest steps is much shorter; this one takes steps back.
        const ACTIONS_MAX: u32 = 20_000;
        for _ in 0..actions_max.min(ACTIONS_MAX) {
            let seat = *dice.pick(&to_act);
            let update = self.player(seat).act(dice).await;
            if update.outcome.is_some() {
                return update.outcome;
            }
            to_act = update.seats_to_act;
        }
        assert!(actions_max < ACTIONS_MAX, "a match ends within {ACTIONS_MAX} actions");
        None
    }
}
