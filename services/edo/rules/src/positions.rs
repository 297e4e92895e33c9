//! Starting positions: everyone takes a package and a city, in two passes.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::building::Building;
use crate::package::PackageSet;
use crate::setup::open_cities;
use crate::space::{Space, SpaceSet};
use crate::state::{Phase, State};
use crate::{Action, Applied, Event, Violation, round};

/// Who takes next: in turn order, then in reverse turn order (EDO-4.6).
pub(crate) fn active(state: &State, taken: u8) -> Seat {
    let (seats, taken) = (state.seats.get(), usize::from(taken));
    let place = if taken < seats { taken } else { (2 * seats - 1).saturating_sub(taken) };
    state.turn_order().nth(place).unwrap_or(state.first())
}

/// Everything that the seat can take.
pub(crate) fn list(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    let player = state.player(seat);
    if player.package.is_none() {
        actions.extend(packages_left(state).iter().map(Action::TakePackage));
    }
    if player.samurai.is_empty() {
        actions.extend(starting_cities(state).iter().map(Action::TakeCity));
    }
}

/// The seat takes something.
pub(crate) fn act(
    state: &mut State,
    taken: u8,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let seat = active(state, taken);
    let player = state.player(seat);
    match action {
        Action::TakePackage(_) if player.package.is_some() => return Err(Violation::HasPackage),
        Action::TakePackage(package) => {
            if !packages_left(state).contains(package) {
                return Err(Violation::PackageIsGone { package });
            }
            let player = state.player_mut(seat);
            player.package = Some(package);
            player.receive(package.contents());
            events.push(Event::PackageTaken { seat, package });
        }
        Action::TakeCity(_) if !player.samurai.is_empty() => return Err(Violation::HasCity),
        Action::TakeCity(space) => {
            if !starting_cities(state).contains(space) {
                return Err(Violation::NoStartingCity { space });
            }
            state.player_mut(seat).samurai.add(space);
            if let Some(city) = state.city_mut(space) {
                city.add(Building::house(seat));
            }
            events.push(Event::CityTaken { seat, city: space });
        }
        _ => return Err(Violation::PositionsFirst),
    }
    if usize::from(taken) + 1 == 2 * state.seats.get() {
        round::begin(state, events);
    } else {
        state.phase = Phase::Positions { taken: taken + 1 };
    }
    Ok(())
}

/// Takes the last package for whoever can take nothing else.
pub(crate) fn advance(state: &mut State, taken: u8, events: &mut Vec<Event>) -> bool {
    let player = state.player(active(state, taken));
    let packages = packages_left(state);
    let last = packages.nth(0).filter(|_| packages.len() == 1);
    match last {
        Some(package) if player.package.is_none() && !player.samurai.is_empty() => {
            act(state, taken, Action::TakePackage(package), events).is_ok()
        }
        _ => false,
    }
}

/// The packages that nobody has taken.
pub(crate) fn packages_left(state: &State) -> PackageSet {
    let taken: PackageSet = state.players.iter().filter_map(|player| player.package).collect();
    PackageSet::ALL.difference(taken)
}

fn starting_cities(state: &State) -> SpaceSet {
    open_cities(state).without(Space::EDO)
}
