//! Samurai's messages, each described once for both directions.

mod action;
mod event;
mod field;
mod options;
mod phase;
mod state;

pub(crate) use action::ACTION;
pub(crate) use event::EVENT;
pub(crate) use options::OPTIONS;
pub(crate) use state::{complete, state, state_to_proto, view};
