//! Generated gRPC clients and servers of everything under `protos/`.
//!
//! Nothing here is written by hand, and the messages are not here: they are in
//! `kit-proto`, under the same module names, so that pure crates can use them
//! without a network. Start reading at the services in `protos/`.
#![allow(clippy::all, clippy::print_stdout, rustdoc::all, unreachable_pub)]

include!(concat!(env!("OUT_DIR"), "/packages.rs"));
