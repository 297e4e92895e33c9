//! Build: houses, trading posts, fortresses and temples.

use alloc::vec::Vec;

use crate::building::{Building, BuildingKind};
use crate::goods::Price;
use crate::space::Space;
use crate::state::{State, Turn};
use crate::tables::RONIN_BAR_BUILDING;
use crate::token::PrivilegeKind;
use crate::turn::facts;
use crate::work::next_official;
use crate::{Action, Applied, Event, Violation};

/// Every building that an official can erect.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    let player = state.player(turn.active);
    let has_prestige = player.privileges.first(PrivilegeKind::PrestigeSite).is_some();
    for kind in kinds(state) {
        for space in player.samurai.spaces().iter() {
            if check(state, turn, kind, space).is_err() {
                continue;
            }
            actions.push(Action::Build { kind, space, prestige: false });
            if has_prestige && kind == BuildingKind::House {
                actions.push(Action::Build { kind, space, prestige: true });
            }
        }
    }
}

/// Whether an official can erect anything.
pub(crate) fn is_possible(state: &State, turn: &Turn) -> bool {
    let spaces = state.player(turn.active).samurai.spaces();
    let possible = |kind| spaces.iter().any(|space| check(state, turn, kind, space).is_ok());
    kinds(state).any(possible)
}

/// An official erects a building.
pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    kind: BuildingKind,
    space: Space,
    prestige: bool,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = turn.active;
    let privilege = if prestige {
        let kind_needed = PrivilegeKind::PrestigeSite;
        if kind != BuildingKind::House {
            return Err(Violation::PrestigeIsForHouses);
        }
        let found = state.player(seat).privileges.first(kind_needed);
        Some(found.ok_or(Violation::NoPrivilege { kind: kind_needed })?)
    } else {
        None
    };
    let price = check(state, &turn, kind, space)?;
    let player = state.player_mut(seat);
    player.pay(price);
    player.points += u16::from(kind.points());
    if let Some(privilege) = privilege {
        player.privileges = player.privileges.without(privilege);
    }
    erect(state, &turn, kind, space, prestige);
    events.push(Event::Built { seat, kind, space, price, privilege });
    next_official(state, turn);
    Ok(())
}

fn erect(state: &mut State, turn: &Turn, kind: BuildingKind, space: Space, prestige: bool) {
    let owner = turn.active;
    if kind == BuildingKind::Temple {
        let player = state.player_mut(owner);
        player.temples = player.temples.with(space);
        return;
    }
    let Some(city) = state.city_mut(space) else { return };
    let building = Building { owner, is_post: kind == BuildingKind::TradingPost };
    match kind {
        BuildingKind::Fortress => city.fortresses += 1,
        _ if prestige => city.add_first(building),
        _ => city.add(building),
    }
}

fn kinds(state: &State) -> impl Iterator<Item = BuildingKind> + use<> {
    let jiin = state.options.jiin;
    BuildingKind::ALL.into_iter().filter(move |kind| jiin || *kind != BuildingKind::Temple)
}

/// The price of a building that may stand there and can be paid.
fn check(state: &State, turn: &Turn, kind: BuildingKind, space: Space) -> Result<Price, Violation> {
    let player = state.player(turn.active);
    let price = match kind {
        BuildingKind::Temple => {
            check_temple(state, turn, space)?;
            kind.price()
        }
        _ => {
            check_city(state, turn, kind, space)?;
            kind.price().discounted(facts(state, turn).discount)
        }
    };
    if player.can_pay(price) { Ok(price) } else { Err(Violation::CannotPayBuilding { kind }) }
}

fn check_temple(state: &State, turn: &Turn, space: Space) -> Applied {
    let player = state.player(turn.active);
    if !state.options.jiin {
        return Err(Violation::NoTemples);
    }
    if !space.kind().takes_temple() || state.covered().contains(space) {
        return Err(Violation::NoTempleThere { space });
    }
    if !player.samurai.is_on(space) {
        return Err(Violation::NoSamuraiToBuild { kind: BuildingKind::Temple, space });
    }
    if state.temples().contains(space) {
        return Err(Violation::HasTemple { space });
    }
    if player.temples_left() == 0 { Err(Violation::NoTempleLeft) } else { Ok(()) }
}

fn check_city(state: &State, turn: &Turn, kind: BuildingKind, space: Space) -> Applied {
    let city = state.city(space).ok_or(Violation::NoCity { kind, space })?;
    if state.covered().contains(space) {
        return Err(Violation::CoveredCity { space });
    }
    if kind == BuildingKind::TradingPost && space == Space::EDO {
        return Err(Violation::NoPostInEdo);
    }
    if !state.player(turn.active).samurai.is_on(space) {
        return Err(Violation::NoSamuraiToBuild { kind, space });
    }
    if state.ronin.count(space) >= RONIN_BAR_BUILDING.into() {
        return Err(Violation::RoninBarBuilding { space });
    }
    if kind == BuildingKind::Fortress {
        if city.fortresses >= state.side().fortress_spots(space) {
            return Err(Violation::NoFortressSpot { space });
        }
        return if state.fortresses_left() == 0 { Err(Violation::NoFortressLeft) } else { Ok(()) };
    }
    if kind == BuildingKind::TradingPost {
        if state.posts_left(turn.active) == 0 {
            return Err(Violation::NoPostLeft);
        }
        if city.buildings().any(|building| building.is_post) {
            return Err(Violation::CityHasPost { space });
        }
    } else if state.houses_left(turn.active) == 0 {
        return Err(Violation::NoHouseLeft);
    }
    let is_full = city.buildings().count() >= state.side().sites(space);
    if is_full { Err(Violation::NoSiteFree { space }) } else { Ok(()) }
}
