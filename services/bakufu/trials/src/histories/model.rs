//! A match as it must be: what the core, the rules and the draws make of
//! requests, one after the other.

use std::collections::HashMap;
use std::sync::Arc;

use bakufu_offline::GameRules;
use bytes::Bytes;
use kit_conformance::toy::ToyWire;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change as Told;
use kit_proto::bakufu::record::v1 as record;
use kit_redact::{Schema, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_rules_server::engine;
use kit_service::Reason;
use match_orchestrator_core::local::{LocalRules, carry_out};
use match_orchestrator_core::request::{self, CommandRequest};
use match_orchestrator_core::{
    Basis, Caller, Change, Command, Context, Duty, Match, NewMatch, Token, create, duty,
    invitation, outgoing, replay, suggest_request,
};
use match_orchestrator_store::RequestKey;

use super::client_request::{Call, ClientRequest};

/// One match: everything that has happened in it, and what was asked for.
pub(super) struct Model {
    rules: Arc<GameRules<ToyWire>>,
    /// The match after each of its commits; commit `n` is at `n - 1`.
    positions: Vec<Position>,
    bound: HashMap<RequestKey, (u64, Call)>,
    /// Which seat a token is for, and in which commit it was taken.
    tokens: HashMap<String, (u32, u64)>,
    /// The same of sittings that are lost.
    lost_tokens: HashMap<String, (u32, u64)>,
    /// What the match was each time when its store was set back and lost some of it.
    lost: Vec<Vec<Position>>,
    new_timeline: NewTimeline,
    /// Known from the first answer to the creation.
    pub(super) host_token: Option<String>,
    /// Those that the host has been told of.
    pub(super) invitations: Vec<String>,
}

/// Whether a new timeline begins with the next commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NewTimeline {
    No,
    May,
    Must,
}

/// A match after one of its commits.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) game_match: Match,
    /// The log entry of the commit.
    pub(super) entry: LogEntry,
}

impl Model {
    /// A match that was just created, with all seats open. What does not change
    /// is as it is stored.
    pub(super) fn new(
        roster: record::Roster,
        seats: u32,
        rules: Arc<GameRules<ToyWire>>,
    ) -> Option<Self> {
        let created_at = roster.created_at.unwrap_or_default();
        let new = NewMatch {
            match_id: roster.match_id,
            game: roster.game,
            rules_version: roster.rules_version,
            options: roster.options,
            seats: SeatCount::new(seats)?,
            server_seed: roster.server_seed[..].try_into().ok()?,
            token_key: roster.token_key[..].try_into().ok()?,
            listed: roster.listed,
            start_when_full: roster.start_when_full,
            invitation_only: roster.invitation_only,
            steps_max: roster.steps_max,
        };
        let first = Position::after(create(new, created_at));
        Some(Self {
            rules,
            positions: vec![first],
            bound: HashMap::new(),
            tokens: HashMap::new(),
            lost_tokens: HashMap::new(),
            lost: Vec::new(),
            new_timeline: NewTimeline::No,
            host_token: None,
            invitations: Vec::new(),
        })
    }

    pub(super) fn match_id(&self) -> &str {
        self.now().game_match.id()
    }

    pub(super) fn is_listed(&self) -> bool {
        self.now().game_match.is_listed()
    }

