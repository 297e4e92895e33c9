//! Who sits where: plans of changes in which the game has no part.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::Holder;

use crate::matches::Change;
use crate::play::refused;
use crate::record::{Record, own};

/// A new match, all its seats open.
pub(crate) fn create(record: Record) -> Change {
    let seats = record.table.chairs.len() as u32;
    Change::of_seats(record, log_entry::Change::Created(play::Created { seats }))
}

/// Somebody sits down, on the first open seat if none is named.
pub(crate) fn sit(
    record: &Record,
    seat: Option<Seat>,
    holder: Holder,
    name: &str,
    seed: &Bytes,
) -> Result<Change, Reason> {
    let mut next = record.clone();
    let seat = next.table.sit(seat, holder, name).map_err(refused)?;
    Arc::make_mut(&mut next.seeds)[seat.index()] = own(seed);
    let seated = play::Seated { seat: Some(next.seat(seat)) };
    Ok(Change::of_seats(next, log_entry::Change::Seated(seated)))
}

/// Somebody stands up before the start.
pub(crate) fn leave(record: &Record, seat: Seat) -> Result<Change, Reason> {
    let mut next = record.clone();
    next.table.leave(seat).map_err(refused)?;
    Arc::make_mut(&mut next.seeds)[seat.index()] = Bytes::new();
    let left = play::SeatLeft { seat: seat.number() };
    Ok(Change::of_seats(next, log_entry::Change::SeatLeft(left)))
}
