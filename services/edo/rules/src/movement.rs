//! The movement step: samurai and the merchant move for money.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::action::Figure;
use crate::board::Side;
use crate::space::{Space, SpaceSet};
use crate::state::{Phase, State, Turn, TurnStep};
use crate::tables::MOVE_RYO;
use crate::violation::others_are_on;
use crate::{Action, Applied, Event, Violation};

impl State {
    /// What the cheapest way costs a seat; `None` if there is none.
    pub fn way_cost(&self, seat: Seat, from: Space, to: Space) -> Option<u8> {
        let ways = Ways::of(self, seat);
        let mut reached = ways.spread(SpaceSet::only(from));
        for roads in 0..Space::COUNT as u8 {
            if reached.contains(to) {
                return Some(roads.saturating_mul(MOVE_RYO));
            }
            reached = ways.further(reached);
        }
        None
    }
}

/// Every figure with every space that it can reach for the money there is.
pub(crate) fn list(state: &State, turn: &Turn, merchant: bool, actions: &mut Vec<Action>) {
    let ways = Ways::of(state, turn.active);
    let roads = roads(state.player(turn.active).ryo);
    let figures = turn.ready.spaces().iter().map(|space| (Figure::Samurai(space), space));
    let merchant = merchant.then_some((Figure::Merchant, state.merchant));
    for (figure, from) in figures.chain(merchant) {
        let reached = ways.within(from, roads).without(from);
        actions.extend(reached.iter().map(|to| Action::Move { figure, to }));
    }
}

/// Whether any figure can move.
pub(crate) fn is_possible(state: &State, turn: &Turn, merchant: bool) -> bool {
    let ready = turn.ready.spaces();
    let figures = if merchant { ready.with(state.merchant) } else { ready };
    if roads(state.player(turn.active).ryo) > 0 {
        return !figures.is_empty();
    }
    let ways = Ways::of(state, turn.active);
    figures.iter().any(|space| ways.spread(SpaceSet::only(space)).len() > 1)
}

/// Moves a figure along its cheapest way.
pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    merchant: bool,
    figure: Figure,
    to: Space,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = turn.active;
    let from = match figure {
        Figure::Merchant if !merchant => return Err(Violation::HasMoved { figure }),
        Figure::Merchant => state.merchant,
        Figure::Samurai(from) if turn.ready.is_on(from) => from,
        Figure::Samurai(from) if state.player(seat).samurai.is_on(from) => {
            return Err(Violation::HasMoved { figure });
        }
        Figure::Samurai(from) => {
            return Err(Violation::no_samurai(from, others_are_on(state, seat, from)));
        }
    };
    if !state.side().spaces().contains(to) {
        return Err(Violation::NotOnBoard { space: to });
    }
    if from == to {
        return Err(Violation::StaysThere);
    }
    let cost = state.way_cost(seat, from, to);
    let payable = cost.filter(|cost| u16::from(*cost) <= state.player(seat).ryo);
    let ryo = payable.ok_or(Violation::WayTooLong { to })?;
    let player = state.player_mut(seat);
    player.ryo -= u16::from(ryo);
    let mut next = turn;
    if let Figure::Samurai(from) = figure {
        player.samurai.remove(from);
        player.samurai.add(to);
        next.ready.remove(from);
    } else {
        state.merchant = to;
        next.step = TurnStep::Moving { merchant: false };
    }
    state.phase = Phase::Turn(next);
    events.push(Event::Moved { seat, figure, to, ryo });
    Ok(())
}

/// The roads of a side, of which those at the own temples are free (EDO-9.10).
struct Ways {
    side: Side,
    temples: SpaceSet,
}

impl Ways {
    fn of(state: &State, seat: Seat) -> Self {
        Self { side: state.side(), temples: state.player(seat).temples }
    }

    /// Everything within so many paid roads.
    fn within(&self, from: Space, roads: u16) -> SpaceSet {
        let mut reached = self.spread(SpaceSet::only(from));
        for _ in 0..roads {
            let further = self.further(reached);
            if further == reached {
                break;
            }
            reached = further;
        }
        reached
    }

    /// One paid road more.
    fn further(&self, reached: SpaceSet) -> SpaceSet {
        self.spread(reached.union(self.side.next_to_any(reached)))
    }

    /// Everything that free roads lead to.
    fn spread(&self, mut reached: SpaceSet) -> SpaceSet {
        if self.temples.is_empty() {
            return reached;
        }
        loop {
            let before = reached;
            for temple in self.temples.iter() {
                let around = self.side.next_to(temple).with(temple);
                if !around.intersection(reached).is_empty() {
                    reached = reached.union(around);
                }
            }
            if reached == before {
                return reached;
            }
        }
    }
}

/// How many roads so much money pays for.
fn roads(ryo: u16) -> u16 {
    ryo.checked_div(MOVE_RYO.into()).unwrap_or(u16::MAX)
}
