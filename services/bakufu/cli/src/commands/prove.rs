//! `bakufu prove`: experiments that show what the platform promises.

mod draws;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Each experiment follows from its seed, so whatever it finds can be repeated.

Examples:
  bakufu prove draws --draws 100000000      whether chance looks like chance";

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
}

pub(crate) fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    match arguments.proof {
        Proof::Draws(arguments) => draws::run(&arguments, output),
    }
}
