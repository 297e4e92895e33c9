//! Privileges that are used between two officials: city income and resources.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::goods::Good;
use crate::income;
use crate::space::Space;
use crate::state::State;
use crate::tables::RONIN_BAR_INCOME;
use crate::token::{Privilege, PrivilegeKind};
use crate::{Action, Event, Violation};

/// Everything that a seat can do with them in its own turn.
pub(crate) fn list(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    if state.player(seat).privileges.is_empty() {
        return;
    }
    let cities = Space::cities().filter(|city| check_income(state, seat, *city).is_ok());
    actions.extend(cities.map(|city| Action::TakeIncome { city }));
    list_goods(state, seat, actions);
}

/// The resources that a seat can take.
pub(crate) fn list_goods(state: &State, seat: Seat, actions: &mut Vec<Action>) {
    for privilege in state.player(seat).privileges.of_kind(PrivilegeKind::Resource) {
        let goods = privilege.goods().iter();
        actions.extend(goods.map(|good| Action::TakeGood { privilege, good: *good }));
    }
}

/// Whether a seat can use one in its own turn.
pub(crate) fn is_possible(state: &State, seat: Seat) -> bool {
    has_goods(state, seat)
        || !state.player(seat).privileges.is_empty()
            && Space::cities().any(|city| check_income(state, seat, city).is_ok())
}

/// Whether a seat can take a resource.
pub(crate) fn has_goods(state: &State, seat: Seat) -> bool {
    state.player(seat).privileges.first(PrivilegeKind::Resource).is_some()
}

/// A seat uses one.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Result<(), Violation> {
    match action {
        Action::TakeIncome { city } => {
            let privilege = check_income(state, seat, city)?;
            let ryo = income::of_city(state, city)[seat.index()];
            let player = state.player_mut(seat);
            player.ryo += u16::from(ryo);
            player.privileges = player.privileges.without(privilege);
            events.push(Event::IncomeTaken { seat, city, ryo, privilege });
            Ok(())
        }
        Action::TakeGood { privilege, good } => take_good(state, seat, privilege, good, events),
        _ => Err(Violation::FinishOfficial),
    }
}

fn take_good(
    state: &mut State,
    seat: Seat,
    privilege: Privilege,
    good: Good,
    events: &mut Vec<Event>,
) -> Result<(), Violation> {
    let player = state.player_mut(seat);
    if !player.privileges.contains(privilege) {
        return Err(Violation::NotYourPrivilege { privilege });
    }
    if privilege.kind() != PrivilegeKind::Resource || !privilege.goods().contains(&good) {
        return Err(Violation::OtherGood { good });
    }
    player.goods[good] += 1;
    player.privileges = player.privileges.without(privilege);
    events.push(Event::GoodTaken { seat, good, privilege });
    Ok(())
}

fn check_income(state: &State, seat: Seat, city: Space) -> Result<Privilege, Violation> {
    let kind = PrivilegeKind::CityIncome;
    let privilege = state.player(seat).privileges.first(kind);
    let privilege = privilege.ok_or(Violation::NoPrivilege { kind })?;
    if state.ronin.count(city) >= RONIN_BAR_INCOME.into() {
        return Err(Violation::RoninBarIncome { city });
    }
    let buildings = state.city(city).into_iter().flat_map(|found| found.buildings());
    let is_present = buildings.into_iter().any(|building| building.owner == seat);
    if is_present { Ok(privilege) } else { Err(Violation::NoIncomeThere { city }) }
}
