//! The ten things that a province can be ordered to do.

use core::fmt;

use crate::Building;

include!(concat!(env!("OUT_DIR"), "/orders.rs"));

/// Something that a province can be ordered to do. Each has an action card,
/// which shows when its turn comes, and a space on every player board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Builds a castle.
    BuildCastle,
    /// Builds a temple.
    BuildTemple,
    /// Builds a theatre.
    BuildTheatre,
    /// Collects rice.
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

/// A set of orders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OrderSet(u16);

struct OrderFacts {
    id: &'static str,
    name: &'static str,
    price: u8,
    armies: u8,
}

impl Order {
    /// How many there are.
    pub const COUNT: usize = ORDERS.len();

    /// All of them.
    pub const ALL: [Self; Self::COUNT] = [
        Self::BuildCastle,
        Self::BuildTemple,
        Self::BuildTheatre,
        Self::CollectRice,
        Self::CollectTaxes,
        Self::DeployFive,
        Self::DeployThree,
        Self::DeployOne,
        Self::CombatA,
        Self::CombatB,
    ];

    /// The order at this place of [`Order::ALL`].
    pub fn from_index(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    /// The order with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.id() == id)
    }

    /// The place in [`Order::ALL`].
    pub const fn index(self) -> usize {
        self as usize
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

    /// What it builds.
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

impl OrderSet {
    /// All ten.
    pub const ALL: Self = Self((1 << Order::COUNT) - 1);

    /// The set without this order.
    #[must_use]
    pub const fn without(self, order: Order) -> Self {
        Self(self.0 & !(1 << order as u16))
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The orders, ascending.
    pub fn iter(self) -> impl Iterator<Item = Order> {
        Order::ALL.into_iter().filter(move |order| self.0 & (1 << *order as u16) != 0)
    }
}
