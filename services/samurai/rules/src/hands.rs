//! The starting hands: chosen in secret by all at once, or drawn.

use alloc::vec::Vec;

use kit_rules::{Seat, SeatSet};

use crate::options::StartHand;
use crate::state::{Phase, Player, State};
use crate::{Action, Applied, Event, HAND_SIZE, TileSet, Violation, figures};

/// Settles who begins, and starts with the hands.
pub(crate) fn begin(state: &mut State, start_seat: Seat, events: &mut Vec<Event>) {
    state.start_seat = Some(start_seat);
    events.push(Event::StartSeat { seat: start_seat });
    state.phase = match state.options.start_hand {
        StartHand::Chosen => Phase::ChooseHands { sealed: SeatSet::EMPTY },
        StartHand::Random => Phase::DealHands { seat: Seat::from_index(0) },
    };
}

/// What a player can do who has not sealed yet.
pub(crate) fn list(player: &Player, actions: &mut Vec<Action>) {
    if player.chosen.len() < HAND_SIZE {
        let free = player.pool.difference(player.chosen);
        actions.extend(free.iter().map(Action::ChooseTile));
    }
    actions.extend(player.chosen.iter().map(Action::ReturnTile));
    if player.chosen.len() == HAND_SIZE {
        actions.push(Action::SealHand);
    }
}

/// A seat chooses.
pub(crate) fn act(
    state: &mut State,
    sealed: SeatSet,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    if !state.seats.has(seat) {
        return Err(Violation::NotOnTurn);
    }
    if sealed.contains(seat) {
        return Err(Violation::HandIsSealed);
    }
    let player = state.player_mut(seat);
    match action {
        Action::ChooseTile(tile) => {
            if player.chosen.contains(tile) {
                return Err(Violation::AlreadyChosen { tile });
            }
            if player.chosen.len() >= HAND_SIZE {
                return Err(Violation::EnoughChosen);
            }
            player.chosen = player.chosen.with(tile);
            events.push(Event::TileChosen { seat, tile });
        }
        Action::ReturnTile(tile) => {
            if !player.chosen.contains(tile) {
                return Err(Violation::NotChosen { tile });
            }
            player.chosen = player.chosen.without(tile);
            events.push(Event::TileReturned { seat, tile });
        }
        Action::SealHand => seal(state, sealed, seat, events)?,
        _ => return Err(Violation::ChooseHandFirst),
    }
    Ok(())
}

/// A seat draws one tile of its starting hand.
pub(crate) fn draw(state: &mut State, seat: Seat, value: u32, events: &mut Vec<Event>) -> Applied {
    let player = state.player_mut(seat);
    player.draw(value)?;
    if player.wants_tile() {
        return Ok(());
    }
    let tiles = player.take_up_drawn();
    events.push(Event::HandDealt { seat, count: tiles.len() as u8, tiles });
    let next = seat.next(state.seats);
    if next == Seat::from_index(0) {
        figures::begin(state, events);
    } else {
        state.phase = Phase::DealHands { seat: next };
    }
    Ok(())
}

impl Player {
    /// Draws the tile at this place of the pool.
    pub(crate) fn draw(&mut self, value: u32) -> Applied {
        let tile = self.pool.nth(value).ok_or(Violation::NoSuchDraw)?;
        self.pool = self.pool.without(tile);
        self.drawn = self.drawn.with(tile);
        Ok(())
    }

    pub(crate) fn take_up_drawn(&mut self) -> TileSet {
        let tiles = core::mem::take(&mut self.drawn);
        self.hand = self.hand.union(tiles);
        tiles
    }
}

fn seal(state: &mut State, mut sealed: SeatSet, seat: Seat, events: &mut Vec<Event>) -> Applied {
    let player = state.player_mut(seat);
    let chosen = player.chosen.len();
    if chosen != HAND_SIZE {
        return Err(Violation::TooFewChosen { chosen });
    }
    player.hand = core::mem::take(&mut player.chosen);
    player.pool = player.pool.difference(player.hand);
    events.push(Event::HandSealed { seat });
    sealed.insert(seat);
    if sealed == SeatSet::all(state.seats) {
        figures::begin(state, events);
    } else {
        state.phase = Phase::ChooseHands { sealed };
    }
    Ok(())
}
