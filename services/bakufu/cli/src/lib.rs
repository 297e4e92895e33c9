//! All services in one process, and the command line.
//!
//! The arguments and streams of the process go to [`run_with`], and a test does
//! the same with buffers. What the commands do is in `commands/`, one file
//! each; [`AllInOne`] is the server that most of them need. `prove`, `bench`
//! and `capacity` have their arguments here, and `bakufu-lab` does what they
//! ask. No rule of a game and nothing about matches is decided here: commands
//! speak gRPC, even to a server in their own process, or ask the crates that
//! decide. Start reading at [`run_with`].

mod all_in_one;
mod arguments;
mod bot_match;
mod client;
mod commands;
mod companion;
mod data_folder;
mod executable;
mod failure;
mod file;
mod game_name;
mod human;
mod input;
mod kept_seats;
mod lifetimes;
mod options;
mod output;
mod picture;
mod private_folder;
mod progress;
mod record_file;
mod record_json;
mod seat_access;
mod seeded;
mod server_connection;
mod standings;
mod text_table;
mod token;
mod tombstones;
mod turns;

use std::ffi::OsString;
use std::io::{ErrorKind, IsTerminal, Write, stderr, stdin, stdout};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;

use crate::arguments::{Arguments, Command};

pub use all_in_one::{AllInOne, Setup, StartError};
pub use arguments::LabCommand;
pub use client::{
    Client, Credentials, GameSchema, connect, connect_channel, credentials, export, game_schema,
    with_credentials, with_token,
};
pub use commands::{bench, capacity, prove, start_runtime};
pub use companion::run as run_companion;
pub use failure::Failure;
pub use input::Input;
pub use options::encode_options;
pub use output::Output;
pub use progress::Spinner;
pub use record_file::{read_record, record_json};
pub use seeded::SeededSecrets;
pub use text_table::TextTable;

/// The exit code of a command that did what it was asked.
pub const EXIT_OK: u8 = 0;
/// The exit code of a command that failed.
pub const EXIT_FAILURE: u8 = 1;
/// The exit code of a command that was asked in the wrong way.
pub const EXIT_USAGE: u8 = 64;

/// Does a command of the companion program, which has these arguments, and
/// returns the exit code.
pub type Lab = fn(LabCommand, &[OsString], &mut Output<'_>, &mut dyn Write) -> Result<u8, Failure>;

/// Runs the command that the arguments name, the program's name first, and
/// returns its exit code. No command at all is `up`. Answers to questions come
/// from `input`, results go to `output`, and what went wrong goes to `err`.
/// What `prove`, `bench` and `capacity` ask is done by the companion program.
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    input: Input<'_>,
    output: Output<'_>,
    err: &mut dyn Write,
) -> u8 {
    run_with(companion::run, arguments, input, output, err)
}

/// The same, where `lab` does what they ask.
pub fn run_with(
    lab: Lab,
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    mut input: Input<'_>,
    mut output: Output<'_>,
    err: &mut dyn Write,
) -> u8 {
    let mut words: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if words.len() == 1 {
        words.push("up".into());
    }
    let command = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments.command,
        Err(error) => return explain(&error, &mut output, err),
    };
    let done = match command {
        Command::Own(command) => commands::run(command, &mut input, &mut output),
        Command::Lab(command) => lab(command, &words[1..], &mut output, err),
    };
    match done.and_then(|code| output.flush().map(|()| code).map_err(Failure::from)) {
        Ok(code) => code,
        // Whoever reads has seen enough, as `head` does.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => EXIT_OK,
        Err(failure) => {
            // Without stderr the exit code has to say it all.
            writeln!(err, "bakufu: {failure}").ok();
            failure.exit_code()
        }
    }
}

/// Runs the command of this process with its streams, and returns its exit code.
pub fn run_process(lab: Lab) -> ExitCode {
    let (mut typed, mut shown) = (stdin().lock(), stdout().lock());
    let input = match stdin().is_terminal() {
        true => Input::terminal(&mut typed),
        false => Input::script(&mut typed),
    };
    // Follows NO_COLOR, CLICOLOR and TERM, and sees whether it is a terminal.
    let output = match AutoStream::choice(&shown) {
        ColorChoice::Never => Output::plain(&mut shown),
        _ => Output::styled(&mut shown),
    };
    ExitCode::from(run_with(lab, std::env::args_os(), input, output, &mut stderr()))
}

/// Help and versions are results; everything else is a complaint.
fn explain(error: &clap::Error, output: &mut Output<'_>, err: &mut dyn Write) -> u8 {
    let text = error.render();
    if error.use_stderr() {
        write!(err, "{text}").ok();
        return EXIT_USAGE;
    }
    output.text(text).and_then(|()| output.flush()).ok();
    EXIT_OK
}
