//! `bakufu prove histories`: whether anything is lost.

use std::sync::Arc;
use std::time::Instant;

use bakufu_proofs::histories::{Figures, Place, Plan, run as play};
use clap::{Args, ValueEnum};
use tokio::runtime::Runtime;

use crate::bench::{Backing, RedisProcess};
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Count;

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
pub(crate) struct Arguments {
    /// How many histories
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    count: u64,
    /// What they follow from; history number n is the only one of the seed S + n
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where matches are kept
    #[arg(long, value_enum, default_value = "memory")]
    store: Kept,
    /// Use this Redis instead of starting one
    #[arg(long, value_name = "URL")]
    redis: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kept {
    /// In memory
    Memory,
    /// In files, which are closed and opened with every crash
    File,
    /// In a real Redis
    Redis,
}

pub(crate) fn run(
    runtime: &Runtime,
    arguments: &Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let &Arguments { count, seed, store, .. } = arguments;
    let own = match (store, &arguments.redis) {
        (Kept::Redis, None) => Some(RedisProcess::start()?),
        _ => None,
    };
    // The number of the process keeps two experiments on one Redis apart.
    let prefix = format!("bakufu-prove-{}:", std::process::id());
    let url = own.as_ref().map(RedisProcess::url).or(arguments.redis.as_deref());
    let (place, name) = match (store, url) {
        (Kept::Redis, Some(url)) => {
            (Place::Redis { url: url.to_owned(), prefix: prefix.clone() }, "redis")
        }
        (Kept::File, _) => (Place::File, "file"),
        _ => (Place::Memory, "memory"),
    };
    let bar = Arc::new(Count::new("histories", count));
    let begun = Instant::now();
    let plan = Plan { count, seed, place, disguise: None };
    let told = Arc::clone(&bar);
    let played = runtime.block_on(play(&plan, move || told.add(1)));
    drop(bar);
    if let (Some(url), None) = (&arguments.redis, &own) {
        Backing::Redis { url: url.clone(), prefix }.clean()?;
    }
    let figures = played.map_err(|finding| Failure::Found {
        found: finding.to_string(),
        repeat: format!("bakufu prove histories --store {name} --count 1 --seed {}", finding.seed),
    })?;
    let per_second = figures.histories as f64 / begun.elapsed().as_secs_f64();
    output.line(describe(&figures))?;
    output.line(format_args!("{per_second:.0} histories per second"))?;
    let repeat = format!("bakufu prove histories --store {name} --count {count} --seed {seed}");
    Ok(output.line(format_args!("repeat      {repeat}"))?)
}

fn describe(figures: &Figures) -> String {
    let Figures { histories, commands, accepted, refused, unknown, .. } = figures;
    let Figures { reads, faults, crashes, commits, messages, operations, .. } = figures;
    format!(
        "Nothing is lost in {histories} histories of {commands} commands.\n\
         changes     {accepted} accepted, {refused} refused, {unknown} settled by asking again\n\
         reads       {reads}, and {messages} messages of streams\n\
         faults      {faults} calls, {crashes} crashes, within {operations} store operations\n\
         log         {commits} commits, each asked for and there once"
    )
}
