//! News of a match: what others must hear of, made of what everybody may know.

use alloc::vec;
use alloc::vec::Vec;

use kit_proto::bakufu::play::v1::log_entry;
use kit_proto::bakufu::record::v1::{News, NewsKind};
use prost_types::Timestamp;

use crate::change::Change;
use crate::game_match::Match;

/// What others must hear of a change, if anything: nothing of a secret step, and
/// nothing of a step after which the same seats are to act as before.
pub fn news(before: Option<&Match>, change: &Change) -> Option<News> {
    let entry = &change.entry;
    if entry.secret_to != 0 {
        return None;
    }
    let awaited = entry.seats_to_act.clone();
    let (kind, seats) = match entry.change.as_ref()? {
        log_entry::Change::Aborted(_) => (NewsKind::Aborted, Vec::new()),
        _ if entry.outcome.is_some() => (NewsKind::Over, Vec::new()),
        log_entry::Change::Created(_) => (NewsKind::Created, Vec::new()),
        log_entry::Change::Seated(seated) => {
            (NewsKind::Seated, seated.seat.iter().map(|seat| seat.seat).collect())
        }
        log_entry::Change::SeatLeft(left) => (NewsKind::SeatLeft, vec![left.seat]),
        log_entry::Change::Started(_) => (NewsKind::Started, awaited),
        log_entry::Change::Acted(_) => {
            let was_awaited = before.map(Match::seats_to_act);
            if was_awaited.as_ref() == Some(&awaited) {
                return None;
            }
            (NewsKind::Turn, awaited)
        }
        // It concerns the host alone.
        log_entry::Change::InvitationRenewed(_) => return None,
        log_entry::Change::Resigned(resigned) => (NewsKind::Resigned, vec![resigned.seat]),
        log_entry::Change::Rewound(_) => (NewsKind::Rewound, awaited),
    };
    let at = entry.committed_at;
    let game = change.after.game().into();
    Some(News { kind: kind.into(), at, game, seats, expires_at: None })
}

/// That the match ends or is deleted unless somebody acts.
pub fn expiring(game_match: &Match, expires_at: Timestamp, now: Timestamp) -> News {
    News { expires_at: Some(expires_at), ..of(game_match, NewsKind::Expiring, now) }
}

/// That the match is gone.
pub fn deleted(game_match: &Match, now: Timestamp) -> News {
    of(game_match, NewsKind::Deleted, now)
}

fn of(game_match: &Match, kind: NewsKind, now: Timestamp) -> News {
    let game = game_match.game().into();
    News { kind: kind.into(), at: Some(now), game, seats: Vec::new(), expires_at: None }
}
