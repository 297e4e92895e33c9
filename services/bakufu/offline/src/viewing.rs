//! Answers to the viewers of a match, where the rules are asked in this process.

use std::marker::PhantomData;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_reason::Reason;
use kit_redact::{Schema, Viewer};
use kit_rules::Seat;
use kit_rules_server::{Wire, engine};
use match_orchestrator_core::outgoing::{self, NoAnswer};
use match_orchestrator_core::{Match, Redacted, passed_on};

/// A match, the schema by which it is redacted, and the game that draws and
/// tells it.
#[derive(Clone, Copy)]
pub struct Viewing<'a, W> {
    schema: &'a Schema,
    game_match: &'a Match,
    game: PhantomData<fn() -> W>,
}

impl<'a, W: Wire> Viewing<'a, W> {
    pub fn new(schema: &'a Schema, game_match: &'a Match) -> Self {
        Self { schema, game_match, game: PhantomData }
    }

    /// What GetView says.
    ///
    /// # Errors
    /// If the state can't be redacted.
    pub fn view(&self, viewer: Viewer) -> Result<Redacted<play::GetViewResponse>, Reason> {
        outgoing::viewed(self.schema, self.game_match, viewer).map_err(unreadable)
    }

    /// What ListLegalActions says.
    ///
    /// # Errors
    /// If the rules refuse, or an action can't be redacted.
    pub fn legal_actions(
        &self,
        seat: Seat,
    ) -> Result<Redacted<play::ListLegalActionsResponse>, Reason> {
        let listed = match outgoing::legal_actions_request(self.game_match, seat) {
            Some(request) => engine::list_legal_actions::<W>(&request).map_err(heard)?,
            None => Vec::new(),
        };
        outgoing::legal_actions(self.schema, self.game_match, listed, seat).map_err(unreadable)
    }

    /// What a viewer hears of a change, if anything, without sentences.
    ///
    /// # Errors
    /// If an event can't be redacted.
    pub fn update(
        &self,
        entry: &LogEntry,
        viewer: Viewer,
    ) -> Result<Option<Redacted<play::Update>>, Reason> {
        outgoing::update(self.schema, self.game_match, entry, viewer).map_err(unreadable)
    }

    /// An update with the sentences of its events.
    ///
    /// # Errors
    /// If the game can't read what its viewer gets.
    pub fn narrate(
        &self,
        update: Redacted<play::Update>,
        viewer: Viewer,
    ) -> Result<Redacted<play::Update>, Reason> {
        match outgoing::narrate_request(&update, viewer) {
            Some(request) => {
                outgoing::narrated(update, engine::narrate::<W>(&request)?).map_err(unreadable)
            }
            None => Ok(update),
        }
    }

    /// What WatchMatch says of a change, given the viewer's update of it.
    ///
    /// # Errors
    /// If an event can't be redacted.
    pub fn watched(
        &self,
        entry: &LogEntry,
        viewer: Viewer,
        told: Redacted<play::Update>,
    ) -> Result<Redacted<play::WatchMatchResponse>, Reason> {
        outgoing::watched_update(self.schema, self.game_match, entry, viewer, told)
            .map_err(unreadable)
    }

    /// What SubmitActions says to the seat that acted.
    ///
    /// # Errors
    /// If an event can't be redacted.
    pub fn submitted(
        &self,
        entry: &LogEntry,
        seat: Seat,
    ) -> Result<Redacted<play::SubmitActionsResponse>, Reason> {
        outgoing::submitted(self.schema, self.game_match, entry, seat).map_err(unreadable)
    }

    /// What GetBoard says.
    ///
    /// # Errors
    /// If there is no board yet, or the game can't draw what its viewer gets.
    pub fn board(&self, viewer: Viewer) -> Result<Redacted<play::GetBoardResponse>, Reason> {
        let draw = |viewer| {
            let request = outgoing::render_request(self.schema, self.game_match, viewer);
            let request = request.map_err(|no_answer| match no_answer {
                NoAnswer::Refused(reason) => reason,
                NoAnswer::Unreadable(message) => unreadable(message),
            })?;
            engine::render::<W>(&request)
        };
        let svg = draw(viewer)?;
        let has_secrets = outgoing::has_secrets(self.game_match, viewer);
        let public = has_secrets.then(|| draw(Viewer::Spectator)).transpose()?;
        Ok(outgoing::drawn(self.game_match, viewer, svg, public.as_deref()))
    }
}

/// A refusal of the rules as it arrives over the wire.
fn heard(reason: Reason) -> Reason {
    passed_on(reason).unwrap_or_else(Reason::bug)
}

/// What a server logs, and tells as a bug.
fn unreadable(_: impl std::fmt::Display) -> Reason {
    Reason::bug()
}
