//! The command line as its users and scripts meet it.

mod admin;
mod bench;
mod board;
mod command;
mod completions;
mod desk_match;
mod export;
mod games;
mod help;
mod human;
mod options;
mod pipe;
mod play;
mod prove;
mod server;
mod up;
mod verify;
