//! A match with its players, set up by calls that are repeated as needed.

use tests_harness::{Player, fresh_id, play, with_token};

use crate::fixture::{Fixture, UnansweredCall};

/// A match that has started, and its players in seat order.
#[derive(Clone, Debug)]
pub(crate) struct Seated {
    pub(crate) match_id: String,
    pub(crate) players: Vec<Player>,
    pub(crate) to_act: Vec<u32>,
}

impl Seated {
    pub(crate) fn player(&self, seat: u32) -> &Player {
        &self.players[seat as usize - 1]
    }
}

/// Creates a match, takes all its seats and starts it. Every call goes to
/// another replica than the one before.
pub(crate) async fn seat(
    fixture: &Fixture,
    slot: usize,
    game: &str,
    seats: u32,
) -> Result<Seated, UnansweredCall> {
    let request = play::CreateMatchRequest {
        game: game.to_owned(),
        seats,
        request_id: fresh_id(),
        ..Default::default()
    };
    let created = fixture
        .call(slot, slot, "create", |client| {
            let request = request.clone();
            async move { client.api().create_match(request).await }
        })
        .await?
        .into_inner();
    let match_id = created.game_match.expect("an answer holds the match").match_id;
    let mut players = Vec::new();
    for seat in 1..=seats {
        players.push(sit(fixture, slot, &match_id, seat).await?);
    }
    let request = play::StartMatchRequest { match_id: match_id.clone(), request_id: fresh_id() };
    let started = fixture
        .call(slot, slot, "start", |client| {
            let request = with_token(&created.host_token, request.clone());
            async move { client.api().start_match(request).await }
        })
        .await?
        .into_inner();
    let to_act = started.game_match.expect("an answer holds the match").seats_to_act;
    Ok(Seated { match_id, players, to_act })
}

async fn sit(
    fixture: &Fixture,
    slot: usize,
    match_id: &str,
    seat: u32,
) -> Result<Player, UnansweredCall> {
    let request = play::SitDownRequest {
        match_id: match_id.to_owned(),
        seat,
        name: format!("Player {seat}"),
        seed: fresh_id().into_bytes().into(),
        request_id: fresh_id(),
        ..Default::default()
    };
    let replica = slot + seat as usize;
    let seated = fixture
        .call(slot, replica, "sit down", |client| {
            let request = request.clone();
            async move { client.api().sit_down(request).await }
        })
        .await?
        .into_inner();
    let client = fixture.fleet.client(replica, slot).clone();
    Ok(Player { client, match_id: match_id.to_owned(), seat, token: seated.seat_token })
}
