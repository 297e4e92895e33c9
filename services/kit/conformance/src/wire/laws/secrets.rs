//! Laws of secrets: what is hidden, by the rules' own account of it.

use std::collections::HashMap;

use bytes::Bytes;
use kit_redact::Viewer;
use kit_rules::{Pending, Rules, Seen};
use kit_rules_server::{StateOf, Wire};
use match_orchestrator_draws::Numbers;

use crate::play::legal;
use crate::wire::{WireTable, decode, event_bytes, seat_of, state_bytes};

/// How often the hidden part of one position is dealt.
const DEALS: usize = 2;

/// A viewer gets of an event what the rules say that it sees: all, nothing, or
/// a part that says neither more nor less than the rules' sentence about it.
///
/// # Errors
/// If the law is broken.
pub fn events_are_sent_as_they_are_seen<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let mut parts = PartialSentences::default();
    crate::walk(&table.table, |_, _, events| {
        for event in events {
            let bytes = event_bytes::<W>(event);
            for viewer in table.viewers() {
                let sent =
                    table.schema.redact_event(&bytes, viewer).map_err(|why| why.to_string())?;
                let sent = sent.map(|redacted| redacted.into_bytes());
                let breach = match (W::Game::seen(event, seat_of(viewer)), sent) {
                    (Seen::Nothing, None) => continue,
                    (Seen::Whole, Some(sent)) if sent == bytes => continue,
                    (Seen::Part(text), Some(sent)) => match parts.agree(viewer, text, sent) {
                        Ok(()) => continue,
                        Err(breach) => breach,
                    },
                    (Seen::Nothing, Some(_)) => {
                        "gets something of an event that it does not notice".to_owned()
                    }
                    (Seen::Whole | Seen::Part(_), _) => {
                        "does not get all of an event that it sees".to_owned()
                    }
                };
                return Err(format!("{event}\n  {viewer:?} {breach}"));
            }
        }
        Ok(())
    })
    .map(drop)
}

/// Whatever is dealt in place of what a viewer can't see, the viewer gets the
/// same view and can do the same, and the rules can go on from it.
///
/// # Errors
/// If the law is broken.
pub fn a_determinized_state_looks_the_same<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let mut numbers = table.table.numbers(3);
    table.walk_settled(|state| {
        let bytes = state_bytes::<W>(state);
        for viewer in table.viewers() {
            let view = table.view(&bytes, viewer)?;
            let dealt = deal(table, &view, viewer, &mut numbers)?;
            let dealt_bytes = state_bytes::<W>(&dealt);
            let read = decode::<W::State>(&dealt_bytes).map(W::state_from_proto)?;
            if read.as_ref().ok() != Some(&dealt) {
                return Err(format!("{viewer:?}: what is dealt is no position: {read:?}"));
            }
            if table.view(&dealt_bytes, viewer)? != view {
                return Err(format!("{viewer:?} sees that the state is another"));
            }
            if !is_same_moment(&W::Game::pending(state), &W::Game::pending(&dealt)) {
                return Err(format!("{viewer:?}: the match awaits something else"));
            }
            if let Viewer::Seat(seat) = viewer
                && legal::<W::Game>(state, seat) != legal::<W::Game>(&dealt, seat)
            {
                return Err(format!("{viewer:?} can do something else"));
            }
        }
        Ok(())
    })
}

/// Two deals for the same view differ somewhere in a match, for every viewer.
///
/// # Errors
/// If the law is broken.
pub fn a_determinized_state_is_dealt_anew<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let mut numbers = table.table.numbers(4);
    let mut never: Vec<Viewer> = table.viewers().collect();
    table.walk_settled(|state| {
        let bytes = state_bytes::<W>(state);
        let mut still = Vec::new();
        for viewer in never.drain(..) {
            let view = table.view(&bytes, viewer)?;
            let mut deals = Vec::new();
            for _ in 0..DEALS {
                deals.push(deal(table, &view, viewer, &mut numbers)?);
            }
            if deals.windows(2).all(|pair| pair[0] == pair[1]) {
                still.push(viewer);
            }
        }
        never = still;
        Ok(())
    })?;
    match never.first() {
        None => Ok(()),
        Some(viewer) => Err(format!("{viewer:?}: a whole match always deals the same")),
    }
}

/// What was sent for the sentences about parts of events.
#[derive(Default)]
struct PartialSentences {
    sent: HashMap<(Viewer, String), Bytes>,
    told: HashMap<(Viewer, Bytes), String>,
}

impl PartialSentences {
    /// The same sentence goes with the same bytes, and another one with others.
    fn agree(&mut self, viewer: Viewer, text: String, sent: Bytes) -> Result<(), String> {
        let before = self.sent.entry((viewer, text.clone())).or_insert_with(|| sent.clone());
        if *before != sent {
            return Err(format!("gets something else for the same {text:?}"));
        }
        let told = self.told.entry((viewer, sent)).or_insert_with(|| text.clone());
        if *told == text {
            Ok(())
        } else {
            Err(format!("gets the same for {told:?} and for {text:?}"))
        }
    }
}

fn deal<W: Wire>(
    table: &WireTable<W>,
    view: &Bytes,
    viewer: Viewer,
    numbers: &mut Numbers,
) -> Result<StateOf<W>, String> {
    let message = decode::<W::State>(view)?;
    W::determinize(message, seat_of(viewer), &mut |sides| numbers.below(sides)).map_err(|why| {
        let seats = table.table.seats.get();
        format!("{viewer:?} of {seats} can't imagine a state: {:?}", why.faults)
    })
}

/// Who wins may depend on what is hidden until the end; who is awaited may not.
fn is_same_moment(one: &Pending, other: &Pending) -> bool {
    match (one, other) {
        (Pending::Over(_), Pending::Over(_)) => true,
        (one, other) => one == other,
    }
}
