//! A match as a pure function: what a command comes to, who sees what of it, and
//! whether a record of it is true.
//!
//! ```text
//! plan(&Match, &Command, &Context) -> Done(Change) | Ask(RulesRequest, Pending)
//! Pending::settle(&Schema, answer) -> Change, or NotDone
//! outgoing::…(&Schema, &Match, …)  -> Redacted<…>
//! ```
//!
//! Server, driver, replay, verifier and proofs call these and nothing beside
//! them. The crate has no clock, no random source and no I/O, which `no_std`
//! holds it to; time, seeds and who asks come in as values. Start reading at
//! [`plan()`], then [`Pending`], [`outgoing`] and [`replay`].
#![no_std]

extern crate alloc;

mod agenda;
mod change;
mod check;
mod command;
mod counting;
mod deletion;
mod duty;
mod erasure;
mod faults;
mod game_match;
mod identity;
pub mod lifecycle;
pub mod limits;
pub mod local;
mod names;
pub mod news;
pub mod outgoing;
mod pace;
mod pending;
mod plain_text;
mod plan;
mod redacted;
mod refusal;
pub mod replay;
pub mod request;
mod token;
pub mod verify;

pub use agenda::{Lifetimes, Task, agenda};
pub use change::Change;
pub use check::Nonsense;
pub use command::{Basis, Caller, Command, Context, Draws, NameDigest, Nonce};
pub use counting::{CommitNumber, Revision};
pub use deletion::may_delete;
pub use duty::{Duty, duty, suggest_request};
pub use erasure::{Erased, Sitting, erase};
pub use faults::Faults;
pub use game_match::{Match, Unreadable};
pub use identity::CommitId;
pub use pending::{NotDone, Pending};
pub use plain_text::is_plain;
pub use plan::{NewMatch, Planned, RulesRequest, Trial, create, plan};
pub use redacted::{Public, Redacted};
pub use refusal::passed_on;
pub use token::{Token, host_token, invitation, seat_token};
