//! Measurements that `bakufu capacity` makes.
//!
//! A store is filled with copies of real matches, through the very calls by
//! which the orchestrator stores them, and at every size the same is measured:
//! what a match takes, what a change costs, what replicas do while nobody plays,
//! how long it takes to take over from one that died, and what lists cost. Single
//! matches are looked at by how far they are. Start reading at `command.rs`, then
//! `templates.rs` and `copies.rs`.

mod at_rest;
mod command;
mod commits;
mod copies;
mod fill;
mod ground;
mod idle;
mod level;
mod lists;
mod long;
mod moves;
mod process;
mod redis_nodes;
mod replica;
mod report;
mod templates;

pub(crate) use self::command::run;
