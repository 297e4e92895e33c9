//! The `bakufu` command.

use std::io::{IsTerminal, stderr, stdin, stdout};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use bakufu_cli::{Input, Output};

fn main() -> ExitCode {
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
    ExitCode::from(bakufu_cli::run(std::env::args_os(), input, output, &mut stderr()))
}
