//! `bakufu prove leaks`: what is hidden changes no byte of what a viewer gets.

use clap::Args;

use super::choice::Choice;

const EXAMPLES: &str = "\
A random match is stopped at a random moment. In a second world everything that
a viewer can't see is dealt anew, and both go on for a few steps of which the
viewer notices the same, while secret steps and hidden draws differ. All that
the orchestrator sends the viewer must be the same in both: views, updates with
their sentences, legal actions, refusals, pictures, byte by byte. Every viewer,
number of seats and option set has its turn; of very many option sets, some in
which any two values meet. A pair of worlds ends early where a secret is
revealed, or where the same can't be done in both.

Examples:
  bakufu prove leaks
  bakufu prove leaks --pairs 1000000
  bakufu prove leaks --game samurai --seed 7";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub choice: Choice,
    /// How many pairs of worlds of each game are compared at least
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub pairs: u64,
}
