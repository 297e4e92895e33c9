//! `bakufu prove histories`: whether anything is lost.

use std::sync::Arc;
use std::time::Instant;

use bakufu_cli::Output;
use bakufu_cli::prove::histories::{Arguments, Kept};
use bakufu_trials::histories::{Figures, RunSettings, StoreKind, run as play};
use tokio::runtime::Runtime;

use crate::bench::{Backing, RedisProcess};
use crate::failure::Failure;
use crate::progress::CountBar;

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
    let (store_kind, name) = match (store, url) {
        (Kept::Redis, Some(url)) => {
            (StoreKind::Redis { url: url.to_owned(), prefix: prefix.clone() }, "redis")
        }
        (Kept::File, _) => (StoreKind::File, "file"),
        _ => (StoreKind::Memory, "memory"),
    };
    let bar = Arc::new(CountBar::new("histories", count));
    let begun = Instant::now();
    let settings = RunSettings { count, seed, store_kind, disguise: None };
    let told = Arc::clone(&bar);
    let played = runtime.block_on(play(&settings, move || told.add(1)));
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
    let Figures { set_backs, lost, .. } = figures;
    format!(
        "Nothing is lost in {histories} histories of {commands} commands.\n\
         changes     {accepted} accepted, {refused} refused, {unknown} settled by asking again\n\
         reads       {reads}, and {messages} messages of streams\n\
         faults      {faults} calls, {crashes} crashes, within {operations} store operations\n\
         set-backs   {set_backs} of the store, by {lost} commits; nobody was misled\n\
         log         {commits} commits, each asked for and there once"
    )
}
