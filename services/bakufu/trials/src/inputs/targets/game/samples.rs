//! Good messages of a game, from random matches.

use bytes::Bytes;
use kit_redact::{Schema, Viewer};
use kit_rules::{Pending, Rules, Seat, SeatCount, Step, take};
use kit_rules_server::{OptionsOf, StateOf, Wire};
use prost::Message;

use super::begun::Begun;
use super::{
    ACTION, ENTRY, EVENT, EXPORT, OPTIONS, POSITION, REQUEST_ID, ROSTER, STATE, TOKEN, VIEW,
};
use crate::inputs::{Dice, Input};

/// The matches do not depend on the seed of a run, so that an input means the
/// same in every run.
const SEED: u64 = 1;
/// How many positions of a match become samples.
const POSITIONS: usize = 12;
/// A match is left after so many steps for every step it may take.
const PATIENCE: u32 = 4;

/// Good messages.
pub(super) struct Samples {
    pub(super) inputs: Vec<Input>,
    /// Positions in which some seat can act.
    pub(super) states: Vec<Bytes>,
}

impl Samples {
    /// Plays a match with every number of seats.
    pub(super) fn play<W: Wire>(schema: &Schema) -> Self {
        let mut samples = Self { inputs: Vec::new(), states: Vec::new() };
        samples.add(OPTIONS, Bytes::new());
        let facts = W::Game::FACTS;
        for seats in (facts.seats_min..=facts.seats_max).filter_map(SeatCount::new) {
            samples.play_match::<W>(schema, seats);
        }
        samples
    }

    /// Adds what was written down of a match.
    pub(super) fn add_match<W: Wire>(&mut self, begun: &Begun<W>) {
        let game_match = begun.played.game_match();
        self.add(ROSTER, game_match.roster_bytes());
        self.add(POSITION, game_match.position_bytes());
        for entry in &begun.entries {
            self.add(ENTRY, entry.encode_to_vec().into());
        }
        self.add(EXPORT, begun.export.encode_to_vec().into());
        let token = begun.token(Seat::from_index(0)).expect("the first seat is taken");
        self.add(TOKEN, format!("Bearer {token}").into());
        self.add(REQUEST_ID, "5f0c1a52-7a5e-4a39-9f0f-5b1f3c1f9f11".into());
    }

    fn play_match<W: Wire>(&mut self, schema: &Schema, seats: SeatCount) {
        let mut dice = Dice::new(SEED, &[seats.get() as u64]);
        let mut events = Vec::new();
        let mut state = W::Game::setup(&OptionsOf::<W>::default(), seats, &mut events)
            .expect("the default options fit all numbers of seats");
        let mut positions = Vec::new();
        for _ in 0..W::Game::FACTS.steps_max * PATIENCE {
            let Some(step) = self.choose::<W>(&state, &mut positions, &mut dice) else { break };
            take::<W::Game>(&mut state, &step, &mut events).expect("what is listed is accepted");
        }
        positions.push(W::state_to_proto(&state).encode_to_vec().into());
        let last = positions.len() - 1;
        for place in 0..POSITIONS {
            let bytes = positions[place * last / (POSITIONS - 1)].clone();
            let viewers = seats.seats().map(Viewer::Seat).chain([Viewer::Spectator]);
            let viewers: Vec<Viewer> = viewers.collect();
            let viewer = *dice.pick(&viewers).expect("somebody looks");
            let view = schema.redact_state(&bytes, viewer).expect("a state of ours");
            self.add(VIEW, view.into_bytes());
            self.states.push(bytes.clone());
            self.add(STATE, bytes);
        }
        let told: Vec<Bytes> =
            events.iter().map(|event| W::event_to_proto(event).encode_to_vec().into()).collect();
        for _ in 0..POSITIONS {
            self.add(EVENT, dice.pick(&told).cloned().unwrap_or_default());
        }
    }

    /// A random step; none at the end.
    fn choose<W: Wire>(
        &mut self,
        state: &StateOf<W>,
        positions: &mut Vec<Bytes>,
        dice: &mut Dice,
    ) -> Option<Step<<W::Game as Rules>::Action>> {
        match W::Game::pending(state) {
            Pending::Over(_) => None,
            Pending::Draw { sides } => Some(Step::Drawn(dice.below(sides.get() as usize) as u32)),
            Pending::Seats(seats) => {
                positions.push(W::state_to_proto(state).encode_to_vec().into());
                let awaited: Vec<_> = seats.iter().collect();
                let seat = *dice.pick(&awaited).expect("Pending::Seats is never empty");
                let mut actions = Vec::new();
                W::Game::legal_actions(state, seat, &mut actions);
                if actions.iter().any(|action| !W::Game::is_retraction(action)) {
                    actions.retain(|action| !W::Game::is_retraction(action));
                }
                let action = dice.pick(&actions).expect("an awaited seat can act").clone();
                if dice.one_in(POSITIONS) {
                    self.add(ACTION, W::action_to_proto(&action).encode_to_vec().into());
                }
                Some(Step::Act { seat, action })
            }
        }
    }

    fn add(&mut self, form: usize, bytes: Bytes) {
        self.inputs.push(Input { form, bytes: bytes.to_vec() });
    }
}
