//! `bakufu prove`: experiments that show what the platform promises.

mod draws;
mod leaks;
mod policy;

use bakufu_games::shipped;
use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Each experiment follows from its seed, so whatever it finds can be repeated.

Examples:
  bakufu prove draws --draws 100000000      whether chance looks like chance
  bakufu prove leaks --pairs 1000000        what is hidden changes no byte
  bakufu prove policy                       every visibility option matters";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    proof: Proof,
}

/// One file per experiment, in `prove/`.
#[derive(Debug, Subcommand)]
enum Proof {
    /// Ask millions of draws whether they look random
    Draws(draws::Arguments),
    /// Compare what viewers get from worlds that differ in what is hidden
    Leaks(leaks::Arguments),
    /// Weaken what keeps secrets, one thing at a time, and see it found
    Policy(policy::Arguments),
}

pub(crate) fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    match arguments.proof {
        Proof::Draws(arguments) => draws::run(&arguments, output),
        Proof::Leaks(arguments) => leaks::run(&arguments, output),
        Proof::Policy(arguments) => policy::run(&arguments, output),
    }
}

/// The games that an experiment is made with: one, or all that ship.
fn chosen(game: Option<&str>) -> Result<Vec<&'static str>, Failure> {
    let mut games: Vec<&'static str> = shipped().iter().map(|game| game.facts.id).collect();
    if let Some(game) = game {
        let known = games.iter().map(|&known| known.to_owned()).collect();
        games.retain(|known| *known == game);
        if games.is_empty() {
            return Err(Failure::UnknownGame { game: game.to_owned(), known });
        }
    }
    Ok(games)
}
