//! Laws of views: what seats can know, do and hide.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_reason::Reason;
use kit_redact::Viewer;
use kit_rules::{Rules, Seat, Step};
use kit_rules_server::{ActionOf, StateOf, Wire, engine};

use crate::laws::corpus::{Corpus, sample};
use crate::play::legal;
use crate::wire::{WireTable, action_bytes, apply_request, event_bytes, position, state_bytes};

/// How many secret actions of a seat are tried in one position. A plan has many
/// positions, and what leaks in one leaks in the next.
const SECRETS_TRIED_MAX: usize = 8;

/// A seat that knows nothing but its view lists the same actions under the
/// same labels, so a list tells nothing hidden.
///
/// # Errors
/// If the law is broken.
pub fn legal_actions_follow_from_the_view<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    table.walk_settled(|state| position::lists_follow_from_the_view(table, state))
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
    let mut numbers = table.table.numbers(2);
    table.walk_settled(|state| {
        for seat in W::Game::pending(state).seats().iter() {
            let mut secret = legal::<W::Game>(state, seat);
            secret.retain(W::Game::is_secret);
            if secret.is_empty() {
                continue;
            }
            let before = Before::of(table, state, seat)?;
            for action in sample(&mut numbers, &secret, SECRETS_TRIED_MAX) {
                before.check_unnoticed(&action)?;
                before.check_unheard(state, action)?;
            }
        }
        Ok(())
    })
}

/// What everybody else sees before a seat acts in secret.
struct Before<'t, W: Wire> {
    table: &'t WireTable<W>,
    seat: Seat,
    awaited: Vec<u32>,
    state: Bytes,
    views: Vec<(Viewer, Bytes)>,
}

impl<'t, W: Wire> Before<'t, W> {
    fn of(table: &'t WireTable<W>, state: &StateOf<W>, seat: Seat) -> Result<Self, String> {
        let awaited = W::Game::pending(state).seats().iter().map(Seat::number).collect();
        let state = state_bytes::<W>(state);
        let views = table
            .viewers()
            .filter(|viewer| *viewer != Viewer::Seat(seat))
            .map(|viewer| Ok((viewer, table.view(&state, viewer)?)))
            .collect::<Result<_, String>>()?;
        Ok(Self { table, seat, awaited, state, views })
    }

    /// The action changes nothing that others see.
    fn check_unnoticed(&self, action: &ActionOf<W>) -> Result<(), String> {
        let Self { table, seat, .. } = self;
        let actions = vec![action_bytes::<W>(action)];
        let request = apply_request(&self.state, *seat, actions, &table.entropy(0));
        let step = engine::apply::<W>(request)
            .map_err(|reason| format!("{seat}: {action}: listed, but refused: {reason}"))?;
        if step.secret_to != seat.number() {
            return Err(format!("{seat}: {action}: secret, but its events go to everyone"));
        }
        if step.seats_to_act != self.awaited {
            return Err(format!("{seat}: {action}: secret, but changes who is awaited"));
        }
        for (viewer, view) in &self.views {
            if *view != table.view(&step.state, *viewer)? {
                return Err(format!("{seat}: {action}: secret, but {viewer:?} sees a change"));
            }
        }
        Ok(())
    }

    /// The action makes no event that others get.
    fn check_unheard(&self, state: &StateOf<W>, action: ActionOf<W>) -> Result<(), String> {
        let Self { table, seat, .. } = self;
        let mut events = Vec::new();
        let step = Step::Act { seat: *seat, action };
        W::Game::apply(&mut state.clone(), &step, &mut events)
            .map_err(|violation| format!("{seat}: listed, but refused: {violation}"))?;
        for event in &events {
            let bytes = event_bytes::<W>(event);
            for (viewer, _) in &self.views {
                let left = table.schema.redact_event(&bytes, *viewer);
                if left.map_err(|why| why.to_string())?.is_some() {
                    return Err(format!("{seat}: {viewer:?} learns of the secret {event}"));
                }
            }
        }
        Ok(())
    }
}
