//! A match on a desk: all that the orchestrator does with one, without store,
//! network or clock.
//!
//! Whoever wants to know what leaves the orchestrator takes it from here. Every
//! line between the rules and the bytes of a viewer is the one that serves real
//! matches; only who computes the steps is up to the caller.

mod outside;

use std::sync::Arc;
use std::time::SystemTime;

use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::record::v1 as pb;
use kit_proto::bakufu::rules::v1 as rules;
use kit_redact::{Redacted, Schema, Unreadable, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_service::Reason;
use match_orchestrator_draws::{Entropy, MatchKey};
use match_orchestrator_lifecycle::Holder;

use crate::api::{check_submission, may_export, may_replay};
use crate::check::{Expectation, check_step};
pub use crate::door::Redactor;
use crate::games::{apply_request, passed_on, setup_request};
use crate::matches::Change;
use crate::play::{acted, freeze, refused, started};
use crate::record::Record;
use crate::{door, seating};

/// Changes on a desk happen at no particular time.
const NOW: SystemTime = SystemTime::UNIX_EPOCH;
/// Tokens play no part on a desk.
const TOKEN_KEY: Bytes = Bytes::from_static(&[0; 32]);

/// What the rules list.
type Listed = Result<Vec<rules::LegalAction>, Reason>;

/// One game as a desk knows it.
#[derive(Clone)]
pub struct Rulebook {
    facts: Arc<rules::Game>,
    schema: Arc<Schema>,
    redactor: Arc<dyn Redactor + Send + Sync>,
}

/// A match of which every player is here.
#[derive(Clone)]
pub struct Desk {
    rulebook: Rulebook,
    record: Record,
}

impl Rulebook {
    /// A game as it describes itself, with its compiled schema.
    pub fn new(facts: rules::Game, schema: Arc<Schema>) -> Self {
        let redactor = Arc::new(BySchema { game: facts.id.clone(), schema: Arc::clone(&schema) });
        Self { facts: Arc::new(facts), schema, redactor }
    }

    /// The same game, with somebody else deciding on what viewers see.
    #[must_use]
    pub fn redacted_by(&self, redactor: Arc<dyn Redactor + Send + Sync>) -> Self {
        Self { redactor, ..self.clone() }
    }

    /// What decides on what viewers see.
    pub fn redactor(&self) -> &Arc<dyn Redactor + Send + Sync> {
        &self.redactor
    }
}

impl Desk {
    /// Creates a match, seats a player on every seat and starts it. `setup` is
    /// what the rules do.
    ///
    /// # Errors
    /// If the rules refuse, or what they answer is not to be believed.
    pub fn start(
        rulebook: &Rulebook,
        options: Bytes,
        seats: SeatCount,
        server_seed: [u8; 32],
        setup: impl FnOnce(rules::SetupRequest) -> Result<rules::Step, Reason>,
    ) -> Result<(Self, LogEntry), Reason> {
        let (desk, mut log) = Self::start_with_log(rulebook, options, seats, server_seed, setup)?;
        Ok((desk, log.pop().expect("the start is the last entry")))
    }

    /// The same, with the log from the first commit on.
    ///
    /// # Errors
    /// As [`Desk::start`].
    pub fn start_with_log(
        rulebook: &Rulebook,
        options: Bytes,
        seats: SeatCount,
        server_seed: [u8; 32],
        setup: impl FnOnce(rules::SetupRequest) -> Result<rules::Step, Reason>,
    ) -> Result<(Self, Vec<LogEntry>), Reason> {
        let (record, mut log) = seated(rulebook, options, seats, server_seed)?;
        let frozen = Self { rulebook: rulebook.clone(), record: freeze(&record)? };
        let (desk, start) = frozen.set_up(setup)?;
        log.push(start);
        Ok((desk, log))
    }

    /// The same match from its start, if the seed were otherwise. Nobody can
    /// tell before the end that it is not the one that was committed to.
    ///
    /// # Errors
    /// As [`Desk::start`].
    pub fn start_otherwise(
        &self,
        server_seed: [u8; 32],
        setup: impl FnOnce(rules::SetupRequest) -> Result<rules::Step, Reason>,
    ) -> Result<(Self, LogEntry), Reason> {
        let (roster, seats) = (&self.record.roster, self.record.table.seat_count());
        let committed = self.record.server_seed();
        let (record, _) = seated(&self.rulebook, roster.options.clone(), seats, committed)?;
        let mut desk = Self { rulebook: self.rulebook.clone(), record: freeze(&record)? };
        desk.reseed(server_seed);
        desk.set_up(setup)
    }

    /// A seat submits actions. `apply` is what the rules do.
    ///
    /// # Errors
    /// As the seat would hear it.
    pub fn act(
        &mut self,
        seat: Seat,
        actions: &[Bytes],
        expected_revision: Option<u64>,
        apply: impl FnOnce(rules::ApplyRequest) -> Result<rules::Step, Reason>,
    ) -> Result<LogEntry, Reason> {
        let record = &self.record;
        check_submission(
            &play::SubmitActionsRequest {
                actions: actions.to_vec(),
                expected_revision,
                ..Default::default()
            },
            "",
        )?;
        record.table.may_act(seat, expected_revision).map_err(refused)?;
        let entropy = record.next_entropy();
        let step = apply(apply_request(record, seat, actions, &entropy)).map_err(heard)?;
        let schema = &self.rulebook.schema;
        let step = believe(step, &Expectation::of_act(schema, record, seat, &entropy))?;
        let change = acted(record, seat, actions, step)?;
        Ok(self.commit(change))
    }

    /// The same match if what is hidden were otherwise: the state, and the seed
    /// from which all later draws follow.
    #[must_use]
    pub fn imagine(&self, state: Bytes, server_seed: [u8; 32]) -> Self {
        let mut desk = self.clone();
        desk.record.state = state;
        desk.reseed(server_seed);
        desk
    }

    /// Lets all later draws follow from another seed.
    pub fn reseed(&mut self, server_seed: [u8; 32]) {
        let seeds = self.record.seeds.iter().map(|seed| &seed[..]);
        self.record.key = Some(MatchKey::derive(&server_seed, seeds, self.record.match_id()));
    }

    /// What the next commit draws its numbers from.
    pub fn next_entropy(&self) -> Entropy {
        self.record.next_entropy()
    }

    /// The complete state.
    pub fn state(&self) -> &Bytes {
        &self.record.state
    }

    /// How many commits there were. No viewer may learn it before the end.
    pub fn commits(&self) -> u64 {
        self.record.table.commit
    }

    /// What GetMatch says to everyone.
    pub fn game_match(&self) -> play::Match {
        self.record.to_match()
    }

    /// What a viewer may see.
    ///
    /// # Errors
    /// If the state can't be redacted.
    pub fn view(&self, viewer: Viewer) -> Result<play::View, Reason> {
        door::view(&*self.rulebook.redactor, &self.record, viewer)
    }

    /// What GetView says to a viewer.
    ///
    /// # Errors
    /// If the state can't be redacted.
    pub fn viewed(&self, viewer: Viewer) -> Result<play::GetViewResponse, Reason> {
        door::viewed(&*self.rulebook.redactor, &self.record, viewer)
    }

    /// What GetBoard says to a viewer. `draw` is what the rules do with what a
    /// viewer may see.
    ///
    /// # Errors
    /// If the state can't be redacted or the rules don't draw it.
    pub fn board(
        &self,
        viewer: Viewer,
        draw: impl Fn(Bytes, Viewer) -> Result<String, Reason>,
    ) -> Result<play::GetBoardResponse, Reason> {
        let draw = |viewer| draw(self.view(viewer)?.state, viewer);
        let svg = draw(viewer)?;
        let is_padded = door::has_secrets(&self.record, viewer);
        let public = is_padded.then(|| draw(Viewer::Spectator)).transpose()?;
        Ok(door::drawn(&self.record, viewer, svg, public.as_deref()))
    }

    /// What a viewer hears of a change, if anything, without sentences.
    ///
    /// # Errors
    /// If an event can't be redacted.
    pub fn update(&self, entry: &LogEntry, viewer: Viewer) -> Result<Option<play::Update>, Reason> {
        door::update(&*self.rulebook.redactor, &self.record, entry, viewer)
    }

    /// What WatchMatch says to a viewer about a change, if anything. `narrate`
    /// is what the rules make of events.
    ///
    /// # Errors
    /// If an event can't be redacted or the rules don't tell it.
    pub fn watched(
        &self,
        entry: &LogEntry,
        viewer: Viewer,
        narrate: impl FnOnce(Vec<Bytes>) -> Result<Vec<String>, Reason>,
    ) -> Result<Option<play::WatchMatchResponse>, Reason> {
        let (redactor, record) = (&*self.rulebook.redactor, &self.record);
        let Some(mut heard) = self.update(entry, viewer)? else { return Ok(None) };
        let events = heard.events.iter().map(|event| event.payload.clone()).collect();
        heard.sentences = narrate(events)?;
        door::watched_update(redactor, record, entry, viewer, heard).map(Some)
    }

    /// What SubmitActions says to the seat that acted.
    ///
    /// # Errors
    /// If an event can't be redacted.
    pub fn submitted(
        &self,
        entry: &LogEntry,
        seat: Seat,
    ) -> Result<play::SubmitActionsResponse, Reason> {
        door::submitted(&*self.rulebook.redactor, &self.record, entry, seat)
    }

    /// What ListLegalActions says to a seat. `list` is what the rules do.
    ///
    /// # Errors
    /// If the rules refuse or an action can't be redacted.
    pub fn legal_actions(
        &self,
        seat: Seat,
        list: impl FnOnce(&rules::ListLegalActionsRequest) -> Listed,
    ) -> Result<play::ListLegalActionsResponse, Reason> {
        let actions = match self.record.awaits(seat) {
            true => {
                let state = self.record.state.clone();
                let request = rules::ListLegalActionsRequest { state, seat: seat.number() };
                list(&request).map_err(heard)?
            }
            false => Vec::new(),
        };
        door::listed(&*self.rulebook.redactor, &self.record, actions, seat)
    }

    /// Whether ExportMatch tells anything yet.
    ///
    /// # Errors
    /// As long as the match is not over.
    pub fn may_export(&self) -> Result<(), Reason> {
        may_export(&self.record)
    }

    /// Whether GetReplay tells anything yet.
    ///
    /// # Errors
    /// As long as the match is not over.
    pub fn may_replay(&self) -> Result<(), Reason> {
        may_replay(&self.record)
    }

    /// Lets the game be set up in a match whose seeds are frozen.
    fn set_up(
        mut self,
        setup: impl FnOnce(rules::SetupRequest) -> Result<rules::Step, Reason>,
    ) -> Result<(Self, LogEntry), Reason> {
        let frozen = &self.record;
        let (seats, entropy) = (frozen.table.seat_count(), frozen.next_entropy());
        let step = setup(setup_request(frozen.roster.options.clone(), seats, &entropy));
        let expectation = Expectation::of_setup(&self.rulebook.schema, seats, &entropy);
        let step = believe(step.map_err(heard)?, &expectation)?;
        let change = started(frozen.clone(), step)?;
        let entry = self.commit(change);
        Ok((self, entry))
    }

    fn commit(&mut self, change: Change) -> LogEntry {
        let (next, entry) = change.into_entry(NOW);
        self.record = next;
        entry
    }
}

/// The schema of a game, which redacts for real.
struct BySchema {
    game: String,
    schema: Arc<Schema>,
}

impl Redactor for BySchema {
    fn game(&self) -> &str {
        &self.game
    }

    fn state(&self, bytes: &[u8], viewer: Viewer) -> Result<Bytes, Unreadable> {
        self.schema.redact_state(bytes, viewer).map(Redacted::into_bytes)
    }

    fn event(&self, bytes: &[u8], viewer: Viewer) -> Result<Option<Bytes>, Unreadable> {
        Ok(self.schema.redact_event(bytes, viewer)?.map(Redacted::into_bytes))
    }

    fn own_action(&self, bytes: &[u8], seat: Seat) -> Result<Bytes, Unreadable> {
        self.schema.redact_action(bytes, Viewer::Seat(seat), seat).map(Redacted::into_bytes)
    }
}

/// A match with a player on every seat, and the log of how they sat down.
fn seated(
    rulebook: &Rulebook,
    options: Bytes,
    seats: SeatCount,
    server_seed: [u8; 32],
) -> Result<(Record, Vec<LogEntry>), Reason> {
    let (mut record, first) = created(rulebook, options, seats, server_seed);
    let mut log = vec![first];
    for seat in seats.seats() {
        let name = format!("Player {}", seat.number());
        let sat = seating::sit(&record, Some(seat), Holder::Player, &name, &Bytes::new())?;
        let (next, entry) = sat.into_entry(NOW);
        record = next;
        log.push(entry);
    }
    Ok((record, log))
}

fn created(
    rulebook: &Rulebook,
    options: Bytes,
    seats: SeatCount,
    server_seed: [u8; 32],
) -> (Record, LogEntry) {
    let facts = &rulebook.facts;
    let roster = pb::Roster {
        match_id: format!("desk-{}", facts.id),
        game: facts.id.clone(),
        rules_version: facts.rules_version.clone(),
        options,
        server_seed: Bytes::copy_from_slice(&server_seed),
        token_key: TOKEN_KEY,
        created_at: Some(NOW.into()),
        ..Default::default()
    };
    seating::create(Record::created(Arc::new(roster), seats)).into_entry(NOW)
}

/// A refusal of the rules as it arrives over the wire.
fn heard(reason: Reason) -> Reason {
    passed_on(&reason.status()).unwrap_or_else(Reason::bug)
}

fn believe(step: rules::Step, expectation: &Expectation<'_>) -> Result<rules::Step, Reason> {
    check_step(Some(step), expectation).map_err(|_| Reason::bug())
}
