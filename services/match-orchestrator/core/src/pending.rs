//! A change that waits for the rules, and becomes one only if their answer makes
//! sense.

use alloc::boxed::Box;
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Reason;
use kit_redact::Schema;
use kit_rules::Seat;
use match_orchestrator_draws::Entropy;
use prost_types::Timestamp;

use crate::change::Change;
use crate::check::{Before, Expectation, Nonsense, check_step};
use crate::game_match::{Match, own, read_seats};
use crate::lifecycle::{Lifecycle, Progress};
use crate::limits::PLANS;

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
    Setup {
        frozen: Box<Match>,
    },
    Act {
        before: &'m Match,
        seat: Seat,
        actions: Vec<Bytes>,
        /// Whether the seat is held up when it moves nothing on for too long.
        is_bounded: bool,
    },
}

/// Why a command has not happened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotDone {
    /// The match or the rules refuse it.
    #[error("{0}")]
    Refused(#[from] Reason),
    /// What the rules answered makes no sense.
    #[error("{0}")]
    Nonsense(#[from] Nonsense),
}

const PLANNED: &str = "it was planned on this very match";

impl Pending<'_> {
    /// The change, given what the rules answered. Nothing of the answer is
    /// believed that can be checked.
    ///
    /// # Errors
    /// If the answer makes no sense, or the seat is held up. Nothing has changed.
    pub fn settle(self, schema: &Schema, answer: Option<rules::Step>) -> Result<Change, NotDone> {
        let Self { awaited, entropy, now } = self;
        let (seats, before) = match &awaited {
            Awaited::Setup { frozen } => (frozen.lifecycle.seat_count(), None),
            Awaited::Act { before, seat, actions, .. } => {
                let (awaited, actions) = (before.lifecycle.awaited(), actions.len());
                let position = Before { state: &before.state, seat: *seat, awaited, actions };
                (before.lifecycle.seat_count(), Some(position))
            }
        };
        let expectation = Expectation { schema, seats, entropy: &entropy, before };
        let step = check_step(answer, &expectation)?;
        let secret_to = Seat::new(step.secret_to);
        let (mut next, change) = match awaited {
            Awaited::Setup { mut frozen } => {
                frozen.lifecycle.start(progress(&step)).expect(PLANNED);
                frozen.steps = step.draws.len() as u64;
                (*frozen, log_entry::Change::Started(play::Started {}))
            }
            Awaited::Act { before, seat, actions, is_bounded } => {
                let mut next = before.clone();
                count(&mut next, seat, &step, actions.len(), now, is_bounded)?;
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

/// Counts what a seat has done, and refuses it if it may and the seat has gone too
/// far.
fn count(
    game_match: &mut Match,
    seat: Seat,
    step: &rules::Step,
    actions: usize,
    now: Timestamp,
    is_bounded: bool,
) -> Result<(), Reason> {
    if !moves_on(step, game_match, actions) {
        let counted = &mut game_match.plans_until_ms[seat.index()];
        if is_bounded {
            let held_up = |retry_after| Reason::PlanChurned { retry_after };
            PLANS.check(*counted, now).map_err(held_up)?;
        }
        *counted = PLANS.count(*counted, now);
    }
    // Secret steps may be taken back in secret, so nobody could count them.
    if step.secret_to == 0 {
        let done = (actions + step.draws.len()) as u64;
        let undone = 2 * u64::from(step.retractions);
        game_match.steps = game_match.steps.saturating_add(done).saturating_sub(undone);
    }
    Ok(())
}

/// Whether a step brings the match further. A seat could otherwise plan and take
/// back for ever: what is secret, what only takes back, and what takes back on the
/// way to a position in which nobody else is to act.
fn moves_on(step: &rules::Step, before: &Match, actions: usize) -> bool {
    let retractions = step.retractions as usize;
    let is_done = step.irreversible || step.outcome.is_some();
    let passes_on = read_seats(&step.seats_to_act) != before.lifecycle.awaited();
    let is_rearranged = retractions > 0 && !is_done && !passes_on;
    step.secret_to == 0 && retractions < actions && !is_rearranged
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
