//! `bakufu capacity`: what stored matches cost, by how many there are. `bakufu-lab` measures it.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::game_name::GameName;

const EXAMPLES: &str = "\
A store is filled with copies of real matches in all phases. At every number of
matches it is measured how many bytes one takes, what a commit and a move cost,
what replicas do while nobody plays, how long it takes until one has taken over
from another that died, and how long lists and counts take. Without --redis,
servers of its own are started, which write nothing to disk; `cluster` is six of
them, three masters with a replica each.

This is done by `bakufu-lab`; `bakufu --help` says how to get it.

Examples:
  bakufu capacity
  bakufu capacity --store redis --matches 100000 --json > capacity.json
  bakufu capacity --redis redis://127.0.0.1:6379
  bakufu capacity --store redis,cluster,file --matches 1000,100000,1000000
                                            all of it: an hour or two, and 16 GB of memory";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// What is filled, one after the other
    #[arg(
        long,
        value_enum,
        value_name = "STORE,STORE",
        value_delimiter = ',',
        default_value = "redis,file"
    )]
    pub store: Vec<Filled>,
    /// How many matches there are, one measurement each
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        default_value = "1000,10000",
        value_parser = clap::value_parser!(u64).range(100..=100_000_000)
    )]
    pub matches: Vec<u64>,
    /// The game of the matches; all that ship, if it is `all`
    #[arg(
        long,
        default_value = ALL_GAMES,
        value_parser = GameName,
        hide_possible_values = true
    )]
    pub game: String,
    /// Fill this Redis instead of starting one
    #[arg(long, visible_alias = "redis-url", value_name = "URL")]
    pub redis: Option<String>,
    /// How long it is counted what is done while nobody plays
    #[arg(long, value_name = "S", default_value = "10", value_parser = parse_seconds)]
    pub seconds: Duration,
}

/// The name that stands for every game that ships.
pub const ALL_GAMES: &str = "all";

/// What can be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Filled {
    /// Nothing but memory
    Memory,
    /// One file
    File,
    /// One Redis server
    Redis,
    /// A Redis Cluster of three masters and three replicas
    Cluster,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give 0.1 to 3600 seconds".to_owned())
}
