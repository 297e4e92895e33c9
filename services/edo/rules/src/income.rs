//! Income: cities pay those who built there, by majority.

use alloc::vec::Vec;

use kit_rules::Seat;

use crate::space::Space;
use crate::state::{SEATS_MAX, State};
use crate::tables::RONIN_BAR_INCOME;

impl State {
    /// What a city pays each seat as it stands now.
    pub fn income_of(&self, city: Space) -> [u8; SEATS_MAX] {
        of_city(self, city)
    }
}

/// What a city pays each seat as it stands now (EDO-5.17).
pub(crate) fn of_city(state: &State, space: Space) -> [u8; SEATS_MAX] {
    let mut paid = [0; SEATS_MAX];
    let Some(city) = state.city(space) else { return paid };
    let Some(profit) = city.profit else { return paid };
    if state.ronin.count(space) >= RONIN_BAR_INCOME.into() {
        return paid;
    }
    let mut weights = [0u8; SEATS_MAX];
    let mut ranks: Vec<Seat> = Vec::new();
    for building in city.buildings() {
        let weight = &mut weights[building.owner.index()];
        // Owners come in the order of their first sites, and a stable sort
        // leaves those with equal weight in it.
        if *weight == 0 && !ranks.contains(&building.owner) {
            ranks.push(building.owner);
        }
        *weight += building.kind().weight();
    }
    ranks.sort_by_key(|seat| core::cmp::Reverse(weights[seat.index()]));
    for (seat, share) in ranks.iter().zip(profit.shares(ranks.len())) {
        paid[seat.index()] = *share;
    }
    paid
}

/// What each city pays a seat.
pub(crate) fn of_seat(state: &State, seat: Seat) -> [u8; Space::CITIES] {
    let mut by_city = [0; Space::CITIES];
    for (index, space) in Space::cities().enumerate() {
        by_city[index] = of_city(state, space)[seat.index()];
    }
    by_city
}
