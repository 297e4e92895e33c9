//! Bytes that nobody wrote on purpose: refused, or as good as any others.

use std::num::NonZeroU32;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Viewer;
use kit_rules::{Rules, Seat};
use kit_rules_server::{StateOf, Wire, engine};
use match_orchestrator_draws::Numbers;

use crate::laws::corpus::sample;
use crate::play::{begin, legal};
use crate::walk;
use crate::wire::position::survives_the_wire;
use crate::wire::svg::Picture;
use crate::wire::{
    WireTable, action_bytes, apply_request, decode, event_bytes, seat_of, state_bytes,
    viewer_number,
};

/// How many actions and events of a match are damaged.
const MESSAGES: usize = 6;
/// How many times a message is damaged at random, besides all truncations.
const FLIPS: usize = 160;
/// How far a match is played on from a damaged state that can be read.
const STEPS_ON: u32 = 12;
/// The most draws for one deal of what a damaged view hides.
const DRAWS_MAX: u32 = 1_000;

/// A truncated or altered state is refused, or it is a position from which the
/// match goes on. As a view it is refused, or it can be drawn, and what is
/// imagined from it is a position. Nothing panics.
///
/// # Errors
/// If the law is broken.
pub fn damaged_states_and_views_are_refused_or_sound<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    let mut numbers = table.table.numbers(2);
    let mut positions = Vec::new();
    walk(&table.table, |state, _, _| {
        positions.push(state.clone());
        Ok(())
    })?;
    // One position is enough, since every table has another one.
    let state = &positions[below(&mut numbers, positions.len() as u32) as usize];
    let bytes = state_bytes::<W>(state);
    let awaited = W::Game::pending(state).seats().iter().next();
    let action = awaited.and_then(|seat| legal::<W::Game>(state, seat).pop());
    let action = action.map(|action| action_bytes::<W>(&action)).unwrap_or_default();
    let mut messages = 0;
    for damaged in damage(&mut numbers, &bytes) {
        let Ok(message) = decode::<W::State>(&damaged) else {
            try_calls(table, &damaged, Seat::from_index(0), &action);
            continue;
        };
        messages += 1;
        for seat in table.table.seats.seats() {
            try_calls(table, &damaged, seat, &action);
        }
        look(table, &damaged, awaited, &mut numbers)?;
        if let Ok(state) = W::state_from_proto(message) {
            play_on(table, &mut numbers, state)?;
        }
    }
    if messages == 0 {
        return Err("no damaged state is a message, so nothing was tried".to_owned());
    }
    let viewer = awaited.map_or(Viewer::Spectator, Viewer::Seat);
    for damaged in damage(&mut numbers, &table.view(&bytes, viewer)?) {
        look(table, &damaged, awaited, &mut numbers)?;
    }
    Ok(())
}

/// A truncated or altered action, event or options message is refused, or can be
/// used like any other. Nothing panics.
///
/// # Errors
/// If the law is broken.
pub fn damaged_actions_events_and_options_are_refused_or_sound<W: Wire>(
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
            let request = pb::NarrateRequest { events: vec![damaged], viewer: 0 };
            let told = engine::narrate::<W>(&request).unwrap_or_default();
            if told.iter().any(|sentence| sentence.trim().is_empty()) {
                return Err("an event is told without a word".to_owned());
            }
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

/// Asks for everything that bytes can be sent for, whatever comes of it.
fn try_calls<W: Wire>(table: &WireTable<W>, state: &Bytes, seat: Seat, action: &Bytes) {
    let entropy = table.entropy(0);
    drop(engine::apply::<W>(apply_request(state, seat, vec![action.clone()], &entropy)));
    let (state, seat) = (state.clone(), seat.number());
    let request = pb::ListLegalActionsRequest { state: state.clone(), seat };
    drop(engine::list_legal_actions::<W>(&request));
    let entropy = Bytes::copy_from_slice(&entropy);
    drop(engine::suggest::<W>(&pb::SuggestRequest { view: state, seat, budget: 0, entropy }));
}

/// A state that was accepted is written and read as itself, and the match goes on
/// from it: nobody is stuck, and what is listed is accepted.
fn play_on<W: Wire>(
    table: &WireTable<W>,
    numbers: &mut Numbers,
    state: StateOf<W>,
) -> Result<(), String> {
    survives_the_wire(table, &state, &[])?;
    let table = table.table.with_seed(u64::from(below(numbers, u32::MAX)));
    let (game, _) = begin(&table)?;
    let mut game = game.at(state);
    for _ in 0..STEPS_ON {
        let Some(step) = game.choose()? else { break };
        game.take(&step)?;
    }
    Ok(())
}

/// Reads bytes as the view of somebody and of nobody.
fn look<W: Wire>(
    table: &WireTable<W>,
    view: &Bytes,
    awaited: Option<Seat>,
    numbers: &mut Numbers,
) -> Result<(), String> {
    let seat = awaited.unwrap_or(Seat::from_index(0));
    try_calls(table, view, seat, &Bytes::new());
    for viewer in [Viewer::Spectator, Viewer::Seat(seat)] {
        let request = pb::RenderRequest { view: view.clone(), viewer: viewer_number(viewer) };
        if let Ok(svg) = engine::render::<W>(&request) {
            Picture::read(&svg).map_err(|why| format!("{viewer:?}: {why}"))?;
        }
        imagine::<W>(view, viewer, numbers)?;
    }
    Ok(())
}

/// What is imagined from a damaged view, and in how many draws.
fn imagine<W: Wire>(view: &Bytes, viewer: Viewer, numbers: &mut Numbers) -> Result<(), String> {
    let Ok(message) = decode::<W::State>(view) else { return Ok(()) };
    let mut draws = 0;
    let dealt = W::determinize(message, seat_of(viewer), &mut |sides| {
        draws += 1;
        numbers.below(sides)
    });
    if draws > DRAWS_MAX {
        return Err(format!("{viewer:?}: {draws} draws for one deal"));
    }
    let Ok(dealt) = dealt else { return Ok(()) };
    match W::state_from_proto(W::state_to_proto(&dealt)) {
        Ok(read) if read == dealt => Ok(()),
        read => Err(format!("{viewer:?}: what is imagined is no position: {read:?}")),
    }
}

fn below(numbers: &mut Numbers, sides: u32) -> u32 {
    numbers.below(NonZeroU32::new(sides).expect("there is something to choose from"))
}
