//! Notice that a viewer takes of a step, by the rules' own account.

use kit_redact::Viewer;
use kit_rules::{Rules, Seen};
use kit_rules_server::{EventOf, Wire};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Notice<E> {
    Whole(E),
    Part(String),
}

/// Everything that a viewer notices of events, in order.
pub(super) fn noticed<W: Wire>(events: &[EventOf<W>], viewer: Viewer) -> Vec<Notice<EventOf<W>>> {
    let seen = events.iter().filter_map(|event| match W::Game::seen(event, viewer.seat()) {
        Seen::Whole => Some(Notice::Whole(event.clone())),
        Seen::Part(text) => Some(Notice::Part(text)),
        Seen::Nothing => None,
    });
    seen.collect()
}
