//! Ids of the own drawings in `symbols.svg`. Each fits a square of one unit around
//! its centre.

use shitenno_rules::{Bonus, Troop};

/// The id of a troop's badge: each has a shape and a picture of its own.
pub(super) fn of_troop(troop: Troop) -> &'static str {
    troop.id()
}

pub(super) fn of_bonus(bonus: Bonus) -> &'static str {
    match bonus {
        Bonus::Exchange => "exchange",
        Bonus::PlusOne => "plus-one",
        Bonus::Draw => "draw",
    }
}
