//! `bakufu prove policy`: whatever keeps secrets is needed, and missed.

use clap::Args;

use super::choice::Choice;

const EXAMPLES: &str = "\
Every option by which the schema of a game hides something is weakened alone,
and a viewer, or the orchestrator, has to notice in the worlds that `bakufu
prove leaks` compares. Where it can't be noticed, the reason is given. Then
faults are planted in the redactor, and the experiment has to find each.

Examples:
  bakufu prove policy
  bakufu prove policy --game shogun --pairs 50000 --seed 7";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub choice: Choice,
    /// How many pairs of worlds of each game are looked at
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub pairs: u64,
}
