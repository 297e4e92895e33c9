//! Erasure of a player: another name in place of theirs, and nothing from which
//! it could be learned.
//!
//! In the chain of commits a name counts by a digest that is salted with the
//! nonce of the sitting. The digest stays, so the record verifies as before; the
//! nonce goes with the name, so nobody can find out the name by trying.

use alloc::string::String;
use alloc::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_rules::Seat;

use crate::command::{Command, NameDigest};
use crate::counting::CommitNumber;
use crate::game_match::Match;
use crate::lifecycle::{Chair, Holder, Phase};
use crate::names;

/// One time at which a player sat down, as the log tells it.
#[derive(Clone, Copy, Debug)]
pub struct Sitting<'a> {
    entry: &'a LogEntry,
    seated: &'a play::Seated,
    seat: &'a play::Seat,
}

/// A match and an entry of its log without a player's name. They take the place
/// of those with it; all commits stay what they are.
#[derive(Clone, Debug)]
pub struct Erased {
    pub game_match: Match,
    pub entry: LogEntry,
}

impl<'a> Sitting<'a> {
    /// Reads an entry; nothing unless it tells that a player sat down.
    pub fn of(entry: &'a LogEntry) -> Option<Self> {
        match entry.change.as_ref()? {
            Told::Seated(seated) => {
                let seat = seated.seat.as_ref()?;
                let is_player = seat.holder() == play::SeatHolder::Player;
                is_player.then_some(Self { entry, seated, seat })
            }
            _ => None,
        }
    }

    /// The commit in which the seat was taken.
    pub fn commit(&self) -> CommitNumber {
        CommitNumber::new(self.entry.commit)
    }

    /// The player's name, or what stands in its place.
    pub fn name(&self) -> &'a str {
        &self.seat.name
    }

    /// Whether nothing of the player is left.
    pub fn is_erased(&self) -> bool {
        self.seated.nonce.is_empty() && self.seat.name == names::of_erased(self.commit())
    }

    /// What has to be done for the player first, who still has the seat and can
    /// not play on: the token ends with the nonce.
    pub fn farewell(&self, game_match: &Match) -> Option<(Command, Seat)> {
        let seat = self.held_seat(game_match)?;
        match game_match.phase() {
            Phase::Seating => Some((Command::Leave, seat)),
            Phase::Playing(_) if !game_match.lifecycle.is_driven(seat) => {
                Some((Command::Resign, seat))
            }
            Phase::Playing(_) | Phase::Over => None,
        }
    }

    /// The seat, unless it was left since.
    fn held_seat(&self, game_match: &Match) -> Option<Seat> {
        let seat = Seat::new(self.seat.seat)?;
        let chair = game_match.lifecycle.chair(seat).ok()?;
        (chair.seated_at == Some(self.commit())).then_some(seat)
    }
}

/// The match and the entry without the player's name.
pub fn erase(game_match: &Match, sitting: &Sitting<'_>) -> Erased {
    let name = names::of_erased(sitting.commit());
    let mut game_match = game_match.rewritten();
    if let Some(seat) = sitting.held_seat(&game_match) {
        let chair = &mut Arc::make_mut(&mut game_match.lifecycle.chairs)[seat.index()];
        chair.name.clone_from(&name);
        chair.nonce = None;
    }
    let seat = play::Seat { name, ..sitting.seat.clone() };
    let seated = play::Seated { seat: Some(seat), nonce: Bytes::new(), ..sitting.seated.clone() };
    let entry = LogEntry { change: Some(Told::Seated(seated)), ..sitting.entry.clone() };
    Erased { game_match, entry }
}

/// The digest that stands for the name of an erased player, if the entry tells
/// of one.
pub(crate) fn digest(entry: &LogEntry) -> Option<NameDigest> {
    let Sitting { seated, .. } = Sitting::of(entry)?;
    seated.name_sha256[..].try_into().ok().filter(|_| seated.nonce.is_empty())
}

/// The one name that an erased player can have, if the entry tells of one.
pub(crate) fn told_name(entry: &LogEntry) -> Option<String> {
    digest(entry).map(|_| names::of_erased(CommitNumber::new(entry.commit)))
}

/// Whether the player on a chair was erased.
pub(crate) fn is_erased(chair: &Chair) -> bool {
    let is_neutral = |seated_at: CommitNumber| chair.name == names::of_erased(seated_at);
    chair.holder == Holder::Player
        && chair.nonce.is_none()
        && chair.seated_at.is_some_and(is_neutral)
}
