//! The figure exchange: two figures change places, named one after the other.

use alloc::vec::Vec;

use crate::state::{Exchange, Phase, State, Turn};
use crate::{Action, Applied, Cell, Event, Figure, Settlement, Tile, Violation, turn};

/// Every figure that can be named first, in order.
pub(crate) fn picks(state: &State) -> impl Iterator<Item = (Settlement, Figure)> + '_ {
    figures(state).filter(|first| has_partner(state, *first))
}

/// Lists [`picks`].
pub(crate) fn list_picks(state: &State, actions: &mut Vec<Action>) {
    actions
        .extend(picks(state).map(|(settlement, figure)| Action::PickFigure { settlement, figure }));
}

/// Lists every figure that can change places with the first one.
pub(crate) fn list_swaps(
    state: &State,
    settlement: Settlement,
    figure: Figure,
    actions: &mut Vec<Action>,
) {
    let first = (settlement, figure);
    let partners = figures(state).filter(|second| fits(state, first, *second).is_ok());
    actions.extend(partners.map(|(settlement, figure)| Action::SwapFigure { settlement, figure }));
}

/// The seat on turn plays the tile and names the first figure.
pub(crate) fn pick(
    state: &mut State,
    turn: Turn,
    settlement: Settlement,
    figure: Figure,
    events: &mut Vec<Event>,
) -> Applied {
    turn::allow_tile(state, &turn, Tile::FIGURE_EXCHANGE)?;
    let first = (settlement, figure);
    stands(state, first)?;
    if !has_partner(state, first) {
        let alone = figures(state).all(|(other, _)| other == settlement);
        return Err(if alone { Violation::NoOtherSettlement } else { Violation::DoubleType });
    }
    state.player_mut(turn.active).figure_exchange_used = true;
    let exchange = Exchange::Figure { settlement, figure };
    turn::use_tile(state, turn, Tile::FIGURE_EXCHANGE, Some(exchange));
    events.push(Event::FigureExchangeStarted { seat: turn.active, settlement, figure });
    Ok(())
}

/// The seat on turn names the second figure. No tile moves, so nothing is
/// closed and there is nothing to resolve (SAM-8.7).
pub(crate) fn swap(
    state: &mut State,
    turn: Turn,
    first: (Settlement, Figure),
    second: (Settlement, Figure),
    events: &mut Vec<Event>,
) -> Applied {
    stands(state, second)?;
    fits(state, first, second)?;
    for (leaves, arrives) in [(first, second), (second, first)] {
        let present = &mut state.figures[leaves.0.index()];
        *present = present.without(leaves.1).with(arrives.1);
    }
    state.phase = Phase::Play(Turn { exchange: None, ..turn });
    events.push(Event::FiguresSwapped { seat: turn.active, first, second });
    Ok(())
}

/// Whether some figure can change places with this one.
pub(crate) fn has_partner(state: &State, first: (Settlement, Figure)) -> bool {
    figures(state).any(|second| fits(state, first, second).is_ok())
}

fn figures(state: &State) -> impl Iterator<Item = (Settlement, Figure)> + '_ {
    let settlements = state.settlements();
    settlements.flat_map(|s| state.figures_in(s).iter().map(move |figure| (s, figure)))
}

fn stands(state: &State, (settlement, figure): (Settlement, Figure)) -> Applied {
    let cell = Cell::Settlement(settlement);
    if !cell.is_in_play(state.seats) {
        return Err(Violation::NotInPlay { cell });
    }
    let present = state.figures_in(settlement);
    if present.is_empty() {
        return Err(Violation::SettlementIsEmpty { settlement });
    }
    if !present.contains(figure) {
        return Err(Violation::FigureIsNotThere { settlement, figure });
    }
    Ok(())
}

fn fits(state: &State, first: (Settlement, Figure), second: (Settlement, Figure)) -> Applied {
    if first.0 == second.0 {
        return Err(Violation::SameSettlement { settlement: first.0 });
    }
    let rest_of = |(settlement, figure)| state.figures_in(settlement).without(figure);
    if rest_of(first).contains(second.1) || rest_of(second).contains(first.1) {
        return Err(Violation::DoubleType);
    }
    Ok(())
}
