//! Options that something else hides as well: whether each would matter if it
//! were the last one.
//!
//! Concealed messages are taken as sent, and actions as told to everyone. Two
//! messages that look the same to a viewer even then, though they differ, must
//! not look different because of one weakened option.

use bakufu_offline::compile_schema;
use bytes::Bytes;
use kit_proto::bakufu::play::v1::{Acted, LogEntry, log_entry};
use kit_redact::{RedactedBytes, Schema, Unreadable, Viewer};
use kit_rules::Seat;
use kit_rules_server::Wire;

use super::{Clue, Fate, Mutation, Weakening, Witness, weaken};

/// Two messages that differ, and that a viewer can't tell apart.
pub(super) struct Twins<'w> {
    kind: Clue,
    viewer: Viewer,
    /// The seat that acts, where they are actions.
    seat: Option<Seat>,
    messages: [&'w Bytes; 2],
}

impl<'w> Twins<'w> {
    pub(super) fn find<W: Wire>(witnesses: &'w [Witness]) -> Vec<Self> {
        let lifted = weaken(W::descriptor_set(), &mut is_concealment);
        let Ok(schema) = compile_schema::<W>(&lifted) else { return Vec::new() };
        let mut found: Vec<Self> = witnesses.iter().flat_map(Self::of).collect();
        found.retain(|twins| twins.messages[0] != twins.messages[1] && twins.are_alike(&schema));
        found
    }

    /// Whether a weakened option lets some of them be told apart.
    pub(super) fn judge<W: Wire>(all: &[Self], mutation: &Mutation, is_of_action: bool) -> Fate {
        let weak = weaken(W::descriptor_set(), &mut |at| is_concealment(at) || at == mutation);
        let Ok(schema) = compile_schema::<W>(&weak) else { return Fate::Survived };
        let mut concerned = all.iter().filter(|twins| (twins.kind == Clue::Action) == is_of_action);
        let found = concerned.find(|twins| !twins.are_alike(&schema));
        found.map_or(Fate::Survived, |twins| Fate::Beneath { in_what: twins.kind })
    }

    /// What stands in the same place in both worlds.
    fn of(witness: &'w Witness) -> Vec<Self> {
        let viewer = witness.viewer;
        let twins = |kind, seat, one, other| Self { kind, viewer, seat, messages: [one, other] };
        let [one, other] = &witness.states;
        let mut found = vec![twins(Clue::View, None, one, other)];
        for (one, other) in witness.entries[0].iter().zip(&witness.entries[1]) {
            let events = one.events.iter().zip(&other.events);
            let events = events.map(|(one, other)| (&one.payload, &other.payload));
            found.extend(events.map(|(one, other)| twins(Clue::Event, None, one, other)));
            let (Some(did), Some(did_other)) = (acted(one), acted(other)) else { continue };
            if did.seat == did_other.seat {
                let (seat, actions) = (Seat::new(did.seat), did.actions.iter());
                let actions = actions.zip(&did_other.actions);
                found.extend(actions.map(|(one, other)| twins(Clue::Action, seat, one, other)));
            }
        }
        found
    }

    fn are_alike(&self, schema: &Schema) -> bool {
        let [one, other] = self.messages.map(|message| self.redacted(schema, message));
        one == other
    }

    fn redacted(
        &self,
        schema: &Schema,
        message: &Bytes,
    ) -> Result<Option<RedactedBytes>, Unreadable> {
        match self.seat {
            Some(seat) => schema.redact_action(message, self.viewer, seat).map(Some),
            None if self.kind == Clue::Event => schema.redact_event(message, self.viewer),
            None => schema.redact_state(message, self.viewer).map(Some),
        }
    }
}

fn is_concealment(mutation: &Mutation) -> bool {
    mutation.weakening == Weakening::Unconcealed
}

fn acted(entry: &LogEntry) -> Option<&Acted> {
    match &entry.change {
        Some(log_entry::Change::Acted(acted)) => Some(acted),
        _ => None,
    }
}
