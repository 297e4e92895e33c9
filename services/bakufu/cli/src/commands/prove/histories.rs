//! `bakufu prove histories`: whether anything is lost.

use clap::{Args, ValueEnum};

const EXAMPLES: &str = "\
Two replicas share a store and are sent random requests: right and wrong ones,
repetitions, late ones, some twice at the same time. Clients give up, operations
of the store fail before or after they have happened, and replicas die between
any two of them. A model, which is pure, knows what every request must come to:
every answer, every stored commit and every message of a stream is held against
it. Without --redis a redis-server of its own is started.

Examples:
  bakufu prove histories
  bakufu prove histories --store file --count 100000
  bakufu prove histories --store redis --redis redis://127.0.0.1:6379
  bakufu prove histories --seed 4711 --count 1       one history again";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// How many histories
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub count: u64,
    /// What they follow from; history number n is the only one of the seed S + n
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Where matches are kept
    #[arg(long, value_enum, default_value = "memory")]
    pub store: Kept,
    /// Use this Redis instead of starting one
    #[arg(long, value_name = "URL")]
    pub redis: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kept {
    /// In memory
    Memory,
    /// In files, which are closed and opened with every crash
    File,
    /// In a real Redis
    Redis,
}
