//! The ten things that a province can be ordered to do.

use core::fmt;

use crate::Building;

include!(concat!(env!("OUT_DIR"), "/orders.rs"));

kit_rules::variants! {
    /// Something that a province can be ordered to do. Each has an action card,
    /// which shows when its turn comes, and a space on every player board.
    pub enum Order {
        BuildCastle,
        BuildTemple,
        BuildTheatre,
        CollectRice,
        /// Collects chests.
        CollectTaxes,
        /// Places five armies.
        DeployFive,
        /// Places three armies.
        DeployThree,
        /// Places one army; then armies may move.
        DeployOne,
        /// Moves or attacks.
        CombatA,
        /// Moves or attacks.
        CombatB,
    }
}

kit_rules::index_set! {
    pub struct OrderSet(u16) of Order
}

struct OrderFacts {
    id: &'static str,
    name: &'static str,
    price: u8,
    armies: u8,
}

impl Order {
    /// The order with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.id() == id)
    }

    /// The id in the data file.
    pub const fn id(self) -> &'static str {
        ORDERS[self.index()].id
    }

    /// What it costs, in chests.
    pub const fn price(self) -> u8 {
        ORDERS[self.index()].price
    }

    /// How many armies it places.
    pub const fn armies(self) -> u8 {
        ORDERS[self.index()].armies
    }

    pub const fn building(self) -> Option<Building> {
        match self {
            Self::BuildCastle => Some(Building::Castle),
            Self::BuildTemple => Some(Building::Temple),
            Self::BuildTheatre => Some(Building::Theatre),
            _ => None,
        }
    }

    /// Whether it may attack.
    pub const fn is_combat(self) -> bool {
        matches!(self, Self::CombatA | Self::CombatB)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ORDERS[self.index()].name)
    }
}
