//! A match as it is after one of its commits, and the bytes it is stored as.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::record::v1 as pb;
use kit_proto::bakufu::rules::v1 as rules;
use kit_reason::Precondition;
use kit_rules::{Seat, SeatCount, SeatSet};
use match_orchestrator_draws::{MatchKey, commitment};
use prost::Message;
use prost_types::Timestamp;

use crate::command::Nonce;
use crate::counting::{CommitNumber, Revision};
use crate::identity::CommitId;
use crate::lifecycle::{Chair, Holder, Lifecycle, Phase, Timeline};
use crate::limits::COMMITS_MAX;

const SERVER_SEED_BYTES: usize = 32;

/// A match as it is after one of its commits. Copies are cheap: what does not
/// change is shared.
#[derive(Clone, Debug)]
pub struct Match {
    /// What changes rarely; its chairs are those of `lifecycle` and `seeds`.
    pub(crate) roster: Arc<pb::Roster>,
    pub(crate) lifecycle: Lifecycle,
    /// Which commit the last one is.
    pub(crate) identity: CommitId,
    /// The seeds that the seats added.
    pub(crate) seeds: Arc<Vec<Bytes>>,
    /// The key of all draws, once the seeds are frozen.
    pub(crate) key: Option<MatchKey>,
    /// The encoded state; empty before the start.
    pub(crate) state: Bytes,
    /// The result, once the match is over.
    pub(crate) outcome: Option<rules::Outcome>,
    /// When the last commit was made, if that is known.
    pub(crate) committed_at: Option<Timestamp>,
    /// The steps so far that everyone could notice, less those taken back.
    pub(crate) steps: u64,
    /// Until when it is counted what a seat has planned and taken back.
    pub(crate) plans_until_ms: Vec<u64>,
}

