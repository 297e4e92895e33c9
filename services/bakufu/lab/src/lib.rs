//! The experiments and the measurements: what `bakufu prove`, `bakufu bench` and
//! `bakufu capacity` do.
//!
//! They are a program of their own, so that nobody who only wants to play waits
//! until they are built; `bakufu` runs it when it is asked for one of them. The
//! experiments themselves are in `bakufu-proofs`; here they are started and
//! their results are told. The arguments, and all other commands, are those of
//! `bakufu-cli`. Start reading at [`run`].

mod bench;
mod capacity;
mod failure;
mod progress;
mod prove;

use std::ffi::OsString;
use std::io::Write;

use bakufu_cli::{EXIT_OK, LabCommand, Output};

use crate::failure::Failure;

/// Runs a command and returns its exit code. Results go to `output`, and what
/// was found goes to `err`.
///
/// # Errors
/// If it fails as any command can fail.
pub fn run(
    command: LabCommand,
    _: &[OsString],
    output: &mut Output<'_>,
    err: &mut dyn Write,
) -> Result<u8, bakufu_cli::Failure> {
    match execute(command, output) {
        Ok(()) => Ok(EXIT_OK),
        Err(Failure::Command(failure)) => Err(failure),
        Err(failure) => {
            // Without stderr the exit code has to say it all.
            writeln!(err, "bakufu: {failure}").ok();
            Ok(failure.exit_code())
        }
    }
}

fn execute(command: LabCommand, output: &mut Output<'_>) -> Result<(), Failure> {
    let runtime = bakufu_cli::start_runtime()?;
    match command {
        LabCommand::Bench(arguments) => bench::run(&runtime, arguments, output),
        LabCommand::Capacity(arguments) => capacity::run(&runtime, arguments, output),
        LabCommand::Prove(arguments) => prove::run(&runtime, arguments, output),
    }
}
