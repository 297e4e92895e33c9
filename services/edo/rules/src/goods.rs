//! Rice, wood and stone, and what things cost.

use core::fmt;

kit_rules::variants! {
    /// A resource.
    pub enum Good {
        /// Feeds samurai.
        Rice = "rice",
        /// Builds.
        Wood = "wood",
        /// Builds.
        Stone = "stone",
    }
}

kit_rules::index_counts! {
    /// How much of each resource a player has.
    pub struct Goods(u16) of Good
}

impl Goods {
    pub const fn new(rice: u16, wood: u16, stone: u16) -> Self {
        Self([rice, wood, stone])
    }
}

/// What something costs, or what a package holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Money.
    pub ryo: u8,
    pub rice: u8,
    pub wood: u8,
    pub stone: u8,
}

impl Price {
    /// How much of a resource.
    pub const fn good(self, good: Good) -> u8 {
        match good {
            Good::Rice => self.rice,
            Good::Wood => self.wood,
            Good::Stone => self.stone,
        }
    }

    /// The price with so much less to pay in money.
    #[must_use]
    pub const fn discounted(self, ryo: u8) -> Self {
        Self { ryo: self.ryo.saturating_sub(ryo), ..self }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goods = Good::ALL.into_iter().map(|good| (self.good(good), good.id()));
        let parts = [(self.ryo, "Ryo")].into_iter().chain(goods).filter(|(amount, _)| *amount > 0);
        let count = parts.clone().count();
        if count == 0 {
            return f.write_str("nothing");
        }
        for (place, (amount, name)) in parts.enumerate() {
            let before = match place {
                0 => "",
                _ if place + 1 == count => " and ",
                _ => ", ",
            };
            write!(f, "{before}{amount} {name}")?;
        }
        Ok(())
    }
}
