//! One change of a match, made again as its log tells it.

use std::sync::Arc;
use std::time::SystemTime;

use kit_proto::bakufu::play::v1 as pb;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change::{
    Aborted, Acted, Created, Resigned, SeatLeft, Seated, Started,
};
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_lifecycle::Holder;

use crate::games::Games;
use crate::matches::Change;
use crate::record::Record;
use crate::{play, seating};

/// The match after the change that the entry tells. `ended` is the match as it
/// is now, `before` as it was before that change.
///
/// The change is planned as it was the first time, and its entry must come out
/// the same: state, events, draws, revisions and all.
pub(super) async fn again(
    games: &Games,
    ended: &Record,
    before: Option<&Record>,
    entry: &LogEntry,
) -> Result<Record, Reason> {
    let change = match plan(games, ended, before, entry).await {
        Ok(Some(change)) => change,
        Ok(None) => return Err(mismatch(ended, entry.commit, "the entry tells no change")),
        // What was accepted once is accepted again.
        Err(refusal) if is_refusal(&refusal) => {
            return Err(mismatch(ended, entry.commit, "the change is refused"));
        }
        Err(failure) => return Err(failure),
    };
    let (next, made) = change.into_entry(SystemTime::UNIX_EPOCH);
    if (LogEntry { committed_at: entry.committed_at, ..made }) != *entry {
        return Err(mismatch(ended, entry.commit, "the change comes out differently"));
    }
    if next.table.commit == ended.table.commit && !is_same(&next, ended) {
        return Err(mismatch(ended, entry.commit, "the match ends differently"));
    }
    Ok(next)
}

/// The record of a match is not what its rules make of it. All of it is public
/// when a match is over, but the log need not know more than where to look.
pub(super) fn mismatch(ended: &Record, commit: u64, what: &'static str) -> Reason {
    let (game, version) = (&ended.roster.game, &ended.roster.rules_version);
    let match_id = ended.match_id();
    let reason = Reason::RecordMismatch;
    tracing::error!(match_id, %game, %version, commit, what, "broken invariant: {reason}");
    reason
}

/// Plans the change anew; none if the entry tells nothing that can follow.
async fn plan(
    games: &Games,
    ended: &Record,
    before: Option<&Record>,
    entry: &LogEntry,
) -> Result<Option<Change>, Reason> {
    let Some(before) = before else {
        let is_first = matches!(entry.change, Some(Created(_)));
        let as_created = || Record::created(Arc::clone(&ended.roster), ended.table.seat_count());
        return Ok(is_first.then(|| seating::create(as_created())));
    };
    let change = match entry.change.as_ref() {
        Some(Seated(pb::Seated { seat: Some(seated) })) => sit(ended, before, seated)?,
        Some(SeatLeft(left)) => with_seat(left.seat, |seat| seating::leave(before, seat))?,
        Some(Started(_)) => Some(play::start(games, before).await?),
        Some(Acted(acted)) => match Seat::new(acted.seat) {
            Some(seat) => Some(play::act(games, before, seat, &acted.actions, None).await?),
            None => None,
        },
        Some(Resigned(resigned)) => with_seat(resigned.seat, |seat| play::resign(before, seat))?,
        Some(Aborted(aborted)) => Some(play::abort(before, &aborted.reason)?),
        Some(Created(_) | Seated(_)) | None => None,
    };
    Ok(change)
}

/// Whether a match has come to where it is. That holds for what the log does
/// not repeat, too, such as who sat where in the end.
fn is_same(made: &Record, ended: &Record) -> bool {
    made.table == ended.table && made.state == ended.state && made.outcome == ended.outcome
}

/// The log holds no seeds. The one that counts is that of whoever sat there at
/// the start, so an earlier player of the seat may have it just as well.
fn sit(ended: &Record, before: &Record, seated: &pb::Seat) -> Result<Option<Change>, Reason> {
    let holder = match seated.holder() {
        pb::SeatHolder::Player => Holder::Player,
        pb::SeatHolder::Bot => Holder::Bot,
        pb::SeatHolder::Open | pb::SeatHolder::Unspecified => return Ok(None),
    };
    let seed = |seat: Seat| ended.seeds.get(seat.index()).cloned().unwrap_or_default();
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
