//! A match as it must be: pure lifecycle, pure rules, pure draws.

mod door;
mod plan;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use kit_conformance::toy::ToyWire;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, log_entry};
use kit_proto::bakufu::record::v1 as record;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Roots, Schema, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_rules_server::engine;
use kit_service::Reason;
use match_orchestrator_draws::MatchKey;
use match_orchestrator_lifecycle::{Phase, Table};
use match_orchestrator_store::RequestKey;
use sha2::{Digest, Sha256};

use super::letter::{Call, Letter};

pub(super) use door::seat_of;

/// One match: everything that has happened in it, and what was asked for.
pub(super) struct Model {
    /// What does not change, as it was stored at the creation.
    pub(super) roster: record::Roster,
    schema: Arc<Schema>,
    /// The match after each of its commits; commit `n` is at `n - 1`.
    positions: Vec<Position>,
    bound: HashMap<RequestKey, (u64, Call)>,
    /// Which seat a token is for, and in which commit it was taken.
    tokens: HashMap<String, (u32, u64)>,
    /// Known from the first answer to the creation.
    pub(super) host_token: Option<String>,
}

/// A match after one of its commits.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) table: Table,
    pub(super) seeds: Vec<Bytes>,
    key: Option<MatchKey>,
    pub(super) state: Bytes,
    outcome: Option<rules::Outcome>,
    abort_reason: Option<String>,
    /// The log entry of the commit.
    pub(super) entry: LogEntry,
}

/// The schema by which the toy game is redacted.
pub(super) fn toy_schema() -> Arc<Schema> {
    let description = engine::describe::<ToyWire>();
    let game = description.game.unwrap_or_default();
    let roots = Roots {
        options: &game.options_message,
        state: &game.state_message,
        action: &game.action_message,
        event: &game.event_message,
    };
    let schema = Schema::compile(&description.descriptor_set, &roots);
    Arc::new(schema.expect("the toy game's schema is sound"))
}

impl Model {
    /// A match that was just created, with all seats open.
    pub(super) fn new(roster: record::Roster, seats: u32, schema: Arc<Schema>) -> Self {
        let count = SeatCount::new(seats).expect("only matches with seats are created");
        let mut first = Position {
            table: Table::new(count),
            seeds: vec![Bytes::new(); count.get()],
            key: None,
            state: Bytes::new(),
            outcome: None,
            abort_reason: None,
            entry: LogEntry::default(),
        };
        first.write(log_entry::Change::Created(play::Created { seats }));
        Self {
            roster,
            schema,
            positions: vec![first],
            bound: HashMap::new(),
            tokens: HashMap::new(),
            host_token: None,
        }
    }

    pub(super) fn match_id(&self) -> &str {
        &self.roster.match_id
    }

    /// How many commits there are.
    pub(super) fn commits(&self) -> u64 {
        self.positions.len() as u64
    }

    /// The match as it is now.
    pub(super) fn now(&self) -> &Position {
        self.positions.last().expect("a match has its creation")
    }

    /// The match after a commit.
    pub(super) fn at(&self, commit: u64) -> &Position {
        &self.positions[commit as usize - 1]
    }

    /// All commits, in order.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    pub(super) fn is_over(&self) -> bool {
        self.now().table.phase == Phase::Over
    }

    /// Takes the moment at which the creation was stored.
    pub(super) fn date_creation(&mut self, entry: &LogEntry) {
        self.positions[0].entry.committed_at = entry.committed_at;
    }

    /// One more commit, made for this letter or by the orchestrator itself.
    pub(super) fn push(&mut self, mut next: Position, stored: &LogEntry, letter: Option<&Letter>) {
        next.entry.committed_at = stored.committed_at;
        self.positions.push(next);
        if let Some((key, letter)) = letter.and_then(|letter| Some((letter.key()?, letter))) {
            self.bound.insert(key, (self.commits(), letter.call.clone()));
        }
    }

    /// The commit that a request id was used for, and by what.
    pub(super) fn bound(&self, letter: &Letter) -> Option<&(u64, Call)> {
        self.bound.get(&letter.key()?)
    }

    /// Notes the token of a seat; false if it contradicts what is known.
    pub(super) fn learn_token(&mut self, token: &str, seat: u32, seated_at: u64) -> bool {
        let known = self.tokens.iter().find(|(_, sitting)| **sitting == (seat, seated_at));
        if known.is_some_and(|(known, _)| known != token) {
            return false;
        }
        *self.tokens.entry(token.to_owned()).or_insert((seat, seated_at)) == (seat, seated_at)
    }

    /// All tokens of seats, in a steady order.
    pub(super) fn tokens(&self) -> Vec<(&str, u32)> {
        let mut tokens: Vec<_> = self.tokens.iter().collect();
        tokens.sort_by_key(|(_, sitting)| **sitting);
        tokens.into_iter().map(|(token, (seat, _))| (token.as_str(), *seat)).collect()
    }

    /// The token of whoever sits on a seat now, if it is known.
    pub(super) fn token_of(&self, seat: Seat) -> Option<&str> {
        let seated_at = self.now().table.chair(seat).ok()?.seated_at;
        let sitting = (seat.number(), seated_at);
        self.tokens.iter().find(|(_, known)| **known == sitting).map(|(token, _)| token.as_str())
    }

    /// Who reads with this token.
    pub(super) fn viewer(&self, at: &Position, token: &str) -> Result<Viewer, Reason> {
        if token.is_empty() {
            return Ok(Viewer::Spectator);
        }
        Ok(self.check_token(at, token)?.map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// The seat that a token is for; none for the host.
    fn check_token(&self, at: &Position, token: &str) -> Result<Option<Seat>, Reason> {
        let mut parts = token.split('_').skip(1);
        let (match_id, seat) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
        if match_id != self.match_id() {
            return Err(Reason::NotYourSeat);
        }
        let number: u32 = seat.parse().map_err(|_| unreadable())?;
        let Some(seat) = Seat::new(number) else {
            let is_host = self.host_token.as_deref() == Some(token);
            return if is_host { Ok(None) } else { Err(unreadable()) };
        };
        let seated_at = at.table.chair(seat).map_err(|_| unreadable())?.seated_at;
        let is_right = self.tokens.get(token) == Some(&(number, seated_at));
        if is_right { Ok(Some(seat)) } else { Err(unreadable()) }
    }
}

impl Position {
    pub(super) fn seats_to_act(&self) -> Vec<u32> {
        self.table.awaited().iter().map(Seat::number).collect()
    }

    /// Writes the log entry of a change that everyone notices.
    fn write(&mut self, change: log_entry::Change) {
        self.entry = LogEntry {
            commit: self.table.commit,
            committed_at: None,
            change: Some(change),
            events: Vec::new(),
            draws: Vec::new(),
            state_sha256: match self.state.is_empty() {
                true => Bytes::new(),
                false => Bytes::copy_from_slice(&Sha256::digest(&self.state)),
            },
            seats_to_act: self.seats_to_act(),
            outcome: self.outcome.clone(),
            secret_to: 0,
            revisions: self.table.revisions.clone(),
        };
    }
}

fn unreadable() -> Reason {
    Reason::NotAuthenticated { message: "the token is not valid for this match".to_owned() }
}
