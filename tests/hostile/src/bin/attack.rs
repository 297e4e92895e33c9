//! `attack`: how much slower honest clients become while somebody attacks.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use tests_hostile::{AttackKind, CallTimes, Honest, Server};

/// Starts a server with its games on this machine for each attack, lets honest clients
/// use it without and with the attack, and prints how long their calls took.
///
/// Server, attacker and honest clients share the cores, so figures of a machine that
/// does something else as well mean nothing.
#[derive(Debug, Parser)]
struct Arguments {
    /// How often every honest client is served without and with an attack
    #[arg(long, default_value_t = 200)]
    rounds: u64,
    /// The attacks to make; all if none is given
    #[arg(long = "only", value_name = "ATTACK")]
    kinds: Vec<AttackKind>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    match runtime.and_then(|runtime| runtime.block_on(measure(&arguments))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "attack: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn measure(arguments: &Arguments) -> io::Result<()> {
    let mut out = io::stdout();
    writeln!(
        out,
        "| attack | p50 without, with | p99 without, with | ratio of p99 | memory | what it got |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    let all = AttackKind::all();
    let kinds = if arguments.kinds.is_empty() { &all } else { &arguments.kinds };
    for kind in kinds {
        let server = Server::start().await;
        let honest = Honest::begin(server.target()).await;
        honest.rounds(arguments.rounds).await;
        let (before, calm) = (server.usage(), honest.take_times());
        let attack = kind.begin(server.target()).await;
        attack.stands().await;
        honest.take_times();
        honest.rounds(arguments.rounds).await;
        let (during, attacked) = (server.usage(), honest.take_times());
        let tally = attack.cease();
        server.recovers(&before, &honest).await;
        let more = during.memory_bytes.saturating_sub(before.memory_bytes) / 1024 / 1024;
        writeln!(
            out,
            "| {kind} | {} | {} | {:.2} | +{more} MiB | {tally} |",
            both(&calm, &attacked, 50),
            both(&calm, &attacked, 99),
            attacked.within(99).as_secs_f64() / calm.within(99).as_secs_f64(),
        )?;
    }
    Ok(())
}

fn both(calm: &CallTimes, attacked: &CallTimes, share: usize) -> String {
    format!("{:.1?}, {:.1?}", calm.within(share), attacked.within(share))
}
