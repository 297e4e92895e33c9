//! `bakufu prove`: experiments that show what the platform promises.

mod draws;
mod inputs;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::output::Output;

const EXAMPLES: &str = "\
Every experiment follows from its seed, on any number of cores. It ends with 0
if it found nothing, and with 1 and what repeats it if it did.

Examples:
  bakufu prove draws --draws 100000000      whether chance looks like chance
  bakufu prove inputs --count 1000000       no bytes from outside break anything";

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
    /// Feed every door that bytes come through with hostile input
    Inputs(inputs::Arguments),
}

pub(crate) fn run(arguments: Arguments, output: &mut Output<'_>) -> Result<(), Failure> {
    match arguments.proof {
        Proof::Draws(arguments) => draws::run(&arguments, output),
        Proof::Inputs(arguments) => inputs::run(&arguments, output),
    }
}
