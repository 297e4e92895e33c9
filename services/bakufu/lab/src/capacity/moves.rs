//! Moves of players, through a replica, a game and the store.

use std::time::Duration;

use bakufu_cli::{Client, Credentials, connect, credentials, with_credentials};
use futures::future::try_join_all;
use kit_proto::bakufu::play::v1 as play;
use serde::Serialize;

use super::copies::Copies;
use super::ground::Ground;
use super::process;
use crate::bench::{Caller, Load, Rate};
use crate::failure::Failure;

/// So many moves are made in each match.
const MOVES_PER_MATCH: usize = 4;
/// Players that move at the same time.
const PLAYERS: usize = 8;
const DURATION_MAX: Duration = Duration::from_secs(10);

#[derive(Debug, Serialize)]
pub(super) struct MoveCost {
    pub(super) rate: Rate,
    /// How long this process computes for one: player, replica and game together.
    pub(super) cpu_us: Option<f64>,
    /// How long the servers of the store do.
    pub(super) redis_cpu_us: Option<f64>,
}

impl MoveCost {
    /// How long everybody computes for one, the store included.
    pub(super) fn whole_cpu_us(&self) -> Option<f64> {
        Some(self.cpu_us? + self.redis_cpu_us.unwrap_or_default())
    }
}

/// Plays on in the matches of these numbers. A move is what a client needs for it:
/// a call for the legal actions, and one that submits.
pub(super) async fn measure(
    ground: &Ground,
    url: &str,
    copies: &Copies,
    numbers: &[u64],
) -> Result<MoveCost, Failure> {
    let players = (0..PLAYERS).map(|player| async move {
        Ok::<_, Failure>(Player {
            client: connect(url).await?,
            copies: copies.clone(),
            numbers: numbers.iter().copied().skip(player).step_by(PLAYERS).collect(),
            table: None,
        })
    });
    let players = try_join_all(players).await?;
    let (cpu, redis_cpu) = (process::cpu(), ground.cpu()?);
    let (_, load) = Load::run(players, DURATION_MAX).await?;
    let (cpu_after, redis_cpu_after) = (process::cpu(), ground.cpu()?);
    let moves = load.calls().max(1) as f64;
    let per_move = |before: Option<Duration>, after: Option<Duration>| {
        Some(after?.saturating_sub(before?).as_secs_f64() * 1e6 / moves)
    };
    Ok(MoveCost {
        rate: load.rate(),
        cpu_us: per_move(cpu, cpu_after),
        redis_cpu_us: per_move(redis_cpu, redis_cpu_after),
    })
}

/// Plays on in one match after the other, for whoever is to move.
struct Player {
    client: Client,
    copies: Copies,
    numbers: Vec<u64>,
    table: Option<Table>,
}

/// A match that is being played.
struct Table {
    match_id: String,
    seats: Vec<Credentials>,
    /// Who is to move.
    awaited: u32,
    moves: usize,
}

impl Player {
    /// The match that is played next, if there is one.
    fn sit_down(&mut self) -> Option<Table> {
        let copy = self.copies.get(self.numbers.pop()?);
        let tokens = copy.seat_tokens()?;
        let seats = tokens.iter().map(|token| credentials(token)).collect();
        let awaited = copy.actor()?.number();
        Some(Table { match_id: copy.match_id.clone(), seats, awaited, moves: 0 })
    }
}

impl Caller for Player {
    async fn call(&mut self) -> Result<bool, Failure> {
        if self.table.is_none() {
            self.table = self.sit_down();
        }
        let Some(table) = &mut self.table else { return Ok(false) };
        let who = table.seats[table.awaited as usize - 1].clone();
        let match_id = table.match_id.clone();
        let question = play::ListLegalActionsRequest { match_id: match_id.clone() };
        let question = with_credentials(question, who.clone());
        let legal = self.client.list_legal_actions(question).await?.into_inner().actions;
        let chosen = legal.into_iter().next().map(|legal| legal.action);
        let nothing = bakufu_cli::Failure::Nonsense("an awaited seat without a legal action");
        let actions = vec![chosen.ok_or(nothing)?];
        let submit = play::SubmitActionsRequest { match_id, actions, ..Default::default() };
        let submit = with_credentials(submit, who);
        let update = self.client.submit_actions(submit).await?.into_inner().update;
        table.moves += 1;
        match update.and_then(|update| update.seats_to_act.first().copied()) {
            Some(seat) if table.moves < MOVES_PER_MATCH => table.awaited = seat,
            _ => self.table = None,
        }
        Ok(true)
    }
}
