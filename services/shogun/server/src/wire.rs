//! Shogun's messages, each described once for both directions.

mod action;
mod card;
mod draft;
mod event;
mod field;
mod options;
mod phase;
mod state;
mod tower;

pub(crate) use action::ACTION;
pub(crate) use event::EVENT;
pub(crate) use options::OPTIONS;
pub(crate) use state::{complete, state, state_to_proto, view};
