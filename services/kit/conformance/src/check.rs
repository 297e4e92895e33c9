//! Holds a law against random matches of every table a game allows.

use std::env;
use std::ops::RangeInclusive;

use kit_rules::{Rules, SeatCount, Violation};

use crate::Table;
use crate::play::guarded;

/// How many matches are played for each number of seats and each set of
/// options. Default: 4.
pub const ENV_GAMES: &str = "BAKUFU_GAMES";
/// Plays only the matches of this seed. Default: the seeds 1, 2, 3, …
pub const ENV_SEED: &str = "BAKUFU_SEED";

const GAMES_DEFAULT: u64 = 4;

/// Checks a law with every number of seats, with the default options and with
/// each of the given ones. Options that the rules refuse for a number of seats
/// are left out there; the default must suit them all.
///
/// # Errors
/// The first breach, and how to see it again.
pub fn check<G: Rules>(
    options: &[G::Options],
    law: impl Fn(&Table<G>) -> Result<(), String>,
) -> Result<(), String> {
    let seeds = seeds(env::var(ENV_GAMES).ok(), env::var(ENV_SEED).ok())?;
    let default = G::Options::default();
    check_options(&default, &seeds, true, &law)?;
    for options in options.iter().filter(|options| **options != default) {
        check_options(options, &seeds, false, &law)?;
    }
    Ok(())
}

/// Asserts a law; what [`suite!`](crate::suite) puts into each test.
///
/// # Panics
/// With the breach, if the law is broken.
pub fn hold<G: Rules>(options: &[G::Options], law: impl Fn(&Table<G>) -> Result<(), String>) {
    if let Err(breach) = check(options, law) {
        panic!("{breach}");
    }
}

fn check_options<G: Rules>(
    options: &G::Options,
    seeds: &RangeInclusive<u64>,
    must_suit_all: bool,
    law: &impl Fn(&Table<G>) -> Result<(), String>,
) -> Result<(), String> {
    let mut suits = 0;
    for number in G::FACTS.seats_min..=G::FACTS.seats_max {
        let seats = SeatCount::new(number).ok_or(format!("{number} seats are not possible"))?;
        match guarded(|| Ok(G::setup(options, seats, &mut Vec::new())))? {
            Ok(_) => suits += 1,
            Err(violation) if must_suit_all || violation.rule().is_empty() => {
                return Err(format!("{options:?} with {number} seats is refused: {violation}"));
            }
            Err(_) => continue,
        }
        for seed in seeds.clone() {
            let table = Table { seats, options: options.clone(), seed };
            guarded(|| law(&table)).map_err(|breach| {
                format!("{breach}\n  in {table}\n  see it again with {ENV_SEED}={seed}")
            })?;
        }
    }
    if suits == 0 { Err(format!("{options:?} suits no number of seats")) } else { Ok(()) }
}

fn seeds(games: Option<String>, seed: Option<String>) -> Result<RangeInclusive<u64>, String> {
    let number = |name: &str, text: String| {
        text.parse::<u64>().map_err(|_| format!("{name} is a number, not {text:?}"))
    };
    if let Some(seed) = seed {
        let seed = number(ENV_SEED, seed)?;
        return Ok(seed..=seed);
    }
    let games = games.map_or(Ok(GAMES_DEFAULT), |games| number(ENV_GAMES, games))?;
    if games == 0 { Err(format!("{ENV_GAMES} is at least 1")) } else { Ok(1..=games) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_replaces_all_others_and_games_set_how_many_there_are() {
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(seeds(None, None), Ok(1..=GAMES_DEFAULT));
        assert_eq!(seeds(text("100"), None), Ok(1..=100));
        assert_eq!(seeds(text("100"), text("7")), Ok(7..=7));
        assert!(seeds(text("0"), None).is_err());
        assert!(seeds(None, text("seven")).is_err());
    }
}
