//! Speed of the rules alone, on one core.

use std::time::{Duration, Instant};

use bakufu_games::ShippedGame;
use kit_rules::SeatCount;
use serde::Serialize;

/// How many matches are played to find out how many fit into the time.
const TRIAL: u32 = 20;

/// Random matches of a game with so many seats.
#[derive(Debug, Serialize)]
pub(crate) struct Playouts {
    pub(crate) game: &'static str,
    pub(crate) seats: u32,
    pub(crate) per_second: f64,
    pub(crate) steps_per_match: f64,
    pub(crate) steps_per_second: f64,
}

/// Plays random matches for about this long.
pub(crate) fn playouts(game: &ShippedGame, seats: SeatCount, duration: Duration) -> Playouts {
    let trial = Instant::now();
    game.play_random(seats, TRIAL);
    let per_match = trial.elapsed().as_secs_f64() / f64::from(TRIAL);
    let matches = (duration.as_secs_f64() / per_match.max(1e-9)) as u32;
    let started = Instant::now();
    let played = game.play_random(seats, matches.max(TRIAL));
    let elapsed = started.elapsed().as_secs_f64();
    Playouts {
        game: game.facts.id,
        seats: seats.get() as u32,
        per_second: f64::from(played.matches) / elapsed,
        steps_per_match: played.steps as f64 / f64::from(played.matches),
        steps_per_second: played.steps as f64 / elapsed,
    }
}
