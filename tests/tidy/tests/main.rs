//! House rules, one file for each kind.

mod dependencies;
mod docs;
mod games;
mod generated;
mod names;
mod protos;
mod text;
mod untested;
