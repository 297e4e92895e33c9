//! Messages become values, or say field by field why they can't.

mod action;
mod event;
mod field;
mod options;
mod phase;
mod state;

pub(crate) use action::action;
pub(crate) use event::event;
pub(crate) use options::options;
pub(crate) use state::{complete, state, view};
