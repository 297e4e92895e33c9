//! The ids of elements on the drawn board.
//!
//! Codes are written in lower case:
//!
//! | id | element |
//! |---|---|
//! | `space-w1` | a space of the board |
//! | `package-k1` | a package that can be taken |
//! | `player-2` | everything of a seat |
//! | `slot-2-1` | a slot of a seat's planning board |
//! | `goods-2-rice` | a resource of a seat |
//! | `privilege-q07` | a privilege that somebody has |
//! | `card-a1-build` | a task on a card of the viewer, while planning |
//! | `offer-current-goods` | an offer of the merchant: current or top, goods or point |
//! | `display-s1` | a special card for sale |
//! | `demand-1` | a column of demands and privileges |
//! | `white-officials` | the white officials in the supply |

use edo_rules::{Card, Good, OfferedBy, Package, Privilege, Space, Task};
use kit_rules::Seat;

/// The id of a space on the drawn board.
pub(crate) fn space(space: Space) -> String {
    format!("space-{}", space.id().to_ascii_lowercase())
}

/// The id of a package that can be taken.
pub(crate) fn package(package: Package) -> String {
    format!("package-{}", package.id().to_ascii_lowercase())
}

/// The id of everything that belongs to a seat.
pub(crate) fn player(seat: Seat) -> String {
    format!("player-{}", seat.number())
}

/// The id of a slot, from zero, of a seat.
pub(crate) fn slot(seat: Seat, slot: u8) -> String {
    format!("slot-{}-{}", seat.number(), slot + 1)
}

/// The id of a resource of a seat.
pub(crate) fn goods(seat: Seat, good: Good) -> String {
    format!("goods-{}-{good}", seat.number())
}

/// The id of a privilege that somebody has.
pub(crate) fn privilege(privilege: Privilege) -> String {
    format!("privilege-{}", privilege.id().to_ascii_lowercase())
}

/// The id of a task on a card of the viewer.
pub(crate) fn task(card: Card, task: Task) -> String {
    let task = match task {
        Task::RiceSupply => "rice-supply",
        Task::Money => "money",
        Task::Wood => "wood",
        Task::Stone => "stone",
        Task::RiceHarvest => "rice-harvest",
        Task::Travel => "travel",
        Task::Build => "build",
        Task::Trade => "trade",
        Task::Recruit => "recruit",
        Task::BuyCard => "buy-card",
    };
    format!("card-{}-{task}", card.id().to_ascii_lowercase())
}

/// The id of an offer: resources, or a power point.
pub(crate) fn offer(by: OfferedBy, goods: bool) -> String {
    let card = match by {
        OfferedBy::Current => "current",
        OfferedBy::Top => "top",
    };
    format!("offer-{card}-{}", if goods { "goods" } else { "point" })
}

/// The id of a special card for sale.
pub(crate) fn display(card: Card) -> String {
    format!("display-{}", card.id().to_ascii_lowercase())
}

/// The id of a column, from zero, of demands.
pub(crate) fn demand(column: u8) -> String {
    format!("demand-{}", column + 1)
}

/// The id of the white officials in the supply.
pub(crate) const WHITE_OFFICIALS: &str = "white-officials";
