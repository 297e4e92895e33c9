//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use edo_rules::{
    Building, Card, Demand, Edo, EndReason, Good, Inconsistent, LocationSet, LocationTile, Offers,
    OfficialKind, Officials, Phase, PlannedCard, Privilege, ProfitTile, Relocation, SLOTS, Space,
    Squad, State, Task, TradingCard, Turn, TurnStep,
};
use kit_conformance::Chance;
use kit_conformance::tampered::Tampering;
use kit_rules::{Plan, Planning, Seat, SeatSet};

use super::sample::{module_sets, view, weight};

/// Every kind of fault that there is.
const FAULTS: [&str; 16] = [
    "City",
    "End",
    "Figures",
    "Phase",
    "Plan",
    "Player",
    "Positions",
    "Ronin",
    "Round",
    "Seats",
    "StartSeat",
    "Supply",
    "TableSize",
    "Tokens",
    "TradingCards",
    "Turn",
];

const TAMPERING: Tampering<Edo, Inconsistent> = Tampering {
    positions: 30,
    guard: State::check,
    view,
    guard_view: |seen, viewer| seen.check_view(Some(viewer)),
    steps_in_views: false,
    tamper,
    weight: Some(weight),
};

#[test]
fn a_position_that_was_tampered_with_is_refused_or_playable() {
    let tally = TAMPERING.hold(&module_sets().collect::<Vec<_>>(), &FAULTS);
    assert!(tally.refused > 500 && tally.played > 500, "{tally:?}");
}

/// Changes something, whether it fits or not.
fn tamper(state: &mut State, random: &mut Chance) {
    match random.below(4) {
        0 => tamper_with_table(state, random),
        1 => tamper_with_player(state, random),
        2 => tamper_with_phase(state, random),
        _ => tamper_with_plan(state, random),
    }
}

fn tamper_with_table(state: &mut State, random: &mut Chance) {
    let seat = any_seat(random);
    let space = any_space(random);
    let city = &mut state.cities[random.below(6) as usize];
    let card = TradingCard::from_index(random.below(10) as usize);
    match random.below(16) {
        0 => state.seats = kit_rules::SeatCount::new(1 + random.below(6)).expect("a table"),
        1 => state.start_seat = if random.below(2) == 0 { None } else { Some(seat) },
        2 => state.round = random.below(13) as u8,
        3 => state.merchant = space,
        4 => city.profit = ProfitTile::from_index(random.below(24) as usize),
        5 => city.fortresses = random.below(5) as u8,
        6 => {
            let building = Building { owner: seat, is_post: random.below(3) == 0 };
            city.sites[random.below(14) as usize] = Some(building);
        }
        7 => city.sites[random.below(3) as usize] = None,
        8 => state.trade.current = card,
        9 => state.trade.top = card.filter(|_| random.below(2) == 0),
        10 => state.trade.pile = state.trade.pile.iter().skip(1).collect(),
        11 => {
            let demand = Demand::from_index(random.below(16) as usize);
            state.tokken.demands[random.below(3) as usize] = demand;
        }
        12 => {
            let privilege = Privilege::from_index(random.below(13) as usize);
            state.tokken.privileges[random.below(3) as usize] = privilege;
        }
        13 => state.tokken.next_demand = None,
        14 => state.ronin = any_squad(random, 3),
        _ => match random.below(3) {
            0 => state.options.jiin ^= true,
            1 => state.options.tokken ^= true,
            _ => state.options.ronin ^= true,
        },
    }
}

fn tamper_with_player(state: &mut State, random: &mut Chance) {
    let space = any_space(random);
    let player = &mut state.players[random.below(5) as usize];
    match random.below(12) {
        0 => player.points = [0, 11, 12, 500, u16::MAX][random.below(5) as usize],
        1 => player.ryo = [0, 9, 90, 9_000, u16::MAX][random.below(5) as usize],
        2 => {
            let good = Good::ALL[random.below(3) as usize];
            player.goods[good] = [0, 3, 40, u16::MAX][random.below(4) as usize];
        }
        3 => player.samurai = any_squad(random, 5),
        4 => player.whites = random.below(15) as u8,
        5 => {
            let card = Card::from_index(random.below(9) as usize).expect("a card");
            let has = player.cards.contains(card);
            player.cards = if has { player.cards.without(card) } else { player.cards.with(card) };
        }
        6 => player.package = edo_rules::Package::from_index(random.below(6) as usize),
        7 => player.temples = player.temples.with(space),
        8 => {
            let privilege = Privilege::from_index(random.below(12) as usize).expect("a privilege");
            player.privileges = player.privileges.with(privilege);
        }
        9 => player.ronin_tokens = random.below(20) as u8,
        10 => player.privileges = Default::default(),
        _ => *player = Default::default(),
    }
}

