//! Serves Shitennō as a rules service of its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    kit_rules_server::main::<shitenno_server::ShitennoWire>()
}
