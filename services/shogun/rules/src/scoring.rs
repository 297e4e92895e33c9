//! The points of a winter, and the places at the end.

use alloc::vec;
use alloc::vec::Vec;

use kit_rules::{Outcome, ScoreLine, Seat, SeatSet};

use crate::number::{BUILDING_POINTS, MAJORITY_POINTS, PROVINCE_POINTS, SEATS_MAX, TIE_REDUCTION};
use crate::state::{Player, State};
use crate::{Building, Event, Province, Region};

/// Gives everyone the points of a winter.
pub(crate) fn score(state: &mut State, events: &mut Vec<Event>) {
    for seat in state.seats.seats() {
        let own = state.provinces.iter().filter(|holding| holding.owner == Some(seat));
        let (mut provinces, mut buildings) = (0, 0);
        for holding in own {
            provinces += PROVINCE_POINTS;
            buildings += BUILDING_POINTS * holding.buildings.len() as u16;
        }
        let points = &mut state.player_mut(seat).points;
        points.provinces = points.provinces.saturating_add(provinces);
        points.buildings = points.buildings.saturating_add(buildings);
        events.push(Event::HoldingsScored { seat, provinces, buildings });
    }
    for region in Region::ALL {
        for building in Building::ALL {
            score_majority(state, region, building, events);
        }
    }
    for seat in state.seats.seats() {
        let points = state.player(seat).points.total();
        events.push(Event::PointsTold { seat, points });
    }
}

/// The result: most points, then most chests; who is equal in both shares a
/// place.
pub(crate) fn outcome(state: &State) -> Outcome {
    Outcome::ranked(state.seats.seats().map(|seat| {
        let player = state.player(seat);
        (seat, (player.points.total(), player.chests()), lines(player))
    }))
}

/// Who has the most buildings of a kind in a region scores; who shares the
/// most scores less.
fn score_majority(state: &mut State, region: Region, building: Building, events: &mut Vec<Event>) {
    let mut built = [0u8; SEATS_MAX];
    for province in Province::all().filter(|p| p.region(state.options.side) == region) {
        let holding = state.holding(province);
        if let (Some(owner), true) = (holding.owner, holding.buildings.contains(building)) {
            built[owner.index()] += 1;
        }
    }
    let most = built.into_iter().max().unwrap_or(0);
    if most == 0 {
        return;
    }
    let has_most = |seat: &Seat| built[seat.index()] == most;
    let seats: SeatSet = state.seats.seats().filter(has_most).collect();
    let less = if seats.len() > 1 { TIE_REDUCTION } else { 0 };
    let points = MAJORITY_POINTS[building.index()].saturating_sub(less);
    for seat in seats.iter() {
        let majorities = &mut state.player_mut(seat).points.majorities;
        *majorities = majorities.saturating_add(points);
    }
    events.push(Event::MajorityScored { region, building, seats, points });
}

fn lines(player: &Player) -> Vec<ScoreLine> {
    let line = |label, value: u16| ScoreLine { label, value: i64::from(value) };
    vec![
        line("victory points", player.points.total()),
        line("chests", player.chests().into()),
        line("points for provinces", player.points.provinces),
        line("points for buildings", player.points.buildings),
        line("points for majorities", player.points.majorities),
    ]
}