/// Stored bytes that are no match.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a stored match can't be read: {0}")]
pub struct Unreadable(&'static str);

impl Match {
    /// A match as it is created, all its seats open.
    pub(crate) fn created(roster: Arc<pb::Roster>, seats: SeatCount) -> Self {
        Self {
            roster,
            lifecycle: Lifecycle::new(seats),
            identity: CommitId::NONE,
            seeds: Arc::new(vec![Bytes::new(); seats.get()]),
            key: None,
            state: Bytes::new(),
            outcome: None,
            committed_at: None,
            steps: 0,
            plans_until_ms: vec![0; seats.get()],
        }
    }

    /// Reads a match that was stored with its last commit.
    ///
    /// # Errors
    /// If the bytes are no match, or that of another commit.
    pub fn decode(
        commit: CommitNumber,
        roster: &Bytes,
        position: &Bytes,
    ) -> Result<Self, Unreadable> {
        let mut roster = pb::Roster::decode(roster.clone())
            .map_err(|_| Unreadable("the roster does not parse"))?;
        let position = pb::Position::decode(position.clone())
            .map_err(|_| Unreadable("the position does not parse"))?;
        if position.commit != commit.get() {
            return Err(Unreadable("the position belongs to another commit"));
        }
        let (chairs, seeds): (Vec<_>, Vec<_>) =
            core::mem::take(&mut roster.chairs).into_iter().map(read_chair).unzip();
        let seats = SeatCount::new(chairs.len() as u32).ok_or(Unreadable("no such table"))?;
        if position.revisions.len() != chairs.len() + 1 {
            return Err(Unreadable("roster and position have different seats"));
        }
        let plans_until_ms = match position.plans_until_ms.len() {
            0 => vec![0; chairs.len()],
            seats if seats == chairs.len() => position.plans_until_ms,
            _ => return Err(Unreadable("roster and position have different seats")),
        };
        let timeline = roster.rewinds.last().map_or(Timeline::FIRST, |rewind| Timeline {
            number: rewind.timeline,
            began: CommitNumber::new(rewind.commit),
        });
        if roster.rewinds.iter().any(|rewind| rewind.nonce.len() != size_of::<Nonce>()) {
            return Err(Unreadable("a rewind has no nonce"));
        }
        if roster.server_seed.len() != SERVER_SEED_BYTES {
            return Err(Unreadable("the server seed is too short or too long"));
        }
        let awaited = read_seats(&position.seats_to_act);
        if awaited.iter().any(|seat| !seats.has(seat)) {
            return Err(Unreadable("somebody is awaited who has no seat"));
        }
        let phase = match (&position.outcome, position.started) {
            (Some(_), _) => Phase::Over,
            (None, false) => Phase::Seating,
            (None, true) => Phase::Playing(awaited),
        };
        let before = roster.rewinds.last().map_or(&[][..], |rewind| &rewind.revisions);
        let lifecycle = Lifecycle {
            chairs: Arc::new(chairs),
            phase,
            aborted: roster.abort_reason.is_some(),
            commit,
            timeline,
            revisions: position.revisions.into_iter().map(Revision::new).collect(),
            revisions_before: before.iter().copied().map(Revision::new).collect(),
            planning: read_seats(&position.planning),
        };
        let was_there = |revision: &Revision| {
            lifecycle.commit_before(*revision).is_some_and(|before| before <= commit)
        };
        if !lifecycle.revisions.iter().all(was_there) {
            return Err(Unreadable("a viewer has noticed more than there was"));
        }
        let identity = match position.identity.is_empty() {
            true => CommitId::unchained(&roster.match_id, commit),
            false => CommitId::read(&position.identity)
                .ok_or(Unreadable("the identity of the commit is too short or too long"))?,
        };
        let mut game_match = Self {
            roster: Arc::new(roster),
            lifecycle,
            identity,
            seeds: Arc::new(seeds),
            key: None,
            state: position.state,
            outcome: position.outcome,
            committed_at: position.committed_at,
            steps: position.steps,
            plans_until_ms,
        };
        if position.started {
            game_match.freeze_seeds();
        }
        Ok(game_match)
    }

    /// Derives the key of all draws from the seeds as they are now.
    pub(crate) fn freeze_seeds(&mut self) {
        let seeds = self.seeds.iter().map(|seed| &seed[..]);
        let key = MatchKey::derive(&self.server_seed(), seeds, self.id());
        let rewinds = self.roster.rewinds.iter();
        self.key = Some(rewinds.fold(key, |key, rewind| key.rewound(&rewind.nonce)));
    }

    /// The bytes that change with every commit.
    pub fn position_bytes(&self) -> Bytes {
        let is_counted = self.plans_until_ms.iter().any(|until| *until > 0);
        let position = pb::Position {
            commit: self.commit().get(),
            state: self.state.clone(),
            seats_to_act: self.seats_to_act(),
            outcome: self.outcome.clone(),
            revisions: self.revisions(),
            started: self.lifecycle.phase != Phase::Seating,
            identity: Bytes::copy_from_slice(&self.identity.get()),
            committed_at: self.committed_at,
            planning: self.lifecycle.planning.iter().map(Seat::number).collect(),
            steps: self.steps,
            plans_until_ms: if is_counted { self.plans_until_ms.clone() } else { Vec::new() },
        };
        position.encode_to_vec().into()
    }

    /// The bytes that change rarely.
    pub fn roster_bytes(&self) -> Bytes {
        let mut roster = pb::Roster::clone(&self.roster);
        roster.chairs = self.lifecycle.chairs.iter().zip(&*self.seeds).map(write_chair).collect();
        roster.encode_to_vec().into()
    }

    pub fn id(&self) -> &str {
        &self.roster.match_id
    }

    pub fn game(&self) -> &str {
        &self.roster.game
    }

    pub fn rules_version(&self) -> &str {
        &self.roster.rules_version
    }

    pub fn created_at(&self) -> Timestamp {
        self.roster.created_at.unwrap_or_default()
    }

    /// When the last commit was made, unless an earlier version has stored it.
    pub fn committed_at(&self) -> Option<Timestamp> {
        self.committed_at
    }

    /// The same match, known to have been changed last at this moment.
    #[must_use]
    pub fn with_committed_at(&self, at: Timestamp) -> Self {
        Self { committed_at: Some(at), ..self.clone() }
    }

    /// Whether an archive has its record.
    pub fn is_archived(&self) -> bool {
        self.roster.archived
    }

    /// The same match, known to be in an archive. It is to be rewritten.
    #[must_use]
    pub fn archived(&self) -> Self {
        let mut archived = self.rewritten();
        Arc::make_mut(&mut archived.roster).archived = true;
        archived
    }

    /// How often it was rewritten without a commit.
    pub fn rewrites(&self) -> u32 {
        self.roster.rewrites
    }

    /// The same match, rewritten once more.
    pub(crate) fn rewritten(&self) -> Self {
        let mut rewritten = self.clone();
        let roster = Arc::make_mut(&mut rewritten.roster);
        roster.rewrites = roster.rewrites.saturating_add(1);
        rewritten
    }

    /// Whether it is shown in lists.
    pub fn is_listed(&self) -> bool {
        self.roster.listed
    }

    /// Whether only those can sit down who have the invitation.
    pub(crate) fn is_by_invitation(&self) -> bool {
        self.roster.invitation_only || !self.roster.invitation_nonce.is_empty()
    }

    /// Seats, phase and revisions.
    pub fn lifecycle(&self) -> &Lifecycle {
        &self.lifecycle
    }

    pub fn commit(&self) -> CommitNumber {
        self.lifecycle.commit
    }

    /// Which commit the last one is.
    pub fn identity(&self) -> CommitId {
        self.identity
    }

    /// The timeline that the match must go on in when its store turns out to
    /// hold this copy although somebody has seen `lost`, a copy that it does not
    /// come from. Nothing if a timeline has begun since that `lost` knows
    /// nothing of, or if the match is over: then nothing is drawn any more.
    pub fn timeline_after(&self, lost: &Self) -> Option<u32> {
        let known = |rewind: &pb::Rewind| lost.roster.rewinds.contains(rewind);
        let is_known = self.roster.rewinds.last().is_none_or(known);
        let newest = self.lifecycle.timeline.number.max(lost.lifecycle.timeline.number);
        (is_known && !self.is_over()).then(|| newest.saturating_add(1))
    }

    pub fn phase(&self) -> Phase {
        self.lifecycle.phase
    }

    pub fn is_over(&self) -> bool {
        self.phase() == Phase::Over
    }

    /// Why the match does not go on by itself or by its seats, if it does not: then
    /// only its end can come.
    pub fn exhausted(&self) -> Option<Precondition> {
        let stated = u64::from(self.roster.steps_max);
        if self.commit().get() >= COMMITS_MAX {
            Some(Precondition::TooManyCommits)
        } else if stated > 0 && self.steps > stated {
            Some(Precondition::TooManySteps)
        } else {
            None
        }
    }

    /// The complete state, encoded; empty before the start. For rules, proofs
    /// and the weight of a copy: what viewers get is made by `outgoing`.
    pub fn state(&self) -> &Bytes {
        &self.state
    }

    pub(crate) fn revisions(&self) -> Vec<u64> {
        self.lifecycle.revisions.iter().map(|revision| revision.get()).collect()
    }

    pub(crate) fn seats_to_act(&self) -> Vec<u32> {
        self.lifecycle.awaited().iter().map(Seat::number).collect()
    }

    /// Whether the seat is to act, and nobody else for it.
    pub(crate) fn awaits(&self, seat: Seat) -> bool {
        self.lifecycle.may_act(seat, None).is_ok() && !self.lifecycle.is_driven(seat)
    }

    /// Whether a seat may have a plan that it alone knows of, so that neither the
    /// length of its answers nor their time may depend on it.
    pub fn plans_in_secret(&self, seat: Seat) -> bool {
        matches!(self.phase(), Phase::Playing(_)) && self.lifecycle.planning.contains(seat)
    }

    /// Whether it has come to the same point, also in what a log does not
    /// repeat, such as who sat where in the end.
    pub fn is_at_same_point(&self, other: &Self) -> bool {
        // Versions before this one did not keep who plans.
        let planning = self.lifecycle.planning;
        self.lifecycle == Lifecycle { planning, ..other.lifecycle.clone() }
            && self.state == other.state
            && self.outcome == other.outcome
    }

    /// The key of all draws of a match that has started.
    pub(crate) fn match_key(&self) -> &MatchKey {
        self.key.as_ref().expect("the seeds of a match that has started are frozen")
    }

    pub(crate) fn server_seed(&self) -> [u8; SERVER_SEED_BYTES] {
        self.roster.server_seed[..].try_into().expect("a server seed is 32 bytes")
    }

    /// The match as everyone may see it.
    pub(crate) fn to_match(&self) -> play::Match {
        let roster = &self.roster;
        play::Match {
            match_id: roster.match_id.clone(),
            game: roster.game.clone(),
            rules_version: roster.rules_version.clone(),
            options: roster.options.clone(),
            status: self.status().into(),
            seats: self.seats(),
            seats_to_act: self.seats_to_act(),
            outcome: self.outcome.clone(),
            seed_commitment: Bytes::copy_from_slice(&commitment(
                &self.server_seed(),
                &roster.match_id,
                &roster.rules_version,
            )),
            created_at: roster.created_at,
            listed: roster.listed,
            start_when_full: roster.start_when_full,
            aborted: self.aborted(),
            invitation_only: self.is_by_invitation(),
        }
    }

    /// How far it is, as everyone may see it.
    pub fn status(&self) -> play::MatchStatus {
        match self.lifecycle.phase {
            Phase::Seating => play::MatchStatus::Seating,
            Phase::Playing(_) => play::MatchStatus::Playing,
            Phase::Over => play::MatchStatus::Over,
        }
    }

    /// Why an operator ended the match, if one did.
    pub(crate) fn aborted(&self) -> Option<play::Aborted> {
        self.roster.abort_reason.clone().map(|reason| play::Aborted { reason })
    }

    /// A seat as everyone may see it.
    pub(crate) fn seat(&self, seat: Seat) -> play::Seat {
        let chair = &self.lifecycle.chairs[seat.index()];
        let holder = match chair.holder {
            Holder::Open => play::SeatHolder::Open,
            Holder::Player => play::SeatHolder::Player,
            Holder::Bot => play::SeatHolder::Bot,
        };
        play::Seat {
            seat: seat.number(),
            holder: holder.into(),
            name: chair.name.clone(),
            resigned: chair.resigned_at.is_some(),
        }
    }

    fn seats(&self) -> Vec<play::Seat> {
        self.lifecycle.seat_count().seats().map(|seat| self.seat(seat)).collect()
    }
}

/// Bytes of their own. What a message was decoded into are slices of the buffer
/// that it came in, several kilobytes of it, and a slice that is kept keeps the
/// whole buffer.
pub(crate) fn own(slice: &Bytes) -> Bytes {
    Bytes::copy_from_slice(slice)
}

/// Reads seat numbers; those that can't be seats were refused when they came.
pub(crate) fn read_seats(numbers: &[u32]) -> SeatSet {
    numbers.iter().filter_map(|number| Seat::new(*number)).collect()
}

fn read_chair(chair: pb::Chair) -> (Chair, Bytes) {
    let holder = match chair.holder() {
        pb::Holder::Player => Holder::Player,
        pb::Holder::Bot => Holder::Bot,
        pb::Holder::Open | pb::Holder::Unspecified => Holder::Open,
    };
    let commit = |number: u64| (number > 0).then(|| CommitNumber::new(number));
    let (seated_at, resigned_at) = (commit(chair.seated_at), commit(chair.resigned_at));
    let nonce = chair.nonce[..].try_into().ok();
    (Chair { holder, name: chair.name, seated_at, resigned_at, nonce }, chair.seed)
}

fn write_chair((chair, seed): (&Chair, &Bytes)) -> pb::Chair {
    let holder = match chair.holder {
        Holder::Open => pb::Holder::Open,
        Holder::Player => pb::Holder::Player,
        Holder::Bot => pb::Holder::Bot,
    };
    pb::Chair {
        holder: holder.into(),
        name: chair.name.clone(),
        seed: seed.clone(),
        seated_at: chair.seated_at.map_or(0, CommitNumber::get),
        resigned_at: chair.resigned_at.map_or(0, CommitNumber::get),
        nonce: chair.nonce.map_or_else(Bytes::new, |nonce| Bytes::copy_from_slice(&nonce)),
    }
}

#[cfg(test)]
mod tests {
    use bytes::BytesMut;

    use super::*;

    type Spoil = fn(&mut pb::Roster, &mut pb::Position);

    #[test]
    fn a_stored_match_that_makes_no_sense_is_refused() {
        let roster = pb::Roster {
            chairs: vec![pb::Chair::default(); 2],
            server_seed: Bytes::from_static(&[7; SERVER_SEED_BYTES]),
            ..Default::default()
        };
        let position = pb::Position {
            commit: 4,
            seats_to_act: vec![2],
            revisions: vec![4; 3],
            started: true,
            ..Default::default()
        };
        let read = |roster: &pb::Roster, position: &pb::Position| {
            let (roster, position) = (roster.encode_to_vec(), position.encode_to_vec());
            Match::decode(CommitNumber::new(4), &roster.into(), &position.into())
        };
        let good = read(&roster, &position).expect("a match");
        assert_eq!((good.to_match().seats.len(), good.seats_to_act()), (2, vec![2]));
        let faults: [(&str, Spoil); 8] = [
            ("no chair", |roster, position| {
                roster.chairs.clear();
                position.revisions.truncate(1);
            }),
            ("nine chairs", |roster, position| {
                roster.chairs.resize(9, pb::Chair::default());
                position.revisions.resize(10, 4);
            }),
            ("a revision too few", |_, position| position.revisions.truncate(2)),
            ("a revision that is not yet", |_, position| position.revisions[1] = u64::MAX),
            ("a short seed", |roster, _| roster.server_seed = Bytes::from_static(&[7; 31])),
            ("plans of fewer seats", |_, position| position.plans_until_ms = vec![1]),
            ("a stranger to act", |_, position| position.seats_to_act = vec![3]),
            ("another commit", |_, position| position.commit = 3),
        ];
        for (what, spoil) in faults {
            let (mut roster, mut position) = (roster.clone(), position.clone());
            spoil(&mut roster, &mut position);
            assert!(read(&roster, &position).is_err(), "{what}");
        }
    }

    #[test]
    fn what_is_kept_does_not_keep_the_buffer_it_came_in() {
        let mut buffer = BytesMut::with_capacity(8192);
        buffer.extend_from_slice(b"state and more");
        let slice = buffer.freeze().split_to(5);
        let kept = own(&slice).try_into_mut().expect("nobody else holds it");
        assert_eq!(&kept[..], b"state");
        assert_eq!(kept.capacity(), 5);
    }
}
