//! `bakufu prove timing`: how long an answer takes does not tell what a seat has planned.

use clap::{Args, ValueEnum};

use super::choice::Choice;

const EXAMPLES: &str = "\
Two replicas on one store are asked over loopback, in random order: for the list,
the view and the board of a seat that has planned little or much in secret, for its
next secret step, and as a spectator of the other replica for the view after a secret
step in this match or in another one. A rank test (Mann and Whitney) says whether the
times of the two differ: p below 0.001 is a finding. The last figures are the
difference in the middle of all pairs and where it lies in 999 of 1,000 experiments.

Times depend on the machine, which had better be quiet. A fault that is planted shows
what would be found.

Examples:
  bakufu prove timing
  bakufu prove timing --game shogun --calls 10000
  bakufu prove timing --game edo --fault no-quantum     must end with a finding";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(flatten)]
    pub choice: Choice,
    /// How often every question is asked in each of its two situations
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    pub calls: usize,
    /// Do something wrong, to see it found
    #[arg(long, value_enum)]
    pub fault: Option<Fault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// Answer planning seats at once
    NoQuantum,
    /// Read a match that has not changed quicker than one that has
    QuickReads,
}
