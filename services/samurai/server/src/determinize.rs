//! Determinization: how what a viewer can't see may lie.

use std::num::NonZeroU32;

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Draws, Seat, shuffle};
use kit_rules_server::Malformed;
use samurai_rules::{
    Cell, Exchange, Figure, HAND_SIZE, Phase, Settlement, State, TableFacts, Tile, TileSet, Turn,
};

use crate::wire;

/// Deals everything anew that the view hides.
///
/// What a seat has not played is known as a whole (SAM-13.3), so every division
/// of it into hand and pool is equally likely, and so is every choice of a first
/// hand that its owner may have made so far. Of the figures behind the screens
/// only the sum is known; each of them went to any of those who could have won
/// it, one as likely as the other.
pub(crate) fn determinize(
    view: &pb::State,
    viewer: Option<Seat>,
    draws: &mut Draws<'_>,
) -> Result<State, Malformed> {
    let mut state = wire::view(view, viewer)?;
    let others = state.seats.seats().filter(|seat| Some(*seat) != viewer);
    for seat in others {
        deal_tiles(&mut state, seat, &view.players[seat.index()], draws)?;
    }
    share_captures(&mut state, viewer, draws);
    wire::complete(state)
}

fn deal_tiles(
    state: &mut State,
    seat: Seat,
    seen: &pb::Player,
    draws: &mut Draws<'_>,
) -> Result<(), Malformed> {
    let mut unseen: Vec<Tile> = unseen(state, seat).iter().collect();
    if seen.hand.len() + seen.drawn.len() + seen.pool.len() != unseen.len() {
        let field = format!("players[{}].pool", seat.index());
        return Err(Malformed::field(field, "holds what is neither played nor in the hand"));
    }
    shuffle(&mut unseen, draws);
    let (hand, rest) = unseen.split_at(seen.hand.len());
    let (drawn, pool) = rest.split_at(seen.drawn.len());
    let chosen = match state.phase {
        Phase::ChooseHands { sealed } if !sealed.contains(seat) => begun_choice(pool, draws),
        _ => TileSet::EMPTY,
    };
    let player = &mut state.players[seat.index()];
    player.hand = hand.iter().copied().collect();
    player.drawn = drawn.iter().copied().collect();
    player.pool = pool.iter().copied().collect();
    player.chosen = chosen;
    Ok(())
}

/// The tiles of a seat that nobody else has seen yet.
fn unseen(state: &State, seat: Seat) -> TileSet {
    let mut seen = state.board.tiles_of(seat);
    if state.player(seat).figure_exchange_used {
        seen = seen.with(Tile::FIGURE_EXCHANGE);
    }
    if let Phase::Play(Turn { active, exchange: Some(Exchange::Tile { tile }), .. }) = state.phase
        && active == seat
    {
        seen = seen.with(tile);
    }
    TileSet::ALL.difference(seen)
}

/// What a seat may have chosen so far of a shuffled pool. Nobody knows how many
/// tiles it is: every set that a hand can hold is equally likely.
fn begun_choice(pool: &[Tile], draws: &mut Draws<'_>) -> TileSet {
    let ways: Vec<u32> = (0..=HAND_SIZE).map(|size| combinations(pool.len(), size)).collect();
    let sides = NonZeroU32::new(ways.iter().sum()).expect("choosing nothing is one way");
    let mut way = draws(sides);
    let mut size = 0;
    while way >= ways[size] {
        way -= ways[size];
        size += 1;
    }
    pool[..size].iter().copied().collect()
}

/// In how many ways so many of the tiles can be chosen.
fn combinations(tiles: usize, chosen: usize) -> u32 {
    (0..chosen).fold(1, |ways, place| {
        let left = tiles.saturating_sub(place);
        ways * left as u32 / (place as u32 + 1)
    })
}

/// Puts the figures that are out of sight behind the screens of the others.
fn share_captures(state: &mut State, viewer: Option<Seat>, draws: &mut Draws<'_>) {
    let candidates: Vec<Seat> = state
        .seats
        .seats()
        .filter(|seat| Some(*seat) != viewer && could_have_captured(state, *seat))
        .collect();
    let Some(sides) = NonZeroU32::new(candidates.len() as u32) else { return };
    for figure in Figure::ALL {
        for _ in 0..out_of_sight(state, figure) {
            let seat = candidates[draws(sides) as usize];
            state.players[seat.index()].captured_hidden[figure] += 1;
        }
    }
}

/// Whoever won a figure has a tile beside a settlement that has lost its own:
/// no cell ever changes its owner.
fn could_have_captured(state: &State, seat: Seat) -> bool {
    let closed = Settlement::all().filter(|settlement| {
        let in_play = Cell::Settlement(*settlement).is_in_play(state.seats);
        in_play && state.figures_in(*settlement).is_empty()
    });
    closed.flat_map(|settlement| settlement.around()).any(|cell| {
        let placed = state.board.at(*cell);
        placed.is_some_and(|placed| placed.owner() == seat)
    })
}

/// How many figures of a type are neither on the table nor behind the viewer's
/// own screen.
fn out_of_sight(state: &State, figure: Figure) -> u8 {
    let captured = state.players.iter().map(|player| player.captured()[figure]);
    let [board, supply, aside] =
        [state.figures_on_board(), state.supply, state.set_aside].map(|pile| pile[figure]);
    let in_sight = captured.chain([board, supply, aside]).fold(0, u8::saturating_add);
    TableFacts::of(state.seats).figures_per_type.saturating_sub(in_sight)
}
