//! What seats can know, do and hide.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Viewer;
use kit_rules::{Rules, Seat, Step};
use kit_rules_server::{ActionOf, StateOf, Wire, engine};
use kit_service::Reason;

use crate::laws::corpus::Corpus;
use crate::play::legal;
use crate::wire::{WireTable, action_bytes, apply_request, event_bytes, state_bytes};

/// A seat that knows nothing but its view lists the same actions under the
/// same labels, so a list tells nothing hidden.
///
/// # Errors
/// If the law is broken.
pub fn legal_actions_follow_from_the_view<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    table.walk_settled(|state| {
        let bytes = state_bytes::<W>(state);
        for seat in table.table.seats.seats() {
            let seen = table.seen_by(&bytes, seat)?;
            let listed = legal::<W::Game>(state, seat);
            if legal::<W::Game>(&seen, seat) != listed {
                return Err(format!("{seat}: the view allows other actions than the state"));
            }
            let telling = |action: &&ActionOf<W>| {
                W::label(&seen, seat, action) != W::label(state, seat, action)
            };
            if let Some(action) = listed.iter().find(telling) {
                return Err(format!("{seat}: {action}: the label tells more than the view"));
            }
        }
        Ok(())
    })
}

/// A seat that knows nothing but its view is refused in the same words, so a
/// refusal tells nothing hidden.
///
/// # Errors
/// If the law is broken.
pub fn a_refusal_follows_from_the_view<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let mut corpus = Corpus::gather(&table.table)?;
    table.walk_settled(|state| {
        let bytes = state_bytes::<W>(state);
        for seat in W::Game::pending(state).seats().iter() {
            let seen = table.seen_by(&bytes, seat)?;
            for action in corpus.unlisted(&table.table, state, seat) {
                let step = Step::Act { seat, action };
                let refuse = |state: &StateOf<W>| {
                    W::Game::apply(&mut state.clone(), &step, &mut Vec::new()).err()
                };
                if refuse(state) != refuse(&seen) {
                    let told = crate::play::tell(&step);
                    return Err(format!("{told}: the refusal tells more than the view"));
                }
            }
        }
        Ok(())
    })
}

/// A suggestion for an awaited seat is one of its listed actions, and there is
/// none for the others.
///
/// # Errors
/// If the law is broken.
pub fn a_suggestion_is_a_listed_action<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let mut call = 0;
    table.walk_settled(|state| {
        let bytes = state_bytes::<W>(state);
        let awaited = W::Game::pending(state).seats();
        for seat in table.table.seats.seats() {
            call += 1;
            let suggestion = engine::suggest::<W>(&pb::SuggestRequest {
                view: table.view(&bytes, Viewer::Seat(seat))?,
                seat: seat.number(),
                budget: 0,
                entropy: Bytes::copy_from_slice(&table.entropy(call)),
            });
            let request = pb::ListLegalActionsRequest { state: bytes.clone(), seat: seat.number() };
            let listed = engine::list_legal_actions::<W>(&request)
                .map_err(|reason| format!("{seat}: no list: {reason}"))?;
            match suggestion {
                Ok(action) if listed.iter().any(|legal| legal.action == action) => {}
                Ok(_) => return Err(format!("{seat}: the suggestion is not listed")),
                Err(Reason::NotAwaited { .. }) if !awaited.contains(seat) => {}
                Err(reason) => return Err(format!("{seat}: no suggestion: {reason}")),
            }
        }
        Ok(())
    })
}

/// A secret action changes no byte of what others see, not who is awaited, and
/// nothing is left of its events for others: in a batch with an open action
/// they would otherwise tell how often the seat changed its mind.
///
/// # Errors
/// If the law is broken.
pub fn a_secret_action_leaves_no_trace_for_others<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    table.walk_settled(|state| {
        for seat in W::Game::pending(state).seats().iter() {
            let others: Vec<Viewer> =
                table.viewers().filter(|viewer| *viewer != Viewer::Seat(seat)).collect();
            let listed = legal::<W::Game>(state, seat);
            for action in listed.into_iter().filter(W::Game::is_secret) {
                unnoticed(table, state, seat, &action, &others)?;
                let mut events = Vec::new();
                let step = Step::Act { seat, action };
                W::Game::apply(&mut state.clone(), &step, &mut events)
                    .map_err(|violation| format!("{seat}: listed, but refused: {violation}"))?;
                for (event, viewer) in
                    events.iter().flat_map(|event| others.iter().map(move |other| (event, *other)))
                {
                    let left = table.schema.redact_event(&event_bytes::<W>(event), viewer);
                    if left.map_err(|why| why.to_string())?.is_some() {
                        return Err(format!("{seat}: {viewer:?} learns of the secret {event}"));
                    }
                }
            }
        }
        Ok(())
    })
}

fn unnoticed<W: Wire>(
    table: &WireTable<W>,
    state: &StateOf<W>,
    seat: Seat,
    action: &ActionOf<W>,
    others: &[Viewer],
) -> Result<(), String> {
    let before = state_bytes::<W>(state);
    let actions = vec![action_bytes::<W>(action)];
    let step = engine::apply::<W>(apply_request(&before, seat, actions, &table.entropy(0)))
        .map_err(|reason| format!("{seat}: {action}: listed, but refused: {reason}"))?;
    if step.secret_to != seat.number() {
        return Err(format!("{seat}: {action}: secret, but its events go to everyone"));
    }
    if !step.seats_to_act.into_iter().eq(W::Game::pending(state).seats().iter().map(Seat::number)) {
        return Err(format!("{seat}: {action}: secret, but changes who is awaited"));
    }
    for viewer in others {
        if table.view(&before, *viewer)? != table.view(&step.state, *viewer)? {
            return Err(format!("{seat}: {action}: secret, but {viewer:?} sees a change"));
        }
    }
    Ok(())
}