    pub(super) fn commits(&self) -> u64 {
        self.positions.len() as u64
    }

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
        self.now().game_match.is_over()
    }

    /// One more commit, made for this request or by the orchestrator itself.
    pub(super) fn push(&mut self, next: Position, wanted: Option<&ClientRequest>) {
        self.positions.push(next);
        self.new_timeline = match self.new_timeline {
            NewTimeline::May if !self.has_just_been_rewound() => NewTimeline::May,
            _ => NewTimeline::No,
        };
        if let Some((key, wanted)) = wanted.and_then(|wanted| Some((wanted.key()?, wanted))) {
            self.bound.insert(key, (self.commits(), wanted.call.clone()));
        }
    }

    /// The store has set the match back to a commit.
    pub(super) fn set_back(&mut self, commit: u64) {
        if commit < self.commits() {
            self.lost.push(self.positions.clone());
            self.positions.truncate(commit as usize);
        }
        self.bound.retain(|_, (bound, _)| *bound <= commit);
        self.lost_tokens.extend(self.tokens.extract_if(|_, (_, at)| *at > commit));
        if !self.is_over() {
            self.new_timeline = NewTimeline::Must;
        }
    }

    /// Somebody may still know a lost match of the same id, and take this one for
    /// what is left of it.
    pub(super) fn may_be_taken_for_another(&mut self) {
        self.new_timeline = NewTimeline::May;
    }

    /// Whether nothing may happen before a new timeline begins.
    pub(super) fn must_be_rewound(&self) -> bool {
        self.new_timeline == NewTimeline::Must
    }

    /// The beginning of a new timeline, if one may begin now.
    pub(super) fn rewind(&self, told: &LogEntry) -> Option<Position> {
        let Some(Told::Rewound(rewound)) = &told.change else { return None };
        let of = |position: &Position| position.game_match.lifecycle().timeline.number;
        let is_new = self.branches().flatten().all(|was| of(was) != rewound.timeline);
        let command = Command::Rewind { timeline: rewound.timeline };
        let next = self.change(self.now(), &command, Caller::Orchestrator(None), Some(told));
        next.ok().filter(|_| is_new && self.new_timeline != NewTimeline::No)
    }

    /// Everything that the match ever was, the present last.
    pub(super) fn branches(&self) -> impl Iterator<Item = &[Position]> {
        self.lost.iter().chain([&self.positions]).map(Vec::as_slice)
    }

    /// The commit that a request id was used for, and by what.
    pub(super) fn bound(&self, wanted: &ClientRequest) -> Option<&(u64, Call)> {
        self.bound.get(&wanted.key()?)
    }

    /// Notes the token of a seat; false if it contradicts what is known.
    pub(super) fn learn_token(&mut self, token: &str, seat: u32, seated_at: u64) -> bool {
        if self.lost_tokens.contains_key(token) {
            return false;
        }
        let known = self.tokens.iter().find(|(_, sitting)| **sitting == (seat, seated_at));
        if known.is_some_and(|(known, _)| known != token) {
            return false;
        }
        *self.tokens.entry(token.to_owned()).or_insert((seat, seated_at)) == (seat, seated_at)
    }

    /// All tokens of seats, also of lost ones, in a steady order.
    pub(super) fn tokens(&self) -> Vec<(&str, u32)> {
        let mut tokens: Vec<_> = self.tokens.iter().chain(&self.lost_tokens).collect();
        tokens.sort_by_key(|(token, sitting)| (**sitting, *token));
        tokens.into_iter().map(|(token, (seat, _))| (token.as_str(), *seat)).collect()
    }

    /// The token of whoever sits on a seat now, if it is known.
    pub(super) fn token_of(&self, seat: Seat) -> Option<&str> {
        let chair = self.now().game_match.lifecycle().chair(seat).ok()?;
        let sitting = (seat.number(), chair.seated_at?.get());
        self.tokens.iter().find(|(_, known)| **known == sitting).map(|(token, _)| token.as_str())
    }

    /// What the host is told of the creation, or of a new invitation.
    pub(super) fn invitation(&self, at: &Position) -> String {
        match &at.entry.change {
            Some(Told::Created(_)) => outgoing::created(&at.game_match).into_message().invitation,
            _ => invitation(&at.game_match, replay::nonce(&at.entry)),
        }
    }

    pub(super) fn viewer(&self, at: &Position, token: &str) -> Result<Viewer, Reason> {
        Token::viewer(read_token(token)?.as_ref(), &at.game_match)
    }

    pub(super) fn acting_seat(&self, at: &Position, token: &str) -> Result<Seat, Reason> {
        Token::acting_seat(read_token(token)?.as_ref(), &at.game_match)
    }

    /// What a request comes to in a position. What can't be worked out, such as
    /// the date, is as it is `told`, if it is.
    pub(super) fn plan(
        &self,
        at: &Position,
        wanted: &ClientRequest,
        told: Option<&LogEntry>,
    ) -> Result<Position, Reason> {
        let token = read_token(&wanted.token);
        match wanted.call.clone() {
            Call::Create(_) => Err(Reason::bug()),
            Call::Sit(sit) => self.carry_out(at, sit, None, told),
            Call::Leave(leave) => self.carry_out(at, leave, token?, told),
            Call::AddBot(bot) => self.carry_out(at, bot, token?, told),
            Call::Remove(remove) => self.carry_out(at, remove, token?, told),
            Call::Renew(renew) => self.carry_out(at, renew, token?, told),
            Call::Start(start) => self.carry_out(at, start, token?, told),
            Call::Submit(submit) => self.carry_out(at, submit, token?, told),
            Call::Resign(resign) => self.carry_out(at, resign, token?, told),
            Call::Abort(abort) => {
                let read = request::read(abort, None)?;
                self.change(at, &read.command, Caller::Operator, told)
            }
        }
    }

    /// What the orchestrator does by itself in a position, if anything.
    pub(super) fn duty(&self, at: &Position, told: Option<&LogEntry>) -> Option<Position> {
        let (command, seat) = match duty(&at.game_match)? {
            Duty::Start => (Command::Start, None),
            Duty::Play(seat) => {
                let request = suggest_request(&at.game_match, self.schema(), seat).ok()?;
                let actions = vec![engine::suggest::<ToyWire>(&request).ok()?];
                (Command::Act { actions, basis: Basis::Anything }, Some(seat))
            }
        };
        self.change(at, &command, Caller::Orchestrator(seat), told).ok()
    }

    /// The match as everyone may see it.
    pub(super) fn game_match(&self, at: &Position) -> play::Match {
        outgoing::shown(&at.game_match).into_message().game_match.unwrap_or_default()
    }

    pub(super) fn view(&self, at: &Position, viewer: Viewer) -> play::View {
        let viewed = outgoing::viewed(self.schema(), &at.game_match, viewer);
        let viewed = viewed.expect("the rules' own state can be redacted");
        viewed.into_message().view.unwrap_or_default()
    }

    /// What a viewer hears of a commit, while the match is at `now`; nothing
    /// of somebody else's secret.
    pub(super) fn update(
        &self,
        entry: &LogEntry,
        now: &Position,
        viewer: Viewer,
    ) -> Option<play::Update> {
        let update = outgoing::update(self.schema(), &now.game_match, entry, viewer);
        let update = update.expect("the rules' own event can be redacted")?;
        Some(update.into_message())
    }

    /// The complete record of a match that is over.
    pub(super) fn export(&self, at: &Position) -> Result<play::MatchExport, Reason> {
        let log = self.positions().iter().map(|position| position.entry.clone()).collect();
        let exported = outgoing::exported(&at.game_match, log)?.into_message();
        Ok(exported.export.unwrap_or_default())
    }

    /// What a seat may do, encoded.
    pub(super) fn legal_actions(&self, at: &Position, seat: Seat) -> Vec<Bytes> {
        let Some(request) = outgoing::legal_actions_request(&at.game_match, seat) else {
            return Vec::new();
        };
        let actions = engine::list_legal_actions::<ToyWire>(&request);
        let actions = actions.expect("the rules' own state can be read");
        actions.into_iter().map(|legal| legal.action).collect()
    }

    fn has_just_been_rewound(&self) -> bool {
        matches!(self.now().entry.change, Some(Told::Rewound(_)))
    }

    fn carry_out<R: CommandRequest>(
        &self,
        at: &Position,
        wanted: R,
        token: Option<Token>,
        told: Option<&LogEntry>,
    ) -> Result<Position, Reason> {
        let read = request::read(wanted, token.as_ref())?;
        self.change(at, &read.command, Caller::Client(token.as_ref()), told)
    }

    fn change(
        &self,
        at: &Position,
        command: &Command,
        caller: Caller<'_>,
        told: Option<&LogEntry>,
    ) -> Result<Position, Reason> {
        let now = replay::committed_at(told.unwrap_or(&at.entry));
        let nonce = told.and_then(replay::nonce);
        let context = Context { nonce, ..Context::new(caller, now) };
        Ok(Position::after(carry_out(&*self.rules, &at.game_match, command, &context)?))
    }

    fn schema(&self) -> &Schema {
        self.rules.schema()
    }
}

impl Position {
    fn after(change: Change) -> Self {
        Self { game_match: change.after, entry: change.entry }
    }

    pub(super) fn revision(&self, viewer: Viewer) -> u64 {
        self.game_match.lifecycle().revision(viewer.seat()).get()
    }
}

fn read_token(token: &str) -> Result<Option<Token>, Reason> {
    (!token.is_empty()).then(|| Token::read(&format!("Bearer {token}"))).transpose()
}
