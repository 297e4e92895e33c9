//! Titles, and the hierarchy tiles that stand for them.

use core::fmt;

include!(concat!(env!("OUT_DIR"), "/titles.rs"));

kit_rules::variants! {
    /// A title, lowest rank first.
    pub enum Title {
        /// One seal: a joker troop once a turn.
        Hatamoto,
        /// Two seals: gilds one own kamon at the end of the turn.
        Sensei,
        /// Three seals: one more point for each kamon.
        Shomyo,
        /// Four seals: two more points for each kamon.
        Daimyo,
    }
}

kit_rules::index_set! {
    /// A set of titles or of hierarchy tiles.
    pub struct TitleSet(u8) of Title
}

impl Title {
    pub fn with_seals(seals: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|title| u32::from(title.seals()) == seals)
    }

    pub const fn seals(self) -> u8 {
        self as u8 + 1
    }

    /// The id in the data file.
    pub fn id(self) -> &'static str {
        self.facts().id
    }

    /// What the holder scores besides for each kamon.
    pub fn points_per_kamon(self) -> u16 {
        self.facts().points_per_kamon
    }

    fn facts(self) -> &'static TitleFacts {
        &TITLES[self as usize]
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.facts().name)
    }
}

/// A row of the generated table.
struct TitleFacts {
    id: &'static str,
    name: &'static str,
    points_per_kamon: u16,
}
