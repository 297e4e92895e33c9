//! A turn: tiles one by one, each resolved before the next, then the refill.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::options::EndTiming;
use crate::state::{EndReason, Exchange, Phase, State, Turn};
use crate::{Action, Applied, Event, Land, Tile, TileSet, Violation};
use crate::{capture, figure_exchange, placing, tile_exchange};

/// Gives the turn to this seat, or to the first one after it that can play.
/// Whoever cannot passes.
pub(crate) fn begin(state: &mut State, seat: Seat, events: &mut Vec<Event>) {
    let mut candidate = seat;
    for _ in 0..state.seats.get() {
        if can_act(state, candidate) {
            state.phase = Phase::Play(Turn::of(candidate));
            return;
        }
        events.push(Event::Passed { seat: candidate });
        candidate = candidate.next(state.seats);
    }
    // In a checked position somebody can always play (SAM-11.5). In a view the
    // hands of the others are unknown, and the turn stays where it was due.
    state.phase = Phase::Play(Turn::of(seat));
}

/// Whether the seat has anything to begin a turn with.
pub(crate) fn can_act(state: &State, seat: Seat) -> bool {
    let hand = state.player(seat).hand;
    let has = |tiles: TileSet| !hand.intersection(tiles).is_empty();
    (has(TileSet::LANDING) && state.board.has_empty_land())
        || (has(TileSet::SHIPS) && state.board.empty_sea().next().is_some())
        || (hand.contains(Tile::FIGURE_EXCHANGE) && figure_exchange::picks(state).next().is_some())
        || (hand.contains(Tile::TILE_EXCHANGE) && tile_exchange::is_possible(state, seat))
}

/// Everything that the seat on turn can do, in order.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    match turn.exchange {
        Some(Exchange::Figure { settlement, figure }) => {
            figure_exchange::list_swaps(state, settlement, figure, actions);
        }
        Some(Exchange::Tile { .. }) => tile_exchange::list_redeployments(state, actions),
        None => {
            let playable = playable(state, turn);
            placing::list(state, playable, actions);
            if playable.contains(Tile::FIGURE_EXCHANGE) {
                figure_exchange::list_picks(state, actions);
            }
            if playable.contains(Tile::TILE_EXCHANGE) {
                tile_exchange::list_lifts(state, turn.active, actions);
            }
            if turn.tiles_played > 0 {
                actions.push(Action::EndTurn);
            }
        }
    }
}

pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    match (turn.exchange, action) {
        (
            Some(Exchange::Figure { settlement: s, figure: f }),
            Action::SwapFigure { settlement, figure },
        ) => figure_exchange::swap(state, turn, (s, f), (settlement, figure), events),
        (Some(Exchange::Figure { .. }), _) => Err(Violation::FinishFigureExchange),
        (Some(Exchange::Tile { tile }), Action::RedeployTile { cell }) => {
            tile_exchange::redeploy(state, turn, tile, cell, events)
        }
        (Some(Exchange::Tile { .. }), _) => Err(Violation::FinishTileExchange),
        (None, Action::PlaceTile { tile, cell }) => placing::place(state, turn, tile, cell, events),
        (None, Action::PickFigure { settlement, figure }) => {
            figure_exchange::pick(state, turn, settlement, figure, events)
        }
        (None, Action::LiftTile { cell }) => tile_exchange::lift(state, turn, cell, events),
        (None, Action::EndTurn) => end(state, turn, events),
        (None, Action::SwapFigure { .. }) => Err(Violation::NoFigureExchange),
        (None, Action::RedeployTile { .. }) => Err(Violation::NoTileExchange),
        (None, Action::PlaceFigure { .. }) => Err(Violation::FiguresArePlaced),
        (None, Action::ChooseTile(_) | Action::ReturnTile(_) | Action::SealHand) => {
            Err(Violation::HandIsSealed)
        }
    }
}

/// Refuses a tile that is not in the hand or would be a second plain one.
pub(crate) fn allow_tile(state: &State, turn: &Turn, tile: Tile) -> Applied {
    if !state.player(turn.active).hand.contains(tile) {
        return Err(Violation::TileNotInHand { tile });
    }
    if turn.plain_played && !tile.has_character() {
        return Err(Violation::SecondPlainTile { tile });
    }
    Ok(())
}

/// Takes a tile out of the hand and counts it; an exchange may stay open.
pub(crate) fn use_tile(state: &mut State, turn: Turn, tile: Tile, exchange: Option<Exchange>) {
    let player = state.player_mut(turn.active);
    player.hand = player.hand.without(tile);
    state.phase = Phase::Play(Turn {
        tiles_played: turn.tiles_played + 1,
        plain_played: turn.plain_played || !tile.has_character(),
        exchange,
        ..turn
    });
}

/// Resolves what a tile on this land cell has closed, and ends the game if
/// that caused it.
pub(crate) fn resolve(state: &mut State, land: Land, events: &mut Vec<Event>) {
    let captured = capture::resolve(state, land, events);
    if !captured || state.options.end_timing == EndTiming::EndOfTurn {
        return;
    }
    if let Some(reason) = state.end_reason() {
        finish(state, reason, events);
    }
}

/// A seat draws one tile of its refill.
pub(crate) fn draw(state: &mut State, seat: Seat, value: u32, events: &mut Vec<Event>) -> Applied {
    let player = state.player_mut(seat);
    player.draw(value)?;
    if player.wants_tile() {
        return Ok(());
    }
    let tiles = player.take_up_drawn();
    events.push(Event::TilesDrawn { seat, count: tiles.len() as u8, tiles });
    begin(state, seat.next(state.seats), events);
    Ok(())
}

fn playable(state: &State, turn: &Turn) -> TileSet {
    let hand = state.player(turn.active).hand;
    if turn.plain_played { hand.intersection(TileSet::CHARACTERS) } else { hand }
}

fn end(state: &mut State, turn: Turn, events: &mut Vec<Event>) -> Applied {
    if turn.tiles_played == 0 {
        return Err(Violation::NothingPlayed);
    }
    events.push(Event::TurnEnded { seat: turn.active });
    if let Some(reason) = state.end_reason() {
        finish(state, reason, events);
    } else if state.player(turn.active).wants_tile() {
        state.phase = Phase::Refill { seat: turn.active };
    } else {
        begin(state, turn.active.next(state.seats), events);
    }
    Ok(())
}

/// Ends the game and shows what stands behind the screens.
fn finish(state: &mut State, reason: EndReason, events: &mut Vec<Event>) {
    if !state.captures_are_open() {
        for seat in state.seats.seats() {
            let player = state.player_mut(seat);
            player.captured_open = core::mem::take(&mut player.captured_hidden);
            events.push(Event::CapturesShown { seat, figures: player.captured_open });
        }
    }
    state.phase = Phase::Over(reason);
    events.push(Event::GameOver { reason });
}
