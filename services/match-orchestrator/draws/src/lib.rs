//! Derivation of random numbers from seeds, so that anyone can check them afterwards.
//!
//! 1. When a match is created, a 32-byte server seed is drawn and its
//!    [`commitment`] published.
//! 2. Each seat may add a seed. At the start they are frozen into the
//!    [`MatchKey`].
//! 3. Commit *n* of the match gets the [`Entropy`] `HMAC(match key, n)`.
//! 4. [`Numbers`] expands the entropy into unbiased numbers.
//!
//! Nobody can choose a draw after the fact: the server seed is fixed before
//! the seats add theirs, and a retried or refused action meets the same
//! entropy again. The crate is pure and `no_std`; seeds come in as values. Both
//! ends of the wire use it: the orchestrator derives, the rules services
//! expand. `DRAWS.md` beside this crate has it byte by byte, with vectors.
#![no_std]

mod key;
mod numbers;

pub use key::{Entropy, MatchKey, commitment};
pub use numbers::Numbers;
