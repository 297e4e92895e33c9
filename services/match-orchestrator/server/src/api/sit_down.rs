//! SitDown: a player takes a seat and gets its token.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::Holder;
use tonic::Request;

use super::input::{Faults, command, optional_seat};
use crate::limits::{NAME_CHARS_MAX, SEED_BYTES_MAX};
use crate::matches::{Change, Done, Plan};
use crate::orchestrator::Orchestrator;
use crate::record::Record;
use crate::{driver, seating, tokens};

pub(crate) async fn sit_down(
    orchestrator: &Arc<Orchestrator>,
    request: Request<play::SitDownRequest>,
) -> Result<play::SitDownResponse, Reason> {
    let mut wanted = request.into_inner();
    let request_id = std::mem::take(&mut wanted.request_id);
    check(&wanted, &request_id)?;
    let seat = optional_seat(wanted.seat)?;
    let identity = command(orchestrator, None, &request_id, "SitDown", &wanted);
    let plan = SeatPlayer { seat, name: &wanted.name, seed: &wanted.seed };
    let done = seat_change(orchestrator, &wanted.match_id, &identity, plan).await?;
    let seat = taken_seat(&done)?;
    Ok(play::SitDownResponse {
        seat: seat.number(),
        // Bound to the commit that answers this request: if somebody else has
        // the seat by now, this is not their token.
        seat_token: tokens::seat_token(&done.record, seat, done.entry.commit),
        game_match: Some(done.record.to_match()),
    })
}

fn check(wanted: &play::SitDownRequest, request_id: &str) -> Result<(), Reason> {
    let mut faults = Faults::default();
    faults.request_id(request_id);
    let length = wanted.name.chars().count();
    let printable = wanted.name.trim() == wanted.name && !wanted.name.chars().any(char::is_control);
    faults.require(
        (1..=NAME_CHARS_MAX).contains(&length) && printable,
        "name",
        "is 1 to 40 characters without control characters or spaces at the ends",
    );
    faults.require(wanted.seed.len() <= SEED_BYTES_MAX, "seed", "is at most 64 bytes");
    faults.finish()
}

/// Commits a change of seats and sees to what follows from it.
pub(crate) async fn seat_change<P: Plan>(
    orchestrator: &Arc<Orchestrator>,
    match_id: &str,
    identity: &crate::matches::Request,
    plan: P,
) -> Result<Done, Reason> {
    let plan = Attended { orchestrator, plan };
    let done = orchestrator.matches.change(match_id, identity, &plan).await?;
    orchestrator.after(&done).await;
    Ok(done)
}

struct SeatPlayer<'a> {
    seat: Option<Seat>,
    name: &'a str,
    seed: &'a Bytes,
}

impl Plan for SeatPlayer<'_> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        seating::sit(record, self.seat, Holder::Player, self.name, self.seed)
    }
}

/// A plan after which the match may need the orchestrator by itself. That is
/// noted before the commit: a match that is looked at in vain costs little, one
/// that is never looked at stands still.
struct Attended<'a, P> {
    orchestrator: &'a Orchestrator,
    plan: P,
}

impl<P: Plan> Plan for Attended<'_, P> {
    async fn plan(&self, record: &Record) -> Result<Change, Reason> {
        let change = self.plan.plan(record).await?;
        if driver::needs_attendance(&change.next) {
            let attend = self.orchestrator.store.attend(record.match_id(), true);
            self.orchestrator.matches.timed("Attend", attend).await?;
        }
        Ok(change)
    }
}

/// The seat that a commit gave to somebody.
pub(crate) fn taken_seat(done: &Done) -> Result<Seat, Reason> {
    match &done.entry.change {
        Some(log_entry::Change::Seated(play::Seated { seat: Some(seat) })) => {
            Seat::new(seat.seat).ok_or_else(Reason::bug)
        }
        _ => Err(Reason::bug()),
    }
}
