//! One change of a match, made again as its log tells it.

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as pb;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change::{
    Aborted, Acted, Created, Resigned, SeatLeft, Seated, Started,
};
use kit_proto::bakufu::record::v1::Roster;
use kit_rules::{Seat, SeatCount};
use kit_service::Reason;
use match_orchestrator_lifecycle::Holder;

use super::difference::Difference;
use crate::matches::Change;
use crate::record::Record;
use crate::referee::Referee;
use crate::{play, seating};

/// What a match came from, besides its log.
pub(crate) struct Origin {
    pub(crate) roster: Arc<Roster>,
    pub(crate) seats: SeatCount,
    /// The seeds that the seats had at the start.
    pub(crate) seeds: Arc<Vec<Bytes>>,
}

/// Why a change could not be made again.
pub(crate) enum Stray {
    /// The entry tells nothing that can follow.
    NoChange,
    /// What was accepted once is refused now.
    Refused(Reason),
    /// The change comes out otherwise than it is told.
    Different(Difference),
    /// Nobody could answer. That says nothing about the record.
    Failed(Reason),
}

impl Origin {
    pub(crate) fn of(ended: &Record) -> Self {
        Self {
            roster: Arc::clone(&ended.roster),
            seats: ended.table.seat_count(),
            seeds: Arc::clone(&ended.seeds),
        }
    }
}

/// The match after the change that the entry tells; `before` is the match
/// before it, none if there was none.
///
/// The change is planned as it was the first time, and its entry must come out
/// the same: state, events, draws, revisions and all.
pub(crate) async fn again(
    referee: &impl Referee,
    origin: &Origin,
    before: Option<&Record>,
    entry: &LogEntry,
) -> Result<Record, Stray> {
    let change = match plan(referee, origin, before, entry).await {
        Ok(Some(change)) => change,
        Ok(None) => return Err(Stray::NoChange),
        Err(refusal) if is_refusal(&refusal) => return Err(Stray::Refused(refusal)),
        Err(failure) => return Err(Stray::Failed(failure)),
    };
    let (next, made) = change.into_entry(SystemTime::UNIX_EPOCH);
    match Difference::between(&made, entry) {
        None => Ok(next),
        Some(difference) => Err(Stray::Different(difference)),
    }
}

/// Plans the change anew; none if the entry tells nothing that can follow.
async fn plan(
    referee: &impl Referee,
    origin: &Origin,
    before: Option<&Record>,
    entry: &LogEntry,
) -> Result<Option<Change>, Reason> {
    let Some(before) = before else {
        let is_first = matches!(entry.change, Some(Created(_)));
        return Ok(is_first
            .then(|| seating::create(Record::created(Arc::clone(&origin.roster), origin.seats))));
    };
    let change = match entry.change.as_ref() {
        Some(Seated(pb::Seated { seat: Some(seated) })) => sit(origin, before, seated)?,
        Some(SeatLeft(left)) => with_seat(left.seat, |seat| seating::leave(before, seat))?,
        Some(Started(_)) => Some(play::start(referee, before).await?),
        Some(Acted(acted)) => match Seat::new(acted.seat) {
            Some(seat) => Some(play::act(referee, before, seat, &acted.actions, None).await?),
            None => None,
        },
        Some(Resigned(resigned)) => with_seat(resigned.seat, |seat| play::resign(before, seat))?,
        Some(Aborted(aborted)) => Some(play::abort(before, &aborted.reason)?),
        Some(Created(_) | Seated(_)) | None => None,
    };
    Ok(change)
}

/// The log holds no seeds. The one that counts is that of whoever sat there at
/// the start, so an earlier player of the seat may have it just as well.
fn sit(origin: &Origin, before: &Record, seated: &pb::Seat) -> Result<Option<Change>, Reason> {
    let holder = match seated.holder() {
        pb::SeatHolder::Player => Holder::Player,
        pb::SeatHolder::Bot => Holder::Bot,
        pb::SeatHolder::Open | pb::SeatHolder::Unspecified => return Ok(None),
    };
    let seed = |seat: Seat| origin.seeds.get(seat.index()).cloned().unwrap_or_default();
    with_seat(seated.seat, |seat| {
        seating::sit(before, Some(seat), holder, &seated.name, &seed(seat))
    })
}

fn with_seat(
    number: u32,
    plan: impl FnOnce(Seat) -> Result<Change, Reason>,
) -> Result<Option<Change>, Reason> {
    Seat::new(number).map(plan).transpose()
}

/// Whether the answer is a no, and not that nobody could answer.
fn is_refusal(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::RuleViolation { .. } | Reason::NotAwaited { .. } | Reason::Malformed(_)
    )
}
