//! A match whose players are all here.

use std::sync::Arc;

use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::record::v1::Position;
use kit_reason::Reason;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Wire;
use match_orchestrator_core::local::{LocalRules, carry_out};
use match_orchestrator_core::{
    Basis, Caller, Change, Command, Context, Draws, Match, NewMatch, Nonce, create,
};
use match_orchestrator_draws::{Entropy, MatchKey};
use prost::Message;
use prost_types::Timestamp;

use crate::{GameRules, Viewing};

/// A match that goes on by what the core makes of commands, and nothing else.
#[derive(Debug)]
pub struct OfflineMatch<W> {
    rules: Arc<GameRules<W>>,
    game_match: Match,
    /// Where the draws to come are taken from.
    key: MatchKey,
    /// Whether that is not what the match has promised.
    is_imagined: bool,
}

impl<W> Clone for OfflineMatch<W> {
    fn clone(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            game_match: self.game_match.clone(),
            key: self.key.clone(),
            is_imagined: self.is_imagined,
        }
    }
}

impl<W: Wire> OfflineMatch<W> {
    /// Creates a match, seats a player on every seat and starts it. Comes with
    /// the log so far.
    ///
    /// # Errors
    /// If the rules refuse.
    pub fn start(
        rules: &Arc<GameRules<W>>,
        options: Bytes,
        seats: SeatCount,
        server_seed: [u8; 32],
    ) -> Result<(Self, Vec<LogEntry>), Reason> {
        Self::start_drawing(rules, options, seats, server_seed, server_seed)
    }

    /// The same, with draws that follow from another seed than the promised one.
    /// Nobody can tell before the end.
    ///
    /// # Errors
    /// If the rules refuse.
    pub fn start_drawing(
        rules: &Arc<GameRules<W>>,
        options: Bytes,
        seats: SeatCount,
        promised: [u8; 32],
        drawn: [u8; 32],
    ) -> Result<(Self, Vec<LogEntry>), Reason> {
        let new = NewMatch {
            match_id: format!("offline-{}", rules.game()),
            game: rules.game().to_owned(),
            rules_version: rules.rules_version().to_owned(),
            options,
            seats,
            server_seed: promised,
            token_key: [0; 32],
            listed: false,
            start_when_full: false,
            invitation_only: false,
            steps_max: 0,
        };
        let Change { after, entry, .. } = create(new, Timestamp::default());
        let key = key_of(&drawn, &after);
        let rules = Arc::clone(rules);
        let mut begun = Self { rules, game_match: after, key, is_imagined: promised != drawn };
        let mut log = vec![entry];
        for seat in seats.seats() {
            let (name, seed) = (format!("Player {}", seat.number()), Bytes::new());
            log.push(begun.carry_out(
                &Command::Sit { seat: Some(seat), name, seed, invitation: String::new() },
                None,
            )?);
        }
        log.push(begun.carry_out(&Command::Start, None)?);
        Ok((begun, log))
    }

    /// A seat acts.
    ///
    /// # Errors
    /// As the seat would hear it.
    pub fn act(&mut self, seat: Seat, actions: &[Bytes], basis: Basis) -> Result<LogEntry, Reason> {
        self.carry_out(&Command::Act { actions: actions.to_vec(), basis }, Some(seat))
    }

    /// Carries out a command for a seat, or for the orchestrator itself.
    ///
    /// # Errors
    /// If it is refused.
    pub fn carry_out(&mut self, command: &Command, seat: Option<Seat>) -> Result<LogEntry, Reason> {
        let draws = match self.is_imagined {
            true => Draws::Imagined(&self.key),
            false => Draws::Committed,
        };
        let context = Context::new(Caller::Orchestrator(seat), Timestamp::default());
        let context = Context { draws, ..context.with_nonce(self.nonce()) };
        let change = carry_out(&*self.rules, &self.game_match, command, &context)?;
        self.game_match = change.after;
        Ok(change.entry)
    }

    /// What a server would draw at random: here it only has to differ.
    fn nonce(&self) -> Nonce {
        let mut nonce = Nonce::default();
        nonce[..8].copy_from_slice(&self.game_match.commit().get().to_be_bytes());
        nonce
    }

    /// The same match if what is hidden were otherwise: the state, and the seed
    /// from which all later draws follow.
    ///
    /// # Panics
    /// If what was stored can't be read again.
    #[must_use]
    pub fn imagine(&self, state: Bytes, server_seed: [u8; 32]) -> Self {
        let stored = &self.game_match;
        let mut position =
            Position::decode(stored.position_bytes()).expect("a position reads what it wrote");
        position.state = state;
        let position = position.encode_to_vec().into();
        let game_match = Match::decode(stored.commit(), &stored.roster_bytes(), &position)
            .expect("a match reads what it wrote");
        let mut imagined = Self { game_match, ..self.clone() };
        imagined.reseed(server_seed);
        imagined
    }

    /// Lets all later draws follow from another seed.
    pub fn reseed(&mut self, server_seed: [u8; 32]) {
        self.key = key_of(&server_seed, &self.game_match);
        self.is_imagined = true;
    }

    /// What the next commit draws its numbers from.
    pub fn next_entropy(&self) -> Entropy {
        self.key.entropy(self.game_match.commit().next().get())
    }

    pub fn game_match(&self) -> &Match {
        &self.game_match
    }

    pub fn viewing(&self) -> Viewing<'_, W> {
        Viewing::new(self.rules.schema(), &self.game_match)
    }

    pub fn rules(&self) -> &Arc<GameRules<W>> {
        &self.rules
    }
}

/// The key that follows from a seed, since no seat adds one of its own here.
fn key_of(server_seed: &[u8; 32], game_match: &Match) -> MatchKey {
    let seats = game_match.lifecycle().seat_count().get();
    MatchKey::derive(server_seed, std::iter::repeat_n(&[][..], seats), game_match.id())
}