fn tamper_with_plan(state: &mut State, random: &mut Chance) {
    let slot = random.below(SLOTS as u32) as usize;
    let planned = any_planned(random);
    let player = &mut state.players[random.below(5) as usize];
    match random.below(6) {
        0 => player.shown[slot] = Some(planned),
        1 => player.shown[slot] = None,
        2 => player.plan = Plan::default(),
        3 => drop(player.plan.take(slot)),
        4 => {
            let _ = player.plan.take(slot);
            let _ = player.plan.put(slot, planned);
        }
        _ => {
            if let Phase::Turn(turn) = &mut state.phase {
                turn.officials = planned.officials;
            }
        }
    }
}

fn tamper_with_phase(state: &mut State, random: &mut Chance) {
    let seat = any_seat(random);
    let relocation = any_relocation(random);
    state.phase = match random.below(14) {
        0 => Phase::Setup,
        1 => Phase::Positions { taken: random.below(12) as u8 },
        2 => Phase::SelectRonin,
        3 => Phase::Relocate(relocation),
        4 => Phase::Plan(Planning::begin(SeatSet::only(seat))),
        5 => Phase::Plan(Planning::begin(SeatSet::all(state.seats))),
        6 => Phase::Wages { seat },
        7 => Phase::Store { seat },
        8 => Phase::NextCard,
        9 => {
            Phase::Over(if random.below(2) == 0 { EndReason::Points } else { EndReason::LastCard })
        }
        10 => Phase::Turn(Turn {
            active: seat,
            slot: random.below(4) as u8,
            officials: any_planned(random).officials,
            ready: any_squad(random, 2),
            has_dispersed: random.below(2) == 0,
            step: any_step(random),
        }),
        _ => match state.phase {
            Phase::Turn(mut turn) => {
                match random.below(4) {
                    0 => turn.active = seat,
                    1 => turn.slot = random.below(4) as u8,
                    2 => turn.ready = any_squad(random, 2),
                    _ => turn.step = any_step(random),
                }
                turn.has_dispersed |= random.below(2) == 0;
                Phase::Turn(turn)
            }
            other => other,
        },
    };
}

fn any_step(random: &mut Chance) -> TurnStep {
    let space = any_space(random);
    let any = |random: &mut Chance| random.below(2) == 0;
    match random.below(9) {
        0 => TurnStep::Moving { merchant: any(random) },
        1 => TurnStep::Working,
        2 => TurnStep::Travelling { moves_left: random.below(4) as u8 },
        3 => TurnStep::Trading {
            used: Offers {
                current_goods: any(random),
                top_point: any(random),
                ..Offers::default()
            },
            privileged: any(random),
        },
        4 => TurnStep::Gathering { space, moves_left: random.below(5) as u8 },
        5 => TurnStep::Relocating(any_relocation(random)),
        6 => TurnStep::TurnUpDemand,
        7 => TurnStep::TurnUpPrivilege,
        _ => TurnStep::Finishing,
    }
}

fn any_relocation(random: &mut Chance) -> Relocation {
    let tile = LocationTile::from_index(random.below(14) as usize);
    let more = LocationTile::all().filter(|_| random.below(4) == 0);
    let drawn: LocationSet = more.chain(tile).collect();
    Relocation { from: any_space(random), tile, drawn }
}

fn any_planned(random: &mut Chance) -> PlannedCard {
    let mut officials = Officials::default();
    for kind in OfficialKind::ALL {
        let count = random.below(3) as u8;
        match kind {
            OfficialKind::Own => officials.own = count,
            OfficialKind::White => officials.white = count,
            OfficialKind::Black => officials.black = count,
        }
    }
    let card = Card::from_index(random.below(9) as usize).expect("a card");
    PlannedCard { card, task: Task::ALL[random.below(10) as usize], officials }
}

fn any_squad(random: &mut Chance, most: u32) -> Squad {
    let count = random.below(most + 1);
    Squad::new((0..count).map(|_| any_space(random))).expect("a squad has so many")
}

fn any_space(random: &mut Chance) -> Space {
    Space::from_index(random.below(Space::COUNT as u32) as usize).expect("a space")
}

fn any_seat(random: &mut Chance) -> Seat {
    Seat::from_index(random.below(6) as usize)
}
