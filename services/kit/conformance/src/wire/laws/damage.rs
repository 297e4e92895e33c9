//! Bytes that nobody wrote on purpose.

use std::num::NonZeroU32;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Viewer;
use kit_rules::{Rules, Seat};
use kit_rules_server::{Wire, engine};
use match_orchestrator_draws::Numbers;

use crate::laws::corpus::sample;
use crate::play::legal;
use crate::walk;
use crate::wire::{WireTable, action_bytes, apply_request, decode, event_bytes, state_bytes};

/// How many actions and events of a match are damaged.
const MESSAGES: usize = 3;
/// How many times a message is damaged at random, besides all truncations.
const FLIPS: usize = 120;
/// How far a match is played on from a damaged state that can be read.
const STEPS_ON: u32 = 8;

/// No truncated or altered state makes a call panic, be it read as a state or
/// as a view, nor do the steps that follow from it.
///
/// # Errors
/// If the law is broken.
pub fn damaged_states_and_views_are_refused_without_a_panic<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    let mut numbers = table.table.numbers(2);
    let mut positions = Vec::new();
    table.walk_settled(|state| {
        positions.push(state.clone());
        Ok(())
    })?;
    // One position is enough, since every table has another one.
    let state = &positions[below(&mut numbers, positions.len() as u32) as usize];
    let bytes = state_bytes::<W>(state);
    let awaited = W::Game::pending(state).seats().iter().next();
    let action = awaited.and_then(|seat| legal::<W::Game>(state, seat).pop());
    let action = action.map(|action| action_bytes::<W>(&action)).unwrap_or_default();
    for damaged in damage(&mut numbers, &bytes) {
        for seat in seats_that_matter(table, &damaged) {
            let request = apply_request(&damaged, seat, vec![action.clone()], &table.entropy(0));
            drop(engine::apply::<W>(request));
            play_on(table, &mut numbers, damaged.clone(), seat);
            look(table, &damaged, seat);
        }
    }
    let viewer = awaited.map_or(Viewer::Spectator, Viewer::Seat);
    for damaged in damage(&mut numbers, &table.view(&bytes, viewer)?) {
        for seat in seats_that_matter(table, &damaged) {
            look(table, &damaged, seat);
        }
    }
    Ok(())
}

/// No truncated or altered action, event or options message makes a call panic.
///
/// # Errors
/// If the law is broken.
pub fn damaged_actions_events_and_options_are_refused_without_a_panic<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    let mut numbers = table.table.numbers(3);
    let mut happened = Vec::new();
    let mut acts = Vec::new();
    walk(&table.table, |state, _, events| {
        happened.extend(events.iter().map(event_bytes::<W>));
        for seat in W::Game::pending(state).seats().iter() {
            if let Some(action) = legal::<W::Game>(state, seat).pop() {
                acts.push((state_bytes::<W>(state), seat, action_bytes::<W>(&action)));
            }
        }
        Ok(())
    })?;
    for bytes in sample(&mut numbers, &happened, MESSAGES) {
        for damaged in damage(&mut numbers, &bytes) {
            drop(engine::narrate::<W>(&pb::NarrateRequest { events: vec![damaged], viewer: 0 }));
        }
    }
    for (state, seat, action) in sample(&mut numbers, &acts, MESSAGES) {
        for damaged in damage(&mut numbers, &action) {
            let request = apply_request(&state, seat, vec![damaged], &table.entropy(0));
            drop(engine::apply::<W>(request));
        }
    }
    for options in damage(&mut numbers, &table.options) {
        drop(engine::setup::<W>(pb::SetupRequest {
            options,
            seats: table.table.seats.get() as u32,
            entropy: Bytes::copy_from_slice(&table.entropy(0)),
        }));
    }
    Ok(())
}

/// Every truncation, and many random changes of one to three bytes.
fn damage(numbers: &mut Numbers, bytes: &Bytes) -> Vec<Bytes> {
    let mut damaged: Vec<Bytes> = (0..bytes.len()).map(|length| bytes.slice(..length)).collect();
    for _ in 0..FLIPS {
        let mut copy = bytes.to_vec();
        if copy.is_empty() {
            copy.extend([0; 3]);
        }
        for _ in 0..=below(numbers, 3) {
            let place = below(numbers, copy.len() as u32) as usize;
            // Small values are what most fields hold, so they damage most.
            let sides = if below(numbers, 2) == 0 { 16 } else { 256 };
            copy[place] = below(numbers, sides) as u8;
        }
        damaged.push(copy.into());
    }
    damaged
}

/// Lists and takes random actions, as long as there are some.
fn play_on<W: Wire>(table: &WireTable<W>, numbers: &mut Numbers, state: Bytes, seat: Seat) {
    let mut state = state;
    for call in 1..=STEPS_ON {
        let request = pb::ListLegalActionsRequest { state: state.clone(), seat: seat.number() };
        let Ok(listed) = engine::list_legal_actions::<W>(&request) else { return };
        if listed.is_empty() {
            return;
        }
        let action = listed[below(numbers, listed.len() as u32) as usize].action.clone();
        let request = apply_request(&state, seat, vec![action], &table.entropy(call));
        let Ok(step) = engine::apply::<W>(request) else { return };
        state = step.state;
    }
}

/// Reads bytes as a view in every way there is.
fn look<W: Wire>(table: &WireTable<W>, view: &Bytes, seat: Seat) {
    let (view, seat) = (view.clone(), seat.number());
    let entropy = Bytes::copy_from_slice(&table.entropy(0));
    for viewer in [0, seat] {
        drop(engine::render::<W>(&pb::RenderRequest { view: view.clone(), viewer }));
    }
    drop(engine::suggest::<W>(&pb::SuggestRequest { view, seat, budget: 0, entropy }));
}

/// All seats, or just one if the bytes are no message at all, since then the
/// seat is never looked at.
fn seats_that_matter<W: Wire>(table: &WireTable<W>, state: &Bytes) -> Vec<Seat> {
    let seats = table.table.seats.seats();
    if decode::<W::State>(state).is_ok() { seats.collect() } else { seats.take(1).collect() }
}

fn below(numbers: &mut Numbers, sides: u32) -> u32 {
    numbers.below(NonZeroU32::new(sides).expect("there is something to choose from"))
}
