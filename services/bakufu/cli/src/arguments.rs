//! Commands and arguments of the command line.

use clap::{Parser, Subcommand};

use crate::commands::{
    admin, bench, board, capacity, compact, completions, export, games, join, play, prove, up,
    verify,
};

const EXAMPLES: &str = "\
Examples:
  bakufu                                    the same as `bakufu up`
  bakufu games                              which games there are
  bakufu play samurai --human               play against bots in this terminal
  bakufu play samurai --seats 3 --watch     watch three bots play
  bakufu bench                              how fast this machine is

bench, capacity and prove are not built into `bakufu` but into `bakufu-lab`, which
does all the rest as well. `bakufu` runs the one that lies in its own folder. In a target
folder of the sources it is built when it is first needed; the image has it; and
`cargo install --path services/bakufu/lab` puts it beside an installed `bakufu`.

Exit codes: 0 done, 1 failed, 64 asked in the wrong way.";

/// Turn-based board games with hidden information, served over gRPC.
#[derive(Debug, Parser)]
#[command(name = "bakufu", version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A command, by the program that does it.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Own(OwnCommand),
    #[command(flatten)]
    Lab(LabCommand),
}

/// What this program does itself. One file per command, in `commands/`.
#[derive(Debug, Subcommand)]
pub(crate) enum OwnCommand {
    /// Run all games and the orchestrator in this process
    Up(up::Arguments),
    /// List the games with their seats and options
    Games(games::Arguments),
    /// Play against bots, or let bots play a whole match and tell what happens
    Play(play::Arguments),
    /// Take a seat of a match on a server, or come back to it
    Join(join::Arguments),
    /// Save a picture of a match
    Board(board::Arguments),
    /// Fetch the complete record of a finished match
    Export(export::Arguments),
    /// Check the record of a match: every draw, state and result
    Verify(verify::Arguments),
    /// Operate a running server: list, drain, abort, delete, archive
    Admin(admin::Arguments),
    /// Make the file of matches smaller
    Compact(compact::Arguments),
    /// Let a shell complete commands
    Completions(completions::Arguments),
}

/// What the companion program does, so that nobody who plays has to build it.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Measure this machine against what the wire alone costs
    Bench(bench::Arguments),
    /// Fill stores with matches and measure what they cost
    Capacity(capacity::Arguments),
    /// Repeat the experiments that show what is promised
    Prove(prove::Arguments),
}
