//! `bakufu bench`: how fast this machine is, and how close to what is possible. `bakufu-lab`
//! measures it.

use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::game_name::GameName;

const EXAMPLES: &str = "\
Actions are submitted over gRPC through the orchestrator, a game and Redis, and
compared with the floor: a bare gRPC call over the same two hops and one script
in the same Redis, with messages of the same size. Without --redis a
redis-server of its own is started, which writes nothing to disk. Use a quiet
machine, and the profile of the images:
  cargo run --profile dist -p bakufu-lab -- bench

This is done by `bakufu-lab`; `bakufu --help` says how to get it.

Examples:
  bakufu bench
  bakufu bench --seconds 15 --concurrency 1,64 --json > bench.json
  bakufu bench --redis redis://127.0.0.1:6379
  bakufu bench --store memory";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// How long product and floor are measured with each number of clients
    #[arg(long, value_name = "S", default_value = "5", value_parser = parse_seconds)]
    pub seconds: Duration,
    /// Measure with this Redis instead of starting one
    #[arg(long, value_name = "URL", conflicts_with = "store")]
    pub redis: Option<String>,
    /// What commits go to
    #[arg(long, value_enum, default_value = "redis")]
    pub store: Kept,
    /// How many clients play at the same time, one measurement each
    #[arg(
        long,
        value_name = "N,N",
        value_delimiter = ',',
        default_value = "1,16,64",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    pub concurrency: Vec<u16>,
    /// The game that is played, with as many seats as it has
    #[arg(
        long,
        default_value = "samurai",
        value_parser = GameName,
        hide_possible_values = true
    )]
    pub game: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kept {
    /// A real Redis
    Redis,
    /// Nothing but memory
    Memory,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=3600.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "give 0.1 to 3600 seconds".to_owned())
}
