//! The match-orchestrator as a process of its own.

use std::process::ExitCode;

use kit_service::config::Environment;
use kit_service::process;
use match_orchestrator_server::{Config, config, run};

fn main() -> ExitCode {
    process::run(&config::program(), || Config::read(&Environment), run)
}
