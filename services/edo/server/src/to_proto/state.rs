//! Writes a position canonically: the same position gives the same bytes.

use edo_rules::{
    City, Offers, Options, Phase, Relocation, Space, State, Tokken, Trade, Turn, TurnStep,
};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::Seat;
use pb::turn::Step;

use super::player::{all, officials, player, squad};
use super::{end_reason, place};
use crate::numbers::{of, of_any};

/// A position. Spaces, cards and tokens ascend by number, players by seat, and
/// whatever is empty is absent.
pub(crate) fn state(state: &State) -> pb::State {
    let Options { jiin, tokken: has_tokken, ronin } = state.options;
    pb::State {
        options: Some(pb::Options { jiin, tokken: has_tokken, ronin }),
        start_seat: state.start_seat.map_or(0, Seat::number),
        round: state.round.into(),
        merchant: of(state.merchant),
        trade: Some(trade(&state.trade)),
        cities: Space::cities()
            .zip(&state.cities)
            .filter_map(|(at, built)| city(at, built))
            .collect(),
        tokken: has_tokken.then(|| tokken(&state.tokken)),
        ronin: squad(&state.ronin),
        players: state.seats.seats().map(|seat| player(seat, state.player(seat))).collect(),
        ..phase(&state.phase)
    }
}

/// The fields that depend on the phase; all others are empty.
fn phase(phase: &Phase) -> pb::State {
    let stage = |phase: pb::Phase, active: Option<Seat>| pb::State {
        phase: phase.into(),
        active_seat: active.map_or(0, Seat::number),
        ..pb::State::default()
    };
    match phase {
        Phase::Setup => stage(pb::Phase::Setup, None),
        // What was taken counts itself.
        Phase::Positions { .. } => stage(pb::Phase::Positions, None),
        Phase::SelectRonin => stage(pb::Phase::SelectRonin, None),
        Phase::Relocate(running) => pb::State {
            relocation: Some(relocation(running)),
            ..stage(pb::Phase::RelocateRonin, None)
        },
        Phase::Plan(planning) => pb::State {
            planning_seats: planning.open().iter().map(Seat::number).collect(),
            ..stage(pb::Phase::Plan, None)
        },
        Phase::Turn(running) => {
            pb::State { turn: Some(turn(running)), ..stage(pb::Phase::Turn, Some(running.active)) }
        }
        Phase::Wages { seat } => stage(pb::Phase::Wages, Some(*seat)),
        Phase::Store { seat } => stage(pb::Phase::Store, Some(*seat)),
        Phase::NextCard => stage(pb::Phase::NextCard, None),
        Phase::Over(reason) => {
            pb::State { end_reason: end_reason(*reason).into(), ..stage(pb::Phase::Over, None) }
        }
    }
}

fn turn(turn: &Turn) -> pb::Turn {
    pb::Turn {
        slot: place(turn.slot),
        officials: officials(turn.officials),
        ready: squad(&turn.ready),
        has_dispersed: turn.has_dispersed,
        step: Some(step(&turn.step)),
    }
}

fn step(step: &TurnStep) -> Step {
    match *step {
        TurnStep::Moving { merchant } => Step::Moving(pb::Moving { merchant }),
        TurnStep::Working => Step::Working(pb::Working {}),
        TurnStep::Travelling { moves_left } => {
            Step::Travelling(pb::Travelling { moves_left: moves_left.into() })
        }
        TurnStep::Trading { used, .. } => Step::Trading(pb::Trading { used: offers(used) }),
        TurnStep::Gathering { space, moves_left } => {
            Step::Gathering(pb::Gathering { space: of(space), moves_left: moves_left.into() })
        }
        TurnStep::Relocating(running) => Step::Relocating(relocation(&running)),
        TurnStep::TurnUpDemand => Step::TurnUpDemand(pb::TurnUpDemand {}),
        TurnStep::TurnUpPrivilege => Step::TurnUpPrivilege(pb::TurnUpPrivilege {}),
        TurnStep::Finishing => Step::Finishing(pb::Finishing {}),
    }
}

fn offers(used: Offers) -> Vec<i32> {
    let offers = [
        (used.current_goods, pb::Offer::CurrentGoods),
        (used.current_point, pb::Offer::CurrentPoint),
        (used.top_goods, pb::Offer::TopGoods),
        (used.top_point, pb::Offer::TopPoint),
    ];
    offers.into_iter().filter(|(used, _)| *used).map(|(_, offer)| offer.into()).collect()
}

fn relocation(relocation: &Relocation) -> pb::Relocation {
    pb::Relocation {
        from: of(relocation.from),
        tile: of_any(relocation.tile),
        drawn: all(relocation.drawn.iter()),
    }
}

fn trade(trade: &Trade) -> pb::Trade {
    pb::Trade {
        current: of_any(trade.current),
        top: of_any(trade.top),
        pile: all(trade.pile.iter()),
    }
}

fn city(space: Space, city: &City) -> Option<pb::City> {
    let post = city.buildings().position(|building| building.is_post);
    (*city != City::default()).then(|| pb::City {
        space: of(space),
        profit: of_any(city.profit),
        site_owners: city.buildings().map(|building| building.owner.number()).collect(),
        trading_post_site: post.map_or(0, |site| site as u32 + 1),
        fortresses: city.fortresses.into(),
    })
}

fn tokken(tokken: &Tokken) -> pb::Tokken {
    let columns = tokken.demands.iter().zip(&tokken.privileges);
    pb::Tokken {
        columns: columns
            .map(|(demand, privilege)| pb::Column {
                demand: of_any(*demand),
                privilege: of_any(*privilege),
            })
            .collect(),
        next_demand: of_any(tokken.next_demand),
        next_privilege: of_any(tokken.next_privilege),
        demand_stack: all(tokken.demand_stack.iter()),
        privilege_stack: all(tokken.privilege_stack.iter()),
    }
}
