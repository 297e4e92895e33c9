//! The special cards, which also give the order of play.

use core::fmt;

include!(concat!(env!("OUT_DIR"), "/specials.rs"));

kit_rules::variants! {
    pub enum Special {
        /// One more cube in every attack.
        Attack,
        /// One more cube in every defence.
        Defence,
        /// One more chest when collecting taxes.
        Taxes,
        /// One more rice when collecting rice.
        Rice,
        /// Six armies for the price of five.
        Recruit,
    }
}

struct SpecialFacts {
    id: &'static str,
    amount: u8,
}

impl Special {
    /// The card with this id of the data file.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|special| special.id() == id)
    }

    /// The id in the data file, also the name for people.
    pub const fn id(self) -> &'static str {
        SPECIALS[self.index()].id
    }

    /// What it adds; for the recruits, what is placed instead.
    pub const fn amount(self) -> u8 {
        SPECIALS[self.index()].amount
    }
}

impl fmt::Display for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
