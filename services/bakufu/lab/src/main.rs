//! The `bakufu-lab` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    bakufu_cli::run_process(bakufu_lab::run)
}
