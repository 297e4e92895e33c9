//! All services in one process, and the command line.
//!
//! `main.rs` hands its arguments and streams to [`run`], so that a test can do
//! the same with buffers. What the commands do is in `commands/`, one file
//! each; [`AllInOne`] is the server that most of them need. No rule of a game
//! and nothing about matches is decided here: every command speaks gRPC, even
//! to a server in its own process. Start reading at [`run`].

mod all_in_one;
mod arguments;
mod bench;
mod bot_match;
mod client;
mod commands;
mod executable;
mod export_json;
mod failure;
mod options;
mod output;
mod place;
mod seeded;
mod standings;
mod text_table;
mod turns;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};

use clap::Parser;

use crate::arguments::Arguments;

pub use all_in_one::{AllInOne, Setup, StartError};
pub use client::{Client, connect};
pub use failure::Failure;
pub use options::encode_options;
pub use output::Output;
pub use seeded::SeededSecrets;

/// The exit code of a command that did what it was asked.
pub const EXIT_OK: u8 = 0;
/// The exit code of a command that failed.
pub const EXIT_FAILURE: u8 = 1;
/// The exit code of a command that was asked in the wrong way.
pub const EXIT_USAGE: u8 = 64;

/// Runs the command that the arguments name, the program's name first, and
/// returns its exit code. No command at all is `up`. Results go to `out`; what
/// went wrong goes to `err`.
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let mut arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if arguments.len() == 1 {
        arguments.push("up".into());
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error, out, err),
    };
    let mut output = Output::new(out);
    let done = commands::run(arguments, &mut output).and_then(|()| Ok(output.flush()?));
    match done {
        Ok(()) => EXIT_OK,
        // Whoever reads has seen enough, as `head` does.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => EXIT_OK,
        Err(failure) => {
            // Without stderr the exit code has to say it all.
            writeln!(err, "bakufu: {failure}").ok();
            failure.exit_code()
        }
    }
}

/// Help and versions are results; everything else is a complaint.
fn explain(error: &clap::Error, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let text = error.render();
    if error.use_stderr() {
        write!(err, "{text}").ok();
        return EXIT_USAGE;
    }
    write!(out, "{text}").ok();
    EXIT_OK
}
