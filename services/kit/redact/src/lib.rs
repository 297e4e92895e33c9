//! Decides what a viewer sees, from the schema alone.
//!
//! A game declares the audience of every field with the options of
//! `bakufu.visibility.v1`. [`Schema::compile`] turns its descriptor set into
//! one plan per message type, or lists everything that makes the schema
//! unusable. The plans then filter encoded messages directly: what a viewer may
//! see is copied, everything else never reaches the output, and no message is
//! decoded on the way. [`RedactedBytes`] can be made nowhere else, so an interface
//! that accepts only this type cannot send anything that did not pass here.
//!
//! This crate knows no game and does not judge whether a state is sensible; it
//! only reads bytes. Start reading at [`Schema`], then `copy.rs`.

mod check;
mod compile;
mod copy;
mod descriptors;
mod fault;
mod fields;
mod options;
mod ownership;
mod plan;
mod schema;
mod view;
mod wire;

pub use check::DEPTH_MAX;
pub use descriptors::read_descriptors;
pub use fault::{Fault, Problem, SchemaFault, Unreadable};
pub use schema::{Roots, Schema};
pub use view::{RedactedBytes, Viewer};
