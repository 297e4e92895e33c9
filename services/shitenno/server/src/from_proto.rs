//! Messages become values, or say field by field why they can't.

mod action;
mod event;
mod field;
mod inconsistent;
mod options;
mod part;
mod phase;
mod pile;
mod player;
mod state;

pub(crate) use action::action;
pub(crate) use event::event;
pub(crate) use inconsistent::inconsistent;
pub(crate) use options::options;
pub(crate) use state::{state, view};
