//! House rules, one file for each kind.

mod crates;
mod dependencies;
mod docs;
mod games;
mod generated;
mod names;
mod protos;
mod releases;
mod rust_version;
mod text;
mod untested;
