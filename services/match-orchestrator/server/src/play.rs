//! What happens in a match: start, act, resign, abort. Each is a plan of one change.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::{Progress, Refusal, Resignation, Table};

use crate::matches::Change;
use crate::record::{Record, own, read_seats};
use crate::referee::Referee;

/// Starts a match: seats and seeds are frozen, and the game is set up.
pub(crate) async fn start(referee: &impl Referee, record: &Record) -> Result<Change, Reason> {
    let frozen = freeze(record)?;
    let step = referee.setup(&frozen, frozen.next_entropy()).await?;
    started(frozen, step)
}

/// The match as it is just before it starts.
pub(crate) fn freeze(record: &Record) -> Result<Record, Reason> {
    record.table.may_start().map_err(refused)?;
    let mut frozen = record.clone();
    frozen.freeze_seeds();
    Ok(frozen)
}

/// The start of a match, given what the game set up.
pub(crate) fn started(frozen: Record, step: rules::Step) -> Result<Change, Reason> {
    let mut next = frozen;
    next.table.start(progress(&step)).map_err(refused)?;
    let change = log_entry::Change::Started(play::Started {});
    Ok(played(next, change, step, None))
}

/// Applies actions of a seat.
pub(crate) async fn act(
    referee: &impl Referee,
    record: &Record,
    seat: Seat,
    actions: &[Bytes],
    expected_revision: Option<u64>,
) -> Result<Change, Reason> {
    record.table.may_act(seat, expected_revision).map_err(refused)?;
    let step = referee.apply(record, seat, actions, record.next_entropy()).await?;
    acted(record, seat, actions, step)
}

/// The act of a seat, given what the game made of it.
pub(crate) fn acted(
    record: &Record,
    seat: Seat,
    actions: &[Bytes],
    step: rules::Step,
) -> Result<Change, Reason> {
    let mut next = record.clone();
    let secret_to = Seat::new(step.secret_to);
    next.table.act(seat, progress(&step), secret_to.is_some()).map_err(refused)?;
    let acted = play::Acted { seat: seat.number(), actions: actions.iter().map(own).collect() };
    Ok(played(next, log_entry::Change::Acted(acted), step, secret_to))
}

/// Resigns. The rules are not asked: the state stays as it is.
pub(crate) fn resign(record: &Record, seat: Seat) -> Result<Change, Reason> {
    let mut next = record.clone();
    if let Resignation::Ends(places) = next.table.resign(seat).map_err(refused)? {
        let standings = places
            .into_iter()
            .map(|(seat, rank)| rules::Standing { seat: seat.number(), rank, score: Vec::new() })
            .collect();
        next.outcome = Some(rules::Outcome { standings });
    }
    let resigned = play::Resigned { seat: seat.number() };
    Ok(Change::of_seats(next, log_entry::Change::Resigned(resigned)))
}

/// An operator ends the match. The rules are not asked here either.
pub(crate) fn abort(record: &Record, reason: &str) -> Result<Change, Reason> {
    let mut next = record.clone();
    next.table.abort().map_err(refused)?;
    let reason = reason.to_owned();
    Arc::make_mut(&mut next.roster).abort_reason = Some(reason.clone());
    // Clients know the end of a match by its outcome.
    next.outcome = Some(rules::Outcome { standings: Vec::new() });
    Ok(Change::of_seats(next, log_entry::Change::Aborted(play::Aborted { reason })))
}

/// A refusal of the lifecycle as the caller reads it.
pub(crate) fn refused(refusal: Refusal) -> Reason {
    match refusal {
        Refusal::StaleRevision { current } => Reason::StaleRevision { current },
        Refusal::FutureRevision { current } => Reason::FutureRevision { current },
        Refusal::NoSuchSeat(_) => Reason::malformed("seat", refusal.to_string()),
        Refusal::NameTaken => Reason::malformed("name", refusal.to_string()),
        _ => Reason::NotAwaited { message: refusal.to_string(), action_index: None },
    }
}

fn played(
    mut next: Record,
    change: log_entry::Change,
    step: rules::Step,
    secret_to: Option<Seat>,
) -> Change {
    next.state = own(&step.state);
    let mut events = step.events;
    for event in &mut events {
        event.payload = own(&event.payload);
    }
    next.outcome = step.outcome.map(|outcome| place_resigned_last(&next.table, outcome));
    Change { next, change, events, draws: step.draws, secret_to, roster_changed: false }
}

fn progress(step: &rules::Step) -> Progress {
    match step.outcome {
        Some(_) => Progress::Over,
        None => Progress::Awaits(read_seats(&step.seats_to_act)),
    }
}

fn place_resigned_last(table: &Table, outcome: rules::Outcome) -> rules::Outcome {
    let places: Vec<(Seat, u32)> = outcome
        .standings
        .iter()
        .filter_map(|standing| Some((Seat::new(standing.seat)?, standing.rank)))
        .collect();
    let mut scores = outcome.standings;
    let standings = table
        .final_places(&places)
        .into_iter()
        .filter_map(|(seat, rank)| {
            let at = scores.iter().position(|standing| standing.seat == seat.number())?;
            Some(rules::Standing { rank, ..scores.swap_remove(at) })
        })
        .collect();
    rules::Outcome { standings }
}
