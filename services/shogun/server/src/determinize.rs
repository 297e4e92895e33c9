//! Determinization: how what a viewer can't see may lie.

mod draft;
mod plans;
mod tower;

use std::num::NonZeroU32;

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Draws, Seat};
use kit_rules_server::Malformed;
use shogun_rules::{
    CHEST_CARDS, ChestDisplay, Order, Phase, Province, Season, Special, State, TableFacts,
};

use crate::wire;

/// Deals everything anew that the view hides.
///
/// Every way in which the cubes of the tower can lie on its shelves is equally
/// likely, and so is every plan that fits the cards and spaces that are known;
/// while a plan is being made, each number of cards is. Hidden chests are drawn
/// evenly from the least to the most that a seat can have by now, and so is the
/// number of pairs that were exchanged in a draft.
pub(crate) fn determinize(
    view: &pb::State,
    viewer: Option<Seat>,
    draws: &mut Draws<'_>,
) -> Result<State, Malformed> {
    let mut state = wire::view(view, viewer)?;
    state.tower = tower::fill(&state, draws)?;
    state.draft.under = draft::under(&state, draws);
    let others = state.seats.seats().filter(|seat| Some(*seat) != viewer);
    for seat in others {
        // What may be bid can depend on the chests, so they come first.
        state.players[seat.index()].chests_hidden = hidden_chests(&state, draws);
        state.players[seat.index()].plan = plans::plan(&state, seat, draws);
    }
    wire::complete(state, view)
}

/// A number below this many; zero if there is nothing to choose from.
fn below(choices: usize, draws: &mut Draws<'_>) -> usize {
    let sides = u32::try_from(choices).ok().and_then(NonZeroU32::new);
    sides.filter(|sides| sides.get() > 1).map_or(0, |sides| draws(sides) as usize)
}

/// What may stand behind a screen.
fn hidden_chests(state: &State, draws: &mut Draws<'_>) -> u8 {
    let is_over = matches!(state.phase, Phase::Over);
    if is_over || state.options.chests == ChestDisplay::Open {
        return 0;
    }
    let start = TableFacts::of(state.seats).chests;
    let least = start.saturating_sub(spent_most().saturating_mul(seasons_begun(state)));
    let most = start.saturating_add(gained_most().saturating_mul(seasons_begun(state)));
    least + below(usize::from(most - least) + 1, draws) as u8
}

/// In how many seasons the seats have paid and collected by now; the bids are
/// the first that is paid.
fn seasons_begun(state: &State) -> u8 {
    let years = state.year.saturating_sub(1).saturating_mul(Season::Winter.index() as u8);
    let has_bid = matches!(state.phase, Phase::PickSpecial | Phase::Act(_) | Phase::TurnUp { .. });
    years.saturating_add(state.season.index() as u8 + u8::from(has_bid))
}

/// The highest bid, and every order that has a price.
fn spent_most() -> u8 {
    Order::ALL.iter().fold(CHEST_CARDS - 1, |sum, order| sum.saturating_add(order.price()))
}

/// The richest province, with the special card.
fn gained_most() -> u8 {
    let richest = Province::all().map(Province::chests).max().unwrap_or(0);
    richest.saturating_add(Special::Taxes.amount())
}
