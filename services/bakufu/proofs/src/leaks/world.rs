//! One of the two worlds: a match, and its position as a value.

use std::sync::Arc;

use bakufu_offline::{GameRules, OfflineMatch};
use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_reason::Reason;
use kit_rules::{Outcome, Pending, Rules, Seat, Step, take};
use kit_rules_server::{ActionOf, EventOf, StateOf, Wire};
use match_orchestrator_core::Basis;
use match_orchestrator_draws::{Entropy, Numbers};
use prost::Message;

use super::lineup::Setting;
use crate::dice::Dice;

/// A match that goes on.
pub(super) struct World<W: Wire> {
    pub(super) played: OfflineMatch<W>,
    pub(super) state: StateOf<W>,
}

/// What a seat would come to with actions that it submits together.
pub(super) struct Attempt<W: Wire> {
    pub(super) seat: Seat,
    pub(super) actions: Vec<ActionOf<W>>,
    pub(super) events: Vec<EventOf<W>>,
    pub(super) outcome: Option<Outcome>,
    /// Whether chance had a part in it.
    pub(super) is_drawn: bool,
    pub(super) state: StateOf<W>,
}

impl<W: Wire> Clone for World<W> {
    fn clone(&self) -> Self {
        Self { played: self.played.clone(), state: self.state.clone() }
    }
}

impl<W: Wire> World<W> {
    pub(super) fn start(
        rules: &Arc<GameRules<W>>,
        setting: &Setting,
        seed: [u8; 32],
    ) -> Result<(Self, LogEntry), Reason> {
        Self::start_drawing(rules, setting, seed, seed)
    }

    /// The same match from its start, with other draws.
    pub(super) fn start_drawing(
        rules: &Arc<GameRules<W>>,
        setting: &Setting,
        promised: [u8; 32],
        drawn: [u8; 32],
    ) -> Result<(Self, LogEntry), Reason> {
        let (options, seats) = (setting.options.clone(), setting.seats);
        let started = OfflineMatch::start_drawing(rules, options, seats, promised, drawn);
        let (played, mut log) = started?;
        let message = W::State::decode(played.game_match().state().clone());
        let state = message.ok().and_then(|message| W::state_from_proto(message).ok());
        let state = state.expect("a game reads the states that it writes");
        Ok((Self { played, state }, log.pop().expect("the start is the last entry")))
    }

    /// The same match in another position, with other draws to come.
    pub(super) fn imagine(&self, state: StateOf<W>, seed: [u8; 32]) -> Self {
        let bytes = W::state_to_proto(&state).encode_to_vec().into();
        Self { played: self.played.imagine(bytes, seed), state }
    }

    pub(super) fn awaited(&self) -> Vec<Seat> {
        W::Game::pending(&self.state).seats().iter().collect()
    }

    /// What actions would come to now; none if the rules refuse one.
    pub(super) fn attempt(
        &self,
        seat: Seat,
        actions: &[ActionOf<W>],
        entropy: &Entropy,
    ) -> Option<Attempt<W>> {
        let mut state = self.state.clone();
        let mut events = Vec::new();
        let mut numbers = Numbers::new(entropy);
        let mut is_drawn = false;
        for action in actions {
            let act = Step::Act { seat, action: action.clone() };
            take::<W::Game>(&mut state, &act, &mut events).ok()?;
            while let Pending::Draw { sides } = W::Game::pending(&state) {
                is_drawn = true;
                let drawn = Step::Drawn(numbers.below(sides));
                take::<W::Game>(&mut state, &drawn, &mut events).ok()?;
            }
        }
        let outcome = match W::Game::pending(&state) {
            Pending::Over(outcome) => Some(outcome),
            Pending::Seats(_) | Pending::Draw { .. } => None,
        };
        Some(Attempt { seat, actions: actions.to_vec(), events, outcome, is_drawn, state })
    }

    /// Does what was attempted, as the seat that acts would.
    pub(super) fn commit(&mut self, attempt: Attempt<W>) -> Result<LogEntry, Reason> {
        let actions: Vec<Bytes> = attempt.actions.iter().map(encode_action::<W>).collect();
        let entry = self.played.act(attempt.seat, &actions, Basis::Anything)?;
        self.state = attempt.state;
        Ok(entry)
    }
}

/// What a seat may do in a position.
pub(super) fn legal<W: Wire>(state: &StateOf<W>, seat: Seat) -> Vec<ActionOf<W>> {
    let mut actions = Vec::new();
    W::Game::legal_actions(state, seat, &mut actions);
    actions
}

/// A random action of a seat. Steps that only take back are rare.
pub(super) fn choose<W: Wire>(
    state: &StateOf<W>,
    seat: Seat,
    chance: &mut Dice,
) -> Option<ActionOf<W>> {
    /// One choice in so many is a retraction, where there is one.
    const RETRACTION_ONE_IN: usize = 8;

    let (back, forward): (Vec<_>, Vec<_>) =
        legal::<W>(state, seat).into_iter().partition(W::Game::is_retraction);
    let goes_back = forward.is_empty() || chance.below(RETRACTION_ONE_IN) == 0;
    let choices = if goes_back && !back.is_empty() { &back } else { &forward };
    chance.pick(choices).cloned()
}

/// The events of a commit, unredacted.
pub(super) fn events<W: Wire>(entry: &LogEntry) -> Vec<EventOf<W>> {
    let read = |payload: &Bytes| {
        let message = W::Event::decode(payload.clone()).ok()?;
        W::event_from_proto(message).ok()
    };
    let events = entry.events.iter().map(|event| read(&event.payload));
    events.map(|event| event.expect("a game reads the events that it writes")).collect()
}

pub(super) fn encode_action<W: Wire>(action: &ActionOf<W>) -> Bytes {
    W::action_to_proto(action).encode_to_vec().into()
}
