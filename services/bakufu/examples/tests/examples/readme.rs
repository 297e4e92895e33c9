//! The commands that the README tells people to type.

const README: &str = include_str!("../../README.md");
/// What the README writes where the address of the server belongs.
const SERVER: &str = "127.0.0.1:7000";
/// How the README runs the example in Rust.
const CARGO_RUN: &str = "cargo run -p bakufu-examples --example play";
/// What was installed before, for the tests and not beside the examples.
const INSTALLING: [&str; 2] = ["pip install ", "npm ci"];

/// The commands under a heading, for a server at this address, with the example
/// in Rust as it was built.
///
/// # Panics
/// If the README does not say how to run that client.
pub(crate) fn commands(heading: &str, server: &str, rust_example: &str) -> String {
    let (_, section) = README.split_once(&format!("\n## {heading}\n")).expect("it has a section");
    let (_, block) = section.split_once("```sh\n").expect("a section has its commands");
    let (block, _) = block.split_once("```").expect("a block has an end");
    assert!(block.contains(SERVER), "{heading}: say which server it plays on");
    let lines = block.lines().filter(|line| !INSTALLING.iter().any(|word| line.starts_with(word)));
    let commands = lines.collect::<Vec<_>>().join("\n");
    commands.replace(SERVER, server).replace(CARGO_RUN, rust_example)
}
