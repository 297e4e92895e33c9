//! `bakufu prove draws`: whether draws look random.

use clap::Args;

const EXAMPLES: &str = "\
Draws are made as in matches, from seeds to numbers, and looked at in many ways:
whether all sides come up alike, and whether a draw tells anything of the next,
of other commits, of matches with nearly the same seed, of bots, or of the seeds.
Each answer is a chi-square with the probability that honest draws come out as
odd. One in a thousand runs of honest draws is suspicious by accident; the same
seed always gives the same answers.

Examples:
  bakufu prove draws
  bakufu prove draws --draws 100000000 --seed 7";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// How many draws are looked at
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000_000,
        value_parser = clap::value_parser!(u64).range(100_000..)
    )]
    pub draws: u64,
    /// What all draws follow from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}
