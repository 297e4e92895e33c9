//! `bakufu prove sizes`: how much a seat gets does not tell what it has planned.

use clap::Args;

use super::choice::Choice;

const EXAMPLES: &str = "\
At random moments of random matches at which a seat can act in secret, it does so
in several ways, with as many actions each time. The answer to it, the update on
the stream with and without sentences, the view, the list of legal actions and
the picture of the board must then be as long for one plan as for any other.

Examples:
  bakufu prove sizes
  bakufu prove sizes --matches 10000
  bakufu prove sizes --game shogun --seed 7";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub choice: Choice,
    /// How many matches of each game are played
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub matches: u64,
}
