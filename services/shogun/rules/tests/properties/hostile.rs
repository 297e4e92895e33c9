//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use kit_conformance::Chance;
use kit_conformance::tampered::Tampering;
use kit_rules::{Planning, Seat, SeatCount, SeatSet};
use shogun_rules::{
    Building, Card, Chests, Cube, DraftStep, DraftTurn, Event, EventCard, Inconsistent, Order,
    Phase, Province, ProvinceSet, Region, Season, Shelf, Shogun, Space, Special, State, Task,
    TowerStage, Turn, Winter, WinterTask,
};

use super::sample::{some_options, view};

/// Every kind of fault that there is.
const FAULTS: [&str; 16] = [
    "ActionCards",
    "Armies",
    "Board",
    "Buildings",
    "Chests",
    "Draft",
    "Events",
    "Farmers",
    "Order",
    "Phase",
    "Province",
    "Seats",
    "Specials",
    "TableSize",
    "Time",
    "Tower",
];

const TAMPERING: Tampering<Shogun, Inconsistent> = Tampering {
    positions: 80,
    guard: State::check,
    view,
    guard_view: |seen, viewer| seen.check_view(Some(viewer)),
    steps_in_views: true,
    tamper,
    weight: None,
};

#[test]
fn a_position_that_was_tampered_with_is_refused_or_playable() {
    let tally = TAMPERING.hold(&some_options(), &FAULTS);
    assert!(tally.refused > 500 && tally.played > 50, "{tally:?}");
}

#[test]
fn an_event_that_names_nobody_is_still_a_sentence() {
    let (region, building) = (Region::Red, Building::Castle);
    let scored = Event::MajorityScored { region, building, seats: SeatSet::EMPTY, points: 3 };
    assert!(scored.to_string().starts_with("none score 3 for the most castles in "), "{scored}");
}

/// Changes something, whether it fits or not.
fn tamper(state: &mut State, random: &mut Chance) {
    let seat = Seat::from_index(random.below(6) as usize);
    let province = any_province(random);
    let space = Space::from_index(random.below(11) as usize).expect("a space");
    let event = EventCard::from_index(random.below(12) as usize).expect("an event");
    let player_index = random.below(5) as usize;
    let number = random.below(256) as u8;
    let player = &mut state.players[player_index];
    let holding = &mut state.provinces[province.index()];
    match random.below(30) {
        0 => player.supply = player.supply.wrapping_add(random.below(3) as u8).wrapping_sub(1),
        1 => player.chests_open = number,
        2 => player.chests_hidden = number,
        3 => player.rice = number,
        4 => player.points.provinces = u16::from(number) << 8,
        5 => drop(player.plan.put(space.index(), any_card(province, random))),
        6 => drop(player.plan.take(space.index())),
        7 => drop(player.face_up.put(space.index(), any_card(province, random))),
        8 => player.face_down = player.face_down.with(space),
        9 => holding.owner = random.below(2).checked_sub(1).map(|_| seat),
        10 => holding.armies = random.below(4) as u8,
        11 => holding.markers = number,
        12 => holding.buildings = holding.buildings.with(Building::ALL[random.below(3) as usize]),
        13 => build_everywhere(state),
        14 => state.farmers = random.below(30) as u8,
        15 => state.tray[any_cube(random)] = random.below(4) as u8,
        16 => state.tower.upper.push(any_cube(random)),
        17 => state.tower.stage = any_stage(random),
        18 => state.draft.under.push(province),
        19 => state.draft.open[random.below(2) as usize] = Some(province),
        20 => {
            state.action_cards[random.below(10) as usize] =
                Order::from_index(random.below(11) as usize)
        }
        21 => {
            state.specials[random.below(5) as usize] = Special::from_index(random.below(6) as usize)
        }
        22 => state.ranking[random.below(5) as usize] = Some(seat),
        23 => state.turn_order[random.below(5) as usize] = Some(seat),
        24 => state.events_open = state.events_open.with(event),
        25 => state.event = random.below(2).checked_sub(1).map(|_| event),
        26 => state.seats = SeatCount::new(1 + random.below(6)).expect("six seats are possible"),
        27 => {
            state.year = random.below(4) as u8;
            state.season = Season::ALL[random.below(4) as usize];
        }
        28 => state.phase = any_phase(seat, province, random),
        _ => shift_armies(state, province, random),
    }
}

fn any_province(random: &mut Chance) -> Province {
    Province::from_index(random.below(45) as usize).expect("a province")
}

fn any_card(province: Province, random: &mut Chance) -> Card {
    Chests::new(random.below(10)).map_or(Card::Province(province), Card::Chests)
}

fn any_cube(random: &mut Chance) -> Cube {
    Cube::all().nth(random.below(6) as usize).expect("a colour")
}

fn any_stage(random: &mut Chance) -> TowerStage {
    let next = random.below(400) as u16;
    match random.below(3) {
        0 => TowerStage::Still,
        1 => TowerStage::Mix { last: next },
        _ => TowerStage::Fall { shelf: Shelf::Lower, next, has_hit: next.is_multiple_of(2) },
    }
}

fn any_phase(seat: Seat, province: Province, random: &mut Chance) -> Phase {
    let (position, place) = (random.below(12) as u8, random.below(6) as u8);
    let turn = |task| Phase::Act(Turn { position, place, task });
    let revolting = ProvinceSet::only(province);
    let winter = |task| Phase::Winter(Winter { place, farmers: position, revolting, task });
    let draft = |step| Phase::Draft(DraftTurn { active: seat, step });
    match random.below(22) {
        0 => Phase::DrawLetter { seat },
        1 => Phase::DrawFirst,
        2 => draft(DraftStep::Open),
        3 => draft(DraftStep::Choose),
        4 => draft(DraftStep::Blind),
        5 => draft(DraftStep::Place(province)),
        6 => Phase::SeedTower,
        7 => Phase::DrawYearEvents,
        8 => Phase::LayOutActions,
        9 => Phase::LayOutSpecials,
        10 => Phase::Plan(Planning::begin(SeatSet::only(seat))),
        11 => Phase::DrawEvent,
        12 => Phase::RankBids,
        13 => Phase::PickSpecial,
        14 => turn(Task::ChooseTarget),
        15 => turn(Task::ChooseArmies { target: province }),
        16 => turn(Task::Battle { province }),
        17 => Phase::TurnUp { position },
        18 => winter(WinterTask::Draw { left: place }),
        19 => winter(WinterTask::Choose),
        20 => winter(WinterTask::Battle { province }),
        _ => Phase::Over,
    }
}

/// Puts a castle into every province that has room, which is too many.
fn build_everywhere(state: &mut State) {
    for province in state.in_play().iter() {
        let holding = &mut state.provinces[province.index()];
        if holding.owner.is_some() && holding.buildings.len() < province.towns().into() {
            holding.buildings = holding.buildings.with(Building::Castle);
        }
    }
}

/// Moves an army between a province and the supply, which may be a possible
/// position again.
fn shift_armies(state: &mut State, province: Province, random: &mut Chance) {
    let holding = &mut state.provinces[province.index()];
    let Some(owner) = holding.owner.filter(|owner| owner.index() < state.players.len()) else {
        return;
    };
    let supply = &mut state.players[owner.index()].supply;
    if random.below(2) == 0 && *supply > 0 {
        *supply -= 1;
        holding.armies = holding.armies.saturating_add(1);
    } else if holding.armies > 1 {
        holding.armies -= 1;
        *supply = supply.saturating_add(1);
    }
}
