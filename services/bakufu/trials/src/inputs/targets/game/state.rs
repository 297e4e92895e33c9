//! A whole state, as it comes from the store or from a stranger.

use bytes::Bytes;
use kit_redact::Viewer;
use kit_rules::{Pending, Rules, Seat, Step, take};
use kit_rules_server::{StateOf, Wire};
use prost::Message;

use super::{GameTarget, PICTURE_BYTES_MAX, TEXT_BYTES_MAX, bounded, refusal};
use crate::inputs::Dice;

/// How far a match is played on from a state that was accepted.
const STEPS_ON: usize = 4;
/// The most draws between two acts.
const DRAWS_MAX: usize = 10_000;

impl<W: Wire> GameTarget<W> {
    /// Reads a state. One that is accepted is written and read again as the
    /// same, can be shown to everybody, and the match goes on from it.
    pub(super) fn state(&self, bytes: &Bytes, dice: &mut Dice) -> Result<String, String> {
        let redact = |bytes: &[u8], viewer| self.schema().redact_state(bytes, viewer).map(Some);
        let views = self.redact_for_all(bytes, redact)?;
        if views.is_some() != self.schema().check_state(bytes).is_ok() {
            return Err("what is checked is not what is redacted".to_owned());
        }
        let Ok(message) = W::State::decode(bytes.clone()) else {
            let verdict = if views.is_some() { Err("redacted, but not decoded") } else { Ok("no") };
            return verdict.map(str::to_owned).map_err(str::to_owned);
        };
        let state = match W::state_from_proto(message) {
            Ok(state) => state,
            Err(malformed) => return Ok(format!("{} {}", views.is_some(), refusal(&malformed))),
        };
        self.is_sound(&state)?;
        let mut told = format!("{} accepted {}", views.is_some(), moment::<W>(&state));
        let mut next = state;
        for _ in 0..STEPS_ON {
            match self.step_on(&mut next, dice)? {
                Some(group) => told += group,
                None => break,
            }
        }
        self.is_sound(&next)?;
        Ok(told)
    }

    /// A state is the same after it has been written, and everybody can see it.
    fn is_sound(&self, state: &StateOf<W>) -> Result<(), String> {
        let bytes = Bytes::from(W::state_to_proto(state).encode_to_vec());
        let message = W::State::decode(bytes.clone()).map_err(|why| format!("written: {why}"))?;
        let again = W::state_from_proto(message)
            .map_err(|why| format!("written, it is refused: {}", refusal(&why)))?;
        if again != *state {
            return Err("written and read it is another state".to_owned());
        }
        for seat in W::Game::pending(state).seats().iter() {
            let view = self.seen(&bytes, Viewer::Seat(seat))?;
            let view = W::State::decode(view).map_err(|why| format!("a view: {why}"))?;
            let seen = W::view_from_proto(view, seat)
                .map_err(|why| format!("{seat} can't read its view: {}", refusal(&why)))?;
            if legal::<W>(&seen, seat) != legal::<W>(state, seat) {
                return Err(format!("{seat} can do something else by its view"));
            }
        }
        let view = self.seen(&bytes, Viewer::Spectator)?;
        let view = W::State::decode(view).map_err(|why| format!("a view: {why}"))?;
        let picture = W::render(view, None)
            .map_err(|why| format!("a spectator's view can't be drawn: {}", refusal(&why)))?;
        bounded("a picture", &picture, PICTURE_BYTES_MAX)
    }

    fn seen(&self, state: &Bytes, viewer: Viewer) -> Result<Bytes, String> {
        let view = self.schema().redact_state(state, viewer);
        Ok(view.map_err(|why| format!("written: {why}"))?.into_bytes())
    }

    /// Takes a listed action of an awaited seat and settles the draws.
    fn step_on(
        &self,
        state: &mut StateOf<W>,
        dice: &mut Dice,
    ) -> Result<Option<&'static str>, String> {
        for _ in 0..DRAWS_MAX {
            let Pending::Draw { sides } = W::Game::pending(state) else { break };
            let step = Step::Drawn(dice.below(sides.get() as usize) as u32);
            take::<W::Game>(state, &step, &mut Vec::new())
                .map_err(|refusal| format!("a draw is refused: {refusal}"))?;
        }
        let awaited: Vec<Seat> = match W::Game::pending(state) {
            Pending::Over(_) => return Ok(None),
            Pending::Draw { .. } => return Err("it draws for ever".to_owned()),
            Pending::Seats(seats) => seats.iter().collect(),
        };
        let seat = *dice.pick(&awaited).ok_or("nobody is awaited, yet it is not over")?;
        let actions = legal::<W>(state, seat);
        let Some(action) = dice.pick(&actions).cloned() else {
            return Err(format!("{seat} is awaited but can do nothing"));
        };
        let label = W::label(state, seat, &action);
        bounded("a label", &label.text, TEXT_BYTES_MAX)?;
        take::<W::Game>(state, &Step::Act { seat, action }, &mut Vec::new())
            .map_err(|refusal| format!("what is listed is refused: {refusal}"))?;
        Ok(Some(label.group))
    }
}

fn legal<W: Wire>(state: &StateOf<W>, seat: Seat) -> Vec<<W::Game as Rules>::Action> {
    let mut actions = Vec::new();
    W::Game::legal_actions(state, seat, &mut actions);
    actions
}

fn moment<W: Wire>(state: &StateOf<W>) -> &'static str {
    match W::Game::pending(state) {
        Pending::Over(_) => "over",
        Pending::Draw { .. } => "draws",
        Pending::Seats(seats) if seats.iter().count() > 1 => "several",
        Pending::Seats(_) => "one",
    }
}
