//! `bakufu prove`: experiments that show what the platform promises. `bakufu-lab` makes them.

pub mod choice;
pub mod draws;
pub mod histories;
pub mod inputs;
pub mod leaks;
pub mod policy;
pub mod sizes;
pub mod timing;

use clap::{Args, Subcommand};

const EXAMPLES: &str = "\
Every experiment follows from its seed, on any number of cores, but for the times
that `timing` compares. It ends with 0 if it found nothing, and with 1 and what
repeats it if it did.

This is done by `bakufu-lab`; `bakufu --help` says how to get it.

Examples:
  bakufu prove draws --draws 100000000      whether chance looks like chance
  bakufu prove histories --store redis      nothing that was stored is lost
  bakufu prove inputs --count 1000000       no bytes from outside break anything
  bakufu prove leaks --pairs 1000000        what is hidden changes no byte
  bakufu prove policy                       every visibility option matters
  bakufu prove sizes                        no size tells what a seat plans
  bakufu prove timing                       no time tells it either";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    pub proof: Proof,
}

/// One file per experiment, in `prove/`.
#[derive(Debug, Subcommand)]
pub enum Proof {
    /// Ask millions of draws whether they look random
    Draws(draws::Arguments),
    /// Play random requests, faults and crashes against a model
    Histories(histories::Arguments),
    /// Feed every door that bytes come through with hostile input
    Inputs(inputs::Arguments),
    /// Compare what viewers get from worlds that differ in what is hidden
    Leaks(leaks::Arguments),
    /// Weaken what keeps secrets, one thing at a time, and see it found
    Policy(policy::Arguments),
    /// Compare how many bytes a seat gets for different plans
    Sizes(sizes::Arguments),
    /// Compare how long answers take for different plans
    Timing(timing::Arguments),
}
