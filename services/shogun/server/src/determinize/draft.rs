//! Cards that may lie under the deck of a draft.

use kit_rules::{Draws, shuffle};
use shogun_rules::{DraftStep, DraftTurn, Phase, Province, State};

use super::below;

/// The cards that were put under the deck. A pair is exchanged when a whole
/// round of turns has left it there, so there is at most one for each round.
pub(super) fn under(state: &State, draws: &mut Draws<'_>) -> Vec<Province> {
    let Phase::Draft(turn) = state.phase else { return Vec::new() };
    let mut deck: Vec<Province> = state.draft_deck().iter().collect();
    let pairs_max = (chances(state, turn) / state.seats.get()).min(deck.len() / 2);
    shuffle(&mut deck, draws);
    deck.truncate(2 * below(pairs_max + 1, draws));
    deck
}

/// How many turns lie before the last one in which somebody may have exchanged
/// a pair. In each turn that is over, a seat got a province; in the running one
/// nothing was exchanged as long as it still can be.
fn chances(state: &State, turn: DraftTurn) -> usize {
    let over = state.provinces.iter().filter(|holding| holding.owner.is_some()).count();
    let still_can = turn.step == DraftStep::Choose && state.may_exchange(turn.active);
    over.saturating_sub(usize::from(still_can))
}
