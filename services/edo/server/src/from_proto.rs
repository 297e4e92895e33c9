//! Messages become values, or say field by field why they can't.

mod action;
mod city;
mod event;
mod field;
mod phase;
mod player;
mod state;
mod tokken;

use edo_rules::Options;
use kit_proto::bakufu::edo::v1 as pb;

pub(crate) use action::action;
pub(crate) use event::event;
pub(crate) use state::{inconsistent, state, view};

/// The options; nothing set is the base game.
pub(crate) fn options(message: &pb::Options) -> Options {
    let pb::Options { jiin, tokken, ronin } = *message;
    Options { jiin, tokken, ronin }
}
