//! The command line as its users and scripts meet it.

mod admin;
mod archive;
mod board;
mod command;
mod compact;
mod companion;
mod completions;
mod export;
mod games;
mod help;
mod human;
mod offline_match;
mod options;
mod pipe;
mod play;
mod restored;
mod server;
mod up;
mod verify;
