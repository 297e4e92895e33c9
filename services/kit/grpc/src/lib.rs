//! Generated gRPC clients and servers, in the same modules as their messages in
//! `kit-proto`. Nothing here is written by hand.
#![allow(clippy::all, clippy::print_stdout, rustdoc::all, unreachable_pub)]

include!(concat!(env!("OUT_DIR"), "/packages.rs"));
