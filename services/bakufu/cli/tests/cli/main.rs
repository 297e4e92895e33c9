//! The command line as its users and scripts meet it.

mod admin;
mod bench;
mod command;
mod export;
mod games;
mod help;
mod options;
mod pipe;
mod play;
mod up;
