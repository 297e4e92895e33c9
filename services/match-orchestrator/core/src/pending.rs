//! A change that waits for the rules, and becomes one only if their answer makes
//! sense.

use alloc::boxed::Box;
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::Schema;
use kit_rules::Seat;
use match_orchestrator_draws::Entropy;
use prost_types::Timestamp;

use crate::change::Change;
use crate::check::{Before, Expectation, Nonsense, check_step};
use crate::game_match::{Match, own, read_seats};
use crate::lifecycle::{Lifecycle, Progress};

/// A change for which the rules have been asked.
#[derive(Debug)]
pub struct Pending<'m> {
    pub(crate) awaited: Awaited<'m>,
    pub(crate) entropy: Entropy,
    pub(crate) now: Timestamp,
}

/// What the rules have been asked for.
#[derive(Debug)]
pub(crate) enum Awaited<'m> {
    Setup { frozen: Box<Match> },
    Act { before: &'m Match, seat: Seat, actions: Vec<Bytes> },
}

const PLANNED: &str = "it was planned on this very match";

impl Pending<'_> {
    /// The change, given what the rules answered. Nothing of the answer is
    /// believed that can be checked.
    ///
    /// # Errors
    /// If the answer makes no sense. Nothing has changed.
    pub fn settle(self, schema: &Schema, answer: Option<rules::Step>) -> Result<Change, Nonsense> {
        let Self { awaited, entropy, now } = self;
        let (seats, before) = match &awaited {
            Awaited::Setup { frozen } => (frozen.lifecycle.seat_count(), None),
            Awaited::Act { before, seat, .. } => {
                let awaited = before.lifecycle.awaited();
                let position = Before { state: &before.state, seat: *seat, awaited };
                (before.lifecycle.seat_count(), Some(position))
            }
        };
        let expectation = Expectation { schema, seats, entropy: &entropy, before };
        let step = check_step(answer, &expectation)?;
        let secret_to = Seat::new(step.secret_to);
        let (mut next, change) = match awaited {
            Awaited::Setup { mut frozen } => {
                frozen.lifecycle.start(progress(&step)).expect(PLANNED);
                (*frozen, log_entry::Change::Started(play::Started {}))
            }
            Awaited::Act { before, seat, actions } => {
                let mut next = before.clone();
                next.lifecycle.act(seat, progress(&step), secret_to.is_some()).expect(PLANNED);
                let actions = actions.iter().map(own).collect();
                let acted = play::Acted { seat: seat.number(), actions };
                (next, log_entry::Change::Acted(acted))
            }
        };
        next.state = own(&step.state);
        next.outcome = step.outcome.map(|outcome| place_resigned_last(&next.lifecycle, outcome));
        let mut events = step.events;
        events.iter_mut().for_each(|event| event.payload = own(&event.payload));
        Ok(Change::of_game(next, change, events, step.draws, secret_to, now))
    }
}

fn progress(step: &rules::Step) -> Progress {
    match step.outcome {
        Some(_) => Progress::Over,
        None => Progress::Awaits(read_seats(&step.seats_to_act)),
    }
}

fn place_resigned_last(lifecycle: &Lifecycle, outcome: rules::Outcome) -> rules::Outcome {
    let places: Vec<(Seat, u32)> = outcome
        .standings
        .iter()
        .filter_map(|standing| Some((Seat::new(standing.seat)?, standing.rank)))
        .collect();
    let mut scores = outcome.standings;
    let standings = lifecycle
        .final_places(&places)
        .into_iter()
        .filter_map(|(seat, rank)| {
            let at = scores.iter().position(|standing| standing.seat == seat.number())?;
            Some(rules::Standing { rank, ..scores.swap_remove(at) })
        })
        .collect();
    rules::Outcome { standings }
}
