//! A match in memory, and the bytes it is stored as.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::record::v1 as pb;
use kit_proto::bakufu::rules::v1 as rules;
use kit_rules::{Seat, SeatCount, SeatSet};
use match_orchestrator_draws::{Entropy, MatchKey, commitment};
use match_orchestrator_lifecycle::{Chair, Holder, Phase, Table};
use match_orchestrator_store::Stored;
use prost::Message;

/// How long a server seed is.
const SERVER_SEED_BYTES: usize = 32;

/// A match as it is after one of its commits.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// What changes rarely; its chairs are those of `table` and `seeds`.
    pub(crate) roster: Arc<pb::Roster>,
    /// Seats, phase and revisions.
    pub(crate) table: Table,
    /// The seeds that the seats added.
    pub(crate) seeds: Arc<Vec<Bytes>>,
    /// The key of all draws, once the seeds are frozen.
    pub(crate) key: Option<MatchKey>,
    /// The encoded state; empty before the start.
    pub(crate) state: Bytes,
    /// The result, once the match is over.
    pub(crate) outcome: Option<rules::Outcome>,
}

/// Stored bytes that are no match.
#[derive(Debug, thiserror::Error)]
#[error("a stored match can't be read: {0}")]
pub(crate) struct Unreadable(&'static str);

impl Record {
    /// A match as it is created, all its seats open.
    pub(crate) fn created(roster: Arc<pb::Roster>, seats: SeatCount) -> Self {
        Self {
            roster,
            table: Table::new(seats),
            seeds: Arc::new(vec![Bytes::new(); seats.get()]),
            key: None,
            state: Bytes::new(),
            outcome: None,
        }
    }

    /// Reads a stored match.
    pub(crate) fn decode(stored: &Stored) -> Result<Self, Unreadable> {
        let mut roster = pb::Roster::decode(stored.roster.clone())
            .map_err(|_| Unreadable("the roster does not parse"))?;
        let position = pb::Position::decode(stored.position.clone())
            .map_err(|_| Unreadable("the position does not parse"))?;
        if position.commit != stored.commit {
            return Err(Unreadable("the position belongs to another commit"));
        }
        let (chairs, seeds): (Vec<_>, Vec<_>) =
            std::mem::take(&mut roster.chairs).into_iter().map(read_chair).unzip();
        let seats = SeatCount::new(chairs.len() as u32).ok_or(Unreadable("no such table"))?;
        if position.revisions.len() != chairs.len() + 1 {
            return Err(Unreadable("roster and position have different seats"));
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
        let table = Table {
            chairs: Arc::new(chairs),
            phase,
            aborted: roster.abort_reason.is_some(),
            commit: position.commit,
            revisions: position.revisions,
        };
        let mut record = Self {
            roster: Arc::new(roster),
            table,
            seeds: Arc::new(seeds),
            key: None,
            state: position.state,
            outcome: position.outcome,
        };
        if position.started {
            record.freeze_seeds();
        }
        Ok(record)
    }

    /// Derives the key of all draws from the seeds as they are now.
    pub(crate) fn freeze_seeds(&mut self) {
        let seeds = self.seeds.iter().map(|seed| &seed[..]);
        self.key = Some(MatchKey::derive(&self.server_seed(), seeds, self.match_id()));
    }

    /// The bytes that change with every commit.
    pub(crate) fn position_bytes(&self) -> Bytes {
        let position = pb::Position {
            commit: self.table.commit,
            state: self.state.clone(),
            seats_to_act: self.seats_to_act(),
            outcome: self.outcome.clone(),
            revisions: self.table.revisions.clone(),
            started: self.table.phase != Phase::Seating,
        };
        position.encode_to_vec().into()
    }

    /// The bytes that change rarely.
    pub(crate) fn roster_bytes(&self) -> Bytes {
        let mut roster = pb::Roster::clone(&self.roster);
        roster.chairs = self.table.chairs.iter().zip(&*self.seeds).map(write_chair).collect();
        roster.encode_to_vec().into()
    }

    pub(crate) fn match_id(&self) -> &str {
        &self.roster.match_id
    }

    pub(crate) fn seats_to_act(&self) -> Vec<u32> {
        self.table.awaited().iter().map(Seat::number).collect()
    }

    /// The key of all draws of a match that has started.
    pub(crate) fn match_key(&self) -> &MatchKey {
        self.key.as_ref().expect("the seeds of a match that has started are frozen")
    }

    /// The entropy of the next commit of a match that has started.
    pub(crate) fn next_entropy(&self) -> Entropy {
        self.match_key().entropy(self.table.commit + 1)
    }

    /// Whether the seat is to act, and nobody else for it.
    pub(crate) fn awaits(&self, seat: Seat) -> bool {
        self.table.may_act(seat, None).is_ok() && !self.table.is_driven(seat)
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
        }
    }

    pub(crate) fn status(&self) -> play::MatchStatus {
        match self.table.phase {
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
        let chair = &self.table.chairs[seat.index()];
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
        self.table.seat_count().seats().map(|seat| self.seat(seat)).collect()
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
    let resigned_at = (chair.resigned_at > 0).then_some(chair.resigned_at);
    (Chair { holder, name: chair.name, seated_at: chair.seated_at, resigned_at }, chair.seed)
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
        seated_at: chair.seated_at,
        resigned_at: chair.resigned_at.unwrap_or(0),
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
            Record::decode(&Stored { commit: 4, roster: roster.into(), position: position.into() })
        };
        let good = read(&roster, &position).expect("a match");
        assert_eq!((good.to_match().seats.len(), good.seats_to_act()), (2, vec![2]));
        let faults: [(&str, Spoil); 6] = [
            ("no chair", |roster, position| {
                roster.chairs.clear();
                position.revisions.truncate(1);
            }),
            ("nine chairs", |roster, position| {
                roster.chairs.resize(9, pb::Chair::default());
                position.revisions.resize(10, 4);
            }),
            ("a revision too few", |_, position| position.revisions.truncate(2)),
            ("a short seed", |roster, _| roster.server_seed = Bytes::from_static(&[7; 31])),
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
