//! Templates: real matches, played to their end in this process, commit by commit.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bakufu_games::{Visitor, visit_shipped};
use bakufu_offline::GameRules;
use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_proto::bakufu::record::v1::Roster;
use kit_reason::Reason;
use kit_rules::{Rules, Seat, SeatCount};
use kit_rules_server::{Wire, engine};
use match_orchestrator_core::local::{LocalRules, carry_out};
use match_orchestrator_core::{
    Basis, Caller, Change, Command, Context, Lifetimes, Match, NewMatch, create, lifecycle,
    suggest_request,
};
use match_orchestrator_server::filing_of_change;
use match_orchestrator_store::{Filing, Identity};
use prost::Message;
use prost_types::Timestamp;

/// So many matches of a game are played with each number of seats.
const MATCHES_PER_TABLE: u8 = 3;
/// A match that takes longer is left where it is then.
const STEPS_MAX: usize = 2_000;
/// How long ago a match was created, and how long people think.
const AGE: Duration = Duration::from_secs(36 * 60 * 60);
const THOUGHT: i64 = 60;

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nobody sits yet.
    Created,
    /// Everybody sits.
    Seated,
    /// Two moves are made.
    Early,
    Middle,
    /// Nine tenths are played.
    Late,
    Over,
}

impl Phase {
    pub(super) const ALL: [Self; 6] =
        [Self::Created, Self::Seated, Self::Early, Self::Middle, Self::Late, Self::Over];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Seated => "seated",
            Self::Early => "early",
            Self::Middle => "middle",
            Self::Late => "late",
            Self::Over => "over",
        }
    }
}

/// A match with all of its commits.
pub(super) struct Template {
    pub(super) game: &'static str,
    pub(super) seats: usize,
    pub(super) steps: Vec<Step>,
}

/// One commit, as a store is told of it.
pub(super) struct Step {
    pub(super) roster: Option<Roster>,
    pub(super) position: Bytes,
    pub(super) entry: Bytes,
    pub(super) identity: Identity,
    pub(super) filing: Filing,
    /// Who acted, if somebody did.
    pub(super) actor: Option<Seat>,
}

impl Template {
    /// How many commits a match of this phase has.
    pub(super) fn commits(&self, phase: Phase) -> usize {
        // The creation, the seats, and the start.
        let started = self.seats + 2;
        let moves = self.steps.len().saturating_sub(started);
        match phase {
            Phase::Created => 1,
            Phase::Seated => started - 1,
            Phase::Early => started + moves.min(2),
            Phase::Middle => started + moves / 2,
            Phase::Late => started + moves * 9 / 10,
            Phase::Over => self.steps.len(),
        }
    }
}

/// Plays matches of one game, or of all that ship.
pub(super) fn play(game: Option<&str>) -> Result<Vec<Template>, Reason> {
    let mut player = Player { game, played: Ok(Vec::new()) };
    visit_shipped(&mut player);
    player.played
}

struct Player<'a> {
    game: Option<&'a str>,
    played: Result<Vec<Template>, Reason>,
}

impl Visitor for Player<'_> {
    fn visit<W: Wire>(&mut self) {
        let facts = W::Game::FACTS;
        if self.game.is_some_and(|game| game != facts.id) {
            return;
        }
        let rules = GameRules::<W>::new();
        let tables = (facts.seats_min..=facts.seats_max).filter_map(SeatCount::new);
        for (seats, number) in
            tables.flat_map(|seats| (0..MATCHES_PER_TABLE).map(move |n| (seats, n)))
        {
            let Ok(played) = &mut self.played else { return };
            match play_one(&rules, seats, number) {
                Ok(steps) => played.push(Template { game: facts.id, seats: seats.get(), steps }),
                Err(reason) => self.played = Err(reason),
            }
        }
    }
}

/// Plays a match among people who choose as the game's bot does.
fn play_one<W: Wire>(
    rules: &GameRules<W>,
    seats: SeatCount,
    number: u8,
) -> Result<Vec<Step>, Reason> {
    let now = Timestamp::from(SystemTime::now() - AGE);
    let new = NewMatch {
        match_id: String::new(),
        game: rules.game().to_owned(),
        rules_version: rules.rules_version().to_owned(),
        options: Bytes::new(),
        seats,
        server_seed: [number; 32],
        token_key: [number; 32],
        listed: false,
        start_when_full: false,
        invitation_only: false,
        steps_max: 0,
    };
    let mut recorder = Recorder { now, rules, steps: Vec::new() };
    let mut current = recorder.note(None, create(new, now));
    for seat in seats.seats() {
        let (name, seed) = (format!("Player {}", seat.number()), Bytes::new());
        current = recorder.change(
            &current,
            &Command::Sit { seat: Some(seat), name, seed, invitation: String::new() },
            None,
        )?;
    }
    current = recorder.change(&current, &Command::Start, None)?;
    while let lifecycle::Phase::Playing(awaited) = current.phase()
        && let Some(seat) = awaited.iter().next()
        && recorder.steps.len() < STEPS_MAX
    {
        let request = suggest_request(&current, rules.schema(), seat).map_err(|_| Reason::bug())?;
        let actions = vec![engine::suggest::<W>(&request)?];
        let command = Command::Act { actions, basis: Basis::Anything };
        current = recorder.change(&current, &command, Some(seat))?;
    }
    Ok(recorder.steps)
}

/// Writes down what happens in a match.
struct Recorder<'a, W> {
    now: Timestamp,
    rules: &'a GameRules<W>,
    steps: Vec<Step>,
}

impl<W: Wire> Recorder<'_, W> {
    fn change(
        &mut self,
        before: &Match,
        command: &Command,
        seat: Option<Seat>,
    ) -> Result<Match, Reason> {
        self.now.seconds += THOUGHT;
        let mut nonce = [0; 16];
        nonce[..8].copy_from_slice(&before.commit().get().to_be_bytes());
        let context = Context::new(Caller::Orchestrator(seat), self.now).with_nonce(nonce);
        let change = carry_out(self.rules, before, command, &context)?;
        Ok(self.note(Some(before), change))
    }

    fn note(&mut self, before: Option<&Match>, change: Change) -> Match {
        let after = &change.after;
        let roster = change
            .roster_changed
            .then(|| Roster::decode(after.roster_bytes()).expect("a roster reads what it wrote"));
        self.steps.push(Step {
            roster,
            position: after.position_bytes(),
            entry: change.entry.encode_to_vec().into(),
            identity: after.identity().get(),
            filing: filing_of_change(before, &change, &Lifetimes::default()),
            actor: actor(&change.entry),
        });
        change.after
    }
}

fn actor(entry: &LogEntry) -> Option<Seat> {
    match entry.change.as_ref()? {
        Told::Acted(acted) => Seat::new(acted.seat),
        _ => None,
    }
}

/// Templates are shared by all that fill and measure.
pub(super) type Templates = Arc<[Template]>;
