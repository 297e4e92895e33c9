//! The commands, one file each.

pub(crate) mod admin;
pub mod bench;
pub(crate) mod board;
pub mod capacity;
pub(crate) mod compact;
pub(crate) mod completions;
pub(crate) mod export;
pub(crate) mod games;
pub(crate) mod join;
pub(crate) mod play;
pub mod prove;
pub(crate) mod up;
pub(crate) mod verify;

use tokio::runtime::{Builder, Runtime};

use crate::EXIT_OK;
use crate::arguments::OwnCommand;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;

/// Runs a command that is done by this program itself.
pub(crate) fn run(
    command: OwnCommand,
    input: &mut Input<'_>,
    output: &mut Output<'_>,
) -> Result<u8, Failure> {
    let runtime = start_runtime()?;
    match command {
        OwnCommand::Up(arguments) => runtime.block_on(up::run(arguments, output)),
        OwnCommand::Games(arguments) => runtime.block_on(games::run(arguments, output)),
        OwnCommand::Play(arguments) => runtime.block_on(play::run(arguments, input, output)),
        OwnCommand::Join(arguments) => runtime.block_on(join::run(arguments, input, output)),
        OwnCommand::Board(arguments) => runtime.block_on(board::run(arguments, output)),
        OwnCommand::Export(arguments) => runtime.block_on(export::run(arguments, output)),
        OwnCommand::Verify(arguments) => verify::run(arguments, output),
        OwnCommand::Admin(arguments) => runtime.block_on(admin::run(arguments, output)),
        OwnCommand::Compact(arguments) => compact::run(arguments, output),
        OwnCommand::Completions(arguments) => completions::run(&arguments, output),
    }?;
    Ok(EXIT_OK)
}

/// The runtime of a command.
///
/// # Errors
/// If the system gives no threads.
pub fn start_runtime() -> Result<Runtime, Failure> {
    let runtime = Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|source| Failure::System { doing: "start the runtime", source })
}
