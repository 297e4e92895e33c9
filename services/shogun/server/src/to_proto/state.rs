//! Writes a position canonically: the same position gives the same bytes.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Plan, Seat};
use shogun_rules::{
    Card, Cube, EventSet, Player, Points, Province, Shelf, Space, Special, State, Tower, TowerStage,
};

use super::options::options;
use super::phase::phase;
use super::{card, cubes};
use crate::numbers::{
    of_building, of_event_card, of_order, of_province, of_season, of_space, of_special,
};

/// A position. Provinces, spaces and cards ascend by number, players by seat,
/// and whatever is empty is absent.
pub(crate) fn state(state: &State) -> pb::State {
    pb::State {
        options: Some(options(&state.options)),
        year: state.year.into(),
        season: of_season(state.season),
        holdings: holdings(state),
        players: state.seats.seats().map(|seat| player(seat, state.player(seat))).collect(),
        farmers: state.farmers.into(),
        tray: cubes(state.tray),
        tower: tower(&state.tower),
        action_cards: state.action_cards.iter().flatten().copied().map(of_order).collect(),
        specials: state.specials.iter().flatten().copied().map(of_special).collect(),
        ranking: state.ranking.iter().flatten().map(|seat| seat.number()).collect(),
        turn_order: turn_order(&state.turn_order),
        events_open: event_cards(state.events_open),
        event: state.event.map_or(0, of_event_card),
        events_gone: event_cards(state.events_gone),
        ..phase(state)
    }
}

fn holdings(state: &State) -> Vec<pb::Holding> {
    let holding = |province: Province| {
        let holding = state.holding(province);
        let owner = holding.owner?;
        Some(pb::Holding {
            province: of_province(province),
            seat: owner.number(),
            armies: holding.armies.into(),
            buildings: holding.buildings.iter().map(of_building).collect(),
            markers: holding.markers.into(),
        })
    };
    Province::all().filter_map(holding).collect()
}

fn player(seat: Seat, player: &Player) -> pb::Player {
    pb::Player {
        seat: seat.number(),
        supply: player.supply.into(),
        chests_open: player.chests_open.into(),
        chests_hidden: player.chests_hidden.into(),
        rice: player.rice.into(),
        points: points(&player.points),
        plan: cards(&player.plan),
        face_down: player.face_down.iter().map(of_space).collect(),
        face_up: cards(&player.face_up),
    }
}

fn points(points: &Points) -> Option<pb::Points> {
    (*points != Points::default()).then(|| pb::Points {
        provinces: points.provinces.into(),
        buildings: points.buildings.into(),
        majorities: points.majorities.into(),
    })
}

fn cards(plan: &Plan<Card, { Space::COUNT }>) -> Vec<pb::LaidCard> {
    let laid = plan.iter().filter_map(|(index, card)| Some((Space::from_index(index)?, card)));
    laid.map(|(space, laid)| pb::LaidCard { space: of_space(space), card: card(laid) }).collect()
}

fn tower(tower: &Tower) -> Option<pb::Tower> {
    if *tower == Tower::default() {
        return None;
    }
    let (stage, next, has_hit) = match tower.stage {
        TowerStage::Still => (pb::TowerStage::Still, 0, false),
        TowerStage::Mix { last } => (pb::TowerStage::Mix, last, false),
        TowerStage::Fall { shelf: Shelf::Upper, next, has_hit } => {
            (pb::TowerStage::FallUpper, next, has_hit)
        }
        TowerStage::Fall { shelf: Shelf::Lower, next, has_hit } => {
            (pb::TowerStage::FallLower, next, has_hit)
        }
    };
    Some(pb::Tower {
        upper: owners(&tower.upper),
        lower: owners(&tower.lower),
        falling: owners(&tower.falling),
        passed: owners(&tower.passed),
        stage: stage.into(),
        next: next.into(),
        has_hit,
    })
}

fn owners(cubes: &[Cube]) -> Vec<u32> {
    cubes.iter().map(|cube| cube.owner().map_or(0, Seat::number)).collect()
}

fn turn_order(order: &[Option<Seat>; Special::COUNT]) -> Vec<u32> {
    if order.iter().all(Option::is_none) {
        return Vec::new();
    }
    order.iter().map(|seat| seat.map_or(0, Seat::number)).collect()
}

fn event_cards(cards: EventSet) -> Vec<i32> {
    cards.iter().map(of_event_card).collect()
}
