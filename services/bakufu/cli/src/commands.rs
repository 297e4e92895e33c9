//! The commands, one file each.

pub(crate) mod admin;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod completions;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod join;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod up;
pub(crate) mod verify;

use crate::arguments::{Arguments, Command};
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// Runs the command.
pub(crate) fn run(
    arguments: Arguments,
    input: &mut Input<'_>,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|source| Failure::System { doing: "start the runtime", source })?;
    match arguments.command {
        Command::Up(arguments) => runtime.block_on(up::run(arguments, output)),
        Command::Games(arguments) => runtime.block_on(games::run(arguments, output)),
        Command::Play(arguments) => runtime.block_on(play::run(arguments, input, output)),
        Command::Join(arguments) => runtime.block_on(join::run(arguments, input, output)),
        Command::Board(arguments) => runtime.block_on(board::run(arguments, output)),
        Command::Export(arguments) => runtime.block_on(export::run(arguments, output)),
        Command::Verify(arguments) => verify::run(arguments, output),
        Command::Admin(arguments) => runtime.block_on(admin::run(arguments, output)),
        Command::Bench(arguments) => bench::run(&runtime, arguments, output),
        Command::Prove(arguments) => prove::run(&runtime, arguments, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
    }
}
