//! A pair that plays one match after the other.

use std::sync::Arc;

use tests_harness::play::{CreateMatchRequest, SitDownRequest, StartMatchRequest};
use tests_harness::{Client, Dice, Player, Table, fresh_id, with_token};
use tokio::sync::watch;

use super::notebook::{Notebook, Unanswered};
use super::{PLAYERS, pauses};
use crate::target::Target;

const CLIENT: usize = 0;
const SEATS: u32 = 2;

/// Plays for ever, and tells which match it is.
pub(super) async fn play(
    target: Target,
    notebook: Arc<Notebook>,
    match_of: watch::Sender<String>,
) -> Result<(), Unanswered> {
    let client = Client::from_address(&target.url(), PLAYERS);
    let (mut dice, mut pauses) = (Dice::roll(), pauses());
    let game = open_game(&client, &notebook, &mut dice).await?;
    loop {
        let players = seat(&client, &notebook, &game).await?;
        let match_id = players[0].match_id.clone();
        let now = notebook.call("get the match", client.get_match(&match_id)).await?;
        match_of.send_replace(match_id);
        let mut to_act = *now.seats_to_act.first().expect("somebody is to act");
        loop {
            pauses.tick().await;
            let player = &players[to_act as usize - 1];
            let legal = notebook.call("list legal actions", player.legal()).await?;
            let action = player.choose(&mut dice, legal).action;
            let submission = player.submission(&action);
            let update = notebook.call("move", player.submit(submission)).await?;
            notebook.note_round(CLIENT);
            if update.outcome.is_some() {
                break;
            }
            to_act = *dice.pick(&update.seats_to_act);
        }
    }
}

/// A game for two whose first steps everybody sees, so that those who watch have
/// something to see.
async fn open_game(
    client: &Client,
    notebook: &Notebook,
    dice: &mut Dice,
) -> Result<String, Unanswered> {
    let games = client.games().await.into_iter();
    for game in games.filter(|game| game.seats_min <= SEATS) {
        let players = seat(client, notebook, &game.id).await?;
        let match_id = &players[0].match_id;
        let before = notebook.call("look in", client.view(match_id)).await?.revision;
        let now = notebook.call("get the match", client.get_match(match_id)).await?;
        let player = &players[*now.seats_to_act.first().expect("somebody is to act") as usize - 1];
        let legal = notebook.call("list legal actions", player.legal()).await?;
        let submission = player.submission(&player.choose(dice, legal).action);
        notebook.call("move", player.submit(submission)).await?;
        if notebook.call("look in", client.view(match_id)).await?.revision > before {
            return Ok(game.id);
        }
    }
    Err(Unanswered("every game begins with secret steps".to_owned()))
}

async fn seat(client: &Client, notebook: &Notebook, game: &str) -> Result<Vec<Player>, Unanswered> {
    let mut api = client.api();
    let request: CreateMatchRequest = Table::request(game, SEATS);
    let created = notebook.call("create", api.create_match(request)).await?.into_inner();
    let match_id = created.game_match.expect("an answer holds the match").match_id;
    let mut players = Vec::new();
    for seat in 1..=SEATS {
        let request = SitDownRequest {
            match_id: match_id.clone(),
            name: format!("Player {seat}"),
            seed: fresh_id().into_bytes().into(),
            request_id: fresh_id(),
            ..Default::default()
        };
        let seated = notebook.call("sit down", api.sit_down(request)).await?.into_inner();
        let (client, match_id) = (client.clone(), match_id.clone());
        players.push(Player { client, match_id, seat, token: seated.seat_token });
    }
    let start = StartMatchRequest { match_id, request_id: fresh_id() };
    let start = with_token(&created.host_token, start);
    notebook.call("start", api.start_match(start)).await?;
    Ok(players)
}
