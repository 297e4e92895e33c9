//! All services in one process, and the command line.
//!
//! `main.rs` hands its arguments and streams to [`run`], so that a test can do
//! the same with buffers. What the commands do is in `commands/`, one file
//! each; [`AllInOne`] is the server that most of them need. No rule of a game
//! and nothing about matches is decided here: commands speak gRPC, even to a
//! server in their own process, or ask the crates that decide. Start reading at
//! [`run`].

mod all_in_one;
mod arguments;
mod bench;
mod bot_match;
mod client;
mod commands;
mod data_folder;
mod executable;
mod failure;
mod file;
mod game_name;
mod human;
mod input;
mod kept_seats;
mod options;
mod output;
mod picture;
mod place;
mod progress;
mod record_file;
mod record_json;
mod seat_access;
mod seeded;
mod shipped_rules;
mod standings;
mod text_table;
mod token;
mod turns;

use std::ffi::OsString;
use std::io::{ErrorKind, Write};

use clap::Parser;

use crate::arguments::Arguments;

pub use all_in_one::{AllInOne, Setup, StartError};
pub use client::{Client, connect};
pub use failure::Failure;
pub use input::Input;
pub use options::encode_options;
pub use output::Output;
pub use record_file::{read_record, record_json};
pub use seeded::SeededSecrets;
pub use shipped_rules::{ShippedRules, shipped_rules};

/// The exit code of a command that did what it was asked.
pub const EXIT_OK: u8 = 0;
/// The exit code of a command that failed.
pub const EXIT_FAILURE: u8 = 1;
/// The exit code of a command that was asked in the wrong way.
pub const EXIT_USAGE: u8 = 64;

/// Runs the command that the arguments name, the program's name first, and
/// returns its exit code. No command at all is `up`. Answers to questions come
/// from `input`, results go to `output`, and what went wrong goes to `err`.
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
    mut input: Input<'_>,
    mut output: Output<'_>,
    err: &mut dyn Write,
) -> u8 {
    let mut arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    if arguments.len() == 1 {
        arguments.push("up".into());
    }
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error, &mut output, err),
    };
    let done = commands::run(arguments, &mut input, &mut output);
    let done = done.and_then(|()| Ok(output.flush()?));
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
fn explain(error: &clap::Error, output: &mut Output<'_>, err: &mut dyn Write) -> u8 {
    let text = error.render();
    if error.use_stderr() {
        write!(err, "{text}").ok();
        return EXIT_USAGE;
    }
    output.text(text).and_then(|()| output.flush()).ok();
    EXIT_OK
}
