//! Cards that may lie face down on a player board.

use kit_rules::{Draws, Plan, Seat, shuffle};
use shogun_rules::{Card, Chests, Order, Phase, Space, State};

use super::below;

type Board = Plan<Card, { Space::COUNT }>;

pub(super) fn plan(state: &State, seat: Seat, draws: &mut Draws<'_>) -> Board {
    let Phase::Plan(planning) = state.phase else { return face_down(state, seat, draws) };
    if !planning.planners().contains(seat) {
        return Board::default();
    }
    let complete = complete(state, seat, draws);
    if planning.sealed().contains(seat) { complete } else { begun(&complete, draws) }
}

fn complete(state: &State, seat: Seat, draws: &mut Draws<'_>) -> Board {
    let mut cards = cards(state, seat);
    let biddable: Vec<usize> =
        (0..cards.len()).filter(|place| state.may_bid(seat, cards[*place])).collect();
    // Without a bid, the cards can be laid on the ten orders in as many times
    // more ways than with a certain one as there are empty spaces.
    let empty = Space::COUNT.saturating_sub(cards.len());
    let bid = biddable.get(below(biddable.len() + empty, draws));
    let bid = bid.map(|place| (Space::Bid, cards.remove(*place)));
    let mut orders = Order::ALL;
    shuffle(&mut orders, draws);
    shuffle(&mut cards, draws);
    lay(orders.into_iter().map(Space::Order).zip(cards).chain(bid))
}

/// A part of a plan; each number of cards is as likely as any other.
fn begun(plan: &Board, draws: &mut Draws<'_>) -> Board {
    let mut laid: Vec<(Space, Card)> =
        plan.iter().filter_map(|(index, card)| Some((Space::from_index(index)?, card))).collect();
    shuffle(&mut laid, draws);
    laid.truncate(below(laid.len() + 1, draws));
    lay(laid)
}

/// Cards for the spaces that everyone knows to hold one. All that are not face
/// up may lie there; the bids were turned up before anything else.
fn face_down(state: &State, seat: Seat, draws: &mut Draws<'_>) -> Board {
    let player = state.player(seat);
    let mut cards = cards(state, seat);
    cards.retain(|card| player.face_up.space_of(*card).is_none());
    shuffle(&mut cards, draws);
    lay(player.face_down.iter().zip(cards))
}

fn cards(state: &State, seat: Seat) -> Vec<Card> {
    let provinces = state.provinces_of(seat).iter().map(Card::Province);
    provinces.chain(Chests::all().map(Card::Chests)).collect()
}

fn lay(cards: impl IntoIterator<Item = (Space, Card)>) -> Board {
    let mut plan = Board::default();
    for (space, card) in cards {
        plan.put(space.index(), card).expect("each card and each space comes once");
    }
    plan
}
