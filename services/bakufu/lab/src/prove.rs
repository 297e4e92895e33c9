//! `bakufu prove`: experiments that show what the platform promises.

mod choice;
mod draws;
mod histories;
mod inputs;
mod leaks;
mod policy;
mod sizes;
mod timing;

use bakufu_cli::Output;
use bakufu_cli::prove::{Arguments, Proof};
use tokio::runtime::Runtime;

use crate::failure::Failure;

pub(crate) fn run(
    runtime: &Runtime,
    arguments: Arguments,
    output: &mut Output<'_>,
) -> Result<(), Failure> {
    match arguments.proof {
        Proof::Draws(arguments) => draws::run(&arguments, output),
        Proof::Histories(arguments) => histories::run(runtime, &arguments, output),
        Proof::Inputs(arguments) => inputs::run(&arguments, output),
        Proof::Leaks(arguments) => leaks::run(&arguments, output),
        Proof::Policy(arguments) => policy::run(&arguments, output),
        Proof::Sizes(arguments) => sizes::run(&arguments, output),
        Proof::Timing(arguments) => timing::run(runtime, &arguments, output),
    }
}
