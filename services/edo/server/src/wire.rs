//! Edo's messages, each described once for both directions.

mod action;
mod board;
mod event;
mod field;
mod phase;
mod player;
mod state;

pub(crate) use action::ACTION;
pub(crate) use event::EVENT;
pub(crate) use state::{OPTIONS, complete, state, state_to_proto, view};
