//! Planning: everyone who has provinces lays cards face down, at the same time.

use alloc::vec::Vec;

use kit_rules::{Planning, Seat, SeatSet};

use crate::options::{EmptySpaces, Overbid};
use crate::state::{Phase, State};
use crate::{Action, Applied, Card, Chests, Event, Space, SpaceSet, Violation};

/// Starts planning; who has no province takes no part.
pub(crate) fn begin(state: &mut State, events: &mut Vec<Event>) {
    let owners = state.seats.seats().filter(|seat| !state.provinces_of(*seat).is_empty());
    let planners: SeatSet = owners.collect();
    state.phase = Phase::Plan(Planning::begin(planners));
    if planners.is_empty() {
        close(state, events);
    }
}

/// What a seat can do that has not sealed, in order.
pub(crate) fn list(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let board = &state.player(seat).plan;
    let hand: Vec<Card> =
        cards(state, seat).filter(|card| board.space_of(*card).is_none()).collect();
    let own = Own::of(state, seat);
    for space in board.free().filter_map(Space::from_index) {
        let fitting = hand.iter().filter(|card| own.allows(space, **card).is_ok());
        actions.extend(fitting.map(|card| Action::LayCard { space, card: *card }));
    }
    let laid = board.iter().filter_map(|(space, _)| Space::from_index(space));
    actions.extend(laid.map(|space| Action::TakeBack { space }));
    if own.missing() == 0 {
        actions.push(Action::SealPlan);
    }
}

/// A seat plans.
pub(crate) fn act(
    state: &mut State,
    mut planning: Planning,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    if !state.seats.has(seat) {
        return Err(Violation::NotOnTurn);
    }
    let fault = |fault, space, card| Violation::of_plan(fault, space, card);
    let (bid, any) = (Space::Bid, Card::Chests(Chests::NONE));
    planning.check_open(seat).map_err(|found| fault(found, bid, any))?;
    match action {
        Action::LayCard { space, card } => {
            if let Card::Province(province) = card
                && state.holding(province).owner != Some(seat)
            {
                return Err(Violation::NotYourProvince { province });
            }
            let mut plan = state.player(seat).plan;
            plan.put(space.index(), card).map_err(|found| fault(found, space, card))?;
            Own::of(state, seat).allows(space, card)?;
            state.player_mut(seat).plan = plan;
            events.push(Event::CardLaid { seat, space, card });
        }
        Action::TakeBack { space } => {
            let plan = &mut state.player_mut(seat).plan;
            let card = plan.take(space.index()).map_err(|found| fault(found, space, any))?;
            events.push(Event::CardTakenBack { seat, space, card });
        }
        Action::SealPlan => {
            let empty = Own::of(state, seat).missing();
            if empty > 0 {
                return Err(Violation::Unfinished { empty });
            }
            planning.seal(seat).map_err(|found| fault(found, bid, any))?;
            state.phase = Phase::Plan(planning);
            events.push(Event::PlanSealed { seat });
            if planning.is_over() {
                close(state, events);
            }
        }
        _ => return Err(Violation::NotNow),
    }
    Ok(())
}

/// All cards of a seat, in order.
pub(crate) fn cards(state: &State, seat: Seat) -> impl Iterator<Item = Card> + use<> {
    let provinces = state.provinces_of(seat).iter().map(Card::Province);
    provinces.chain(Chests::all().map(Card::Chests))
}

/// Whether the plan of a seat could be sealed.
pub(crate) fn is_complete(state: &State, seat: Seat) -> bool {
    Own::of(state, seat).missing() == 0
}

impl State {
    pub fn may_bid(&self, seat: Seat, card: Card) -> bool {
        Own::of(self, seat).allows(Space::Bid, card).is_ok()
    }
}

/// All plans are sealed: everyone sees which spaces are empty.
fn close(state: &mut State, events: &mut Vec<Event>) {
    let Phase::Plan(planning) = state.phase else { return };
    for seat in planning.planners().iter() {
        let player = state.player_mut(seat);
        let laid = player.plan.iter().filter_map(|(space, _)| Space::from_index(space));
        player.face_down = laid.collect();
        let is_empty = |space: &Space| !player.face_down.contains(*space);
        let spaces: SpaceSet = Space::all().filter(is_empty).collect();
        if !spaces.is_empty() {
            events.push(Event::SpacesEmpty { seat, spaces });
        }
    }
    state.phase = Phase::DrawEvent;
}

/// What a seat has to plan with.
struct Own {
    cards: usize,
    laid: usize,
    chests: u8,
    overbid: Overbid,
    empty_spaces: EmptySpaces,
    /// The cards in hand that could be bid, if the bid is still to be laid.
    biddable: Option<usize>,
}

impl Own {
    fn of(state: &State, seat: Seat) -> Self {
        let player = state.player(seat);
        let mut own = Self {
            cards: state.cards_of(seat),
            laid: player.plan.len(),
            chests: player.chests(),
            overbid: state.options.overbid,
            empty_spaces: state.options.empty_spaces,
            biddable: None,
        };
        if own.overbid == Overbid::Illegal && player.plan.on(Space::Bid.index()).is_none() {
            let hand = cards(state, seat).filter(|card| player.plan.space_of(*card).is_none());
            own.biddable = Some(hand.filter(|card| own.can_bid(*card)).count());
        }
        own
    }

    /// How many spaces still need a card: all of them, or as many as there are
    /// cards.
    fn missing(&self) -> usize {
        self.cards.min(Space::COUNT).saturating_sub(self.laid)
    }

    /// Whether a card may be laid on a space, so that the plan can still be
    /// finished.
    fn allows(&self, space: Space, card: Card) -> Applied {
        let fills_all = self.cards >= Space::COUNT;
        if space == Space::Bid {
            if !fills_all && self.empty_spaces == EmptySpaces::BidFirst {
                return Err(Violation::BidStaysEmpty);
            }
            if self.overbid == Overbid::Illegal && !self.can_bid(card) {
                return Err(Violation::Overbid { card });
            }
        } else if fills_all && self.biddable == Some(1) && self.can_bid(card) {
            return Err(Violation::LastBid { card });
        }
        Ok(())
    }

    fn can_bid(&self, card: Card) -> bool {
        match card {
            Card::Province(_) => true,
            Card::Chests(chests) => chests.number() <= self.chests,
        }
    }
}
