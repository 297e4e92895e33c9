//! Privileges that are used at any moment of the own turn: city income and resources.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::goods::{Good, Goods, Price};
use crate::income;
use crate::space::Space;
use crate::state::State;
use crate::tables::RONIN_BAR_INCOME;
use crate::token::{Privilege, PrivilegeKind, PrivilegeSet};
use crate::{Action, Applied, Event, Violation};

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
    has_goods(state, seat) || has_income(state, seat)
}

/// Whether a seat can take the income of a city.
pub(crate) fn has_income(state: &State, seat: Seat) -> bool {
    !state.player(seat).privileges.is_empty()
        && Space::cities().any(|city| check_income(state, seat, city).is_ok())
}

/// Whether a seat can take a resource.
pub(crate) fn has_goods(state: &State, seat: Seat) -> bool {
    state.player(seat).privileges.first(PrivilegeKind::Resource).is_some()
}

/// Whether a seat could pay a price with what it has and what they would bring.
pub(crate) fn could_pay(state: &State, seat: Seat, price: Price) -> bool {
    let player = state.player(seat);
    let best_income = Space::cities()
        .filter(|city| check_income(state, seat, *city).is_ok())
        .map(|city| u16::from(income::of_city(state, city)[seat.index()]))
        .max();
    let incomes = player.privileges.of_kind(PrivilegeKind::CityIncome).count() as u16;
    let ryo = player.ryo.saturating_add(incomes * best_income.unwrap_or(0));
    let mut missing = Goods::default();
    for good in Good::ALL {
        missing[good] = u16::from(price.good(good)).saturating_sub(player.goods[good]);
    }
    ryo >= price.ryo.into() && can_fill(player.privileges, missing)
}

/// Whether the resources of these privileges can be chosen so that nothing is missing.
fn can_fill(privileges: PrivilegeSet, missing: Goods) -> bool {
    if missing.total() == 0 {
        return true;
    }
    let Some(privilege) = privileges.first(PrivilegeKind::Resource) else { return false };
    privilege.goods().iter().any(|good| {
        let mut rest = missing;
        rest[*good] = rest[*good].saturating_sub(1);
        can_fill(privileges.without(privilege), rest)
    })
}

/// A seat uses one.
pub(crate) fn act(
    state: &mut State,
    seat: Seat,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
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
) -> Applied {
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
