//! Turns any game into a gRPC RulesService.
//!
//! A game's server crate says how its messages become values and back
//! ([`Wire`]); everything else is here: decoding, drawing, applying batches,
//! answering. Start reading at [`Wire`], then [`engine`] for what a call does
//! without gRPC around it. How the messages are described is in [`codec`].

pub mod codec;
pub mod engine;
mod malformed;
#[cfg(feature = "service")]
mod process;
#[cfg(feature = "service")]
mod service;
mod wire;

pub use codec::Read;
pub use malformed::Malformed;
#[cfg(feature = "service")]
pub use process::{main, read_config, run};
#[cfg(feature = "service")]
pub use service::GameServer;
pub use wire::{ActionOf, EventOf, Label, OptionsOf, StateOf, Wire};
