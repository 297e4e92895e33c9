//! Ids of the own drawings in `symbols.svg`. Each fits a square of one unit around
//! its centre.

use shogun_rules::{Building, Order, Space, Special};

/// The id of a building's drawing.
pub(super) fn of_building(building: Building) -> &'static str {
    building.id()
}

/// The id of the drawing on an action card, and what tells it from others with
/// the same drawing.
pub(super) fn of_order(order: Order) -> (&'static str, &'static str) {
    match order {
        Order::BuildCastle => ("castle", ""),
        Order::BuildTemple => ("temple", ""),
        Order::BuildTheatre => ("theatre", ""),
        Order::CollectRice => ("rice", ""),
        Order::CollectTaxes => ("chest", ""),
        Order::DeployFive => ("cube", "5"),
        Order::DeployThree => ("cube", "3"),
        Order::DeployOne => ("cube", "1"),
        Order::CombatA => ("swords", "A"),
        Order::CombatB => ("swords", "B"),
    }
}

/// The drawing on a space of a player board.
pub(super) fn of_space(space: Space) -> (&'static str, &'static str) {
    match space {
        Space::Order(order) => of_order(order),
        Space::Bid => ("fan", ""),
    }
}

/// The id of the drawing on a special card.
pub(super) fn of_special(special: Special) -> &'static str {
    match special {
        Special::Attack => "swords",
        Special::Defence => "shield",
        Special::Taxes => "chest",
        Special::Rice => "rice",
        Special::Recruit => "cube",
    }
}
