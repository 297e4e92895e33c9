//! Officials on a card, and the cards of a plan.

use core::fmt;

use kit_rules::Planned;

use crate::card::{Card, Task};

kit_rules::variants! {
    pub enum OfficialKind {
        /// Of the player's colour: it can become a samurai.
        Own = "own",
        /// Hired from the supply.
        White = "white",
        /// Lent by a privilege, for one slot of one round.
        Black = "black",
    }
}

impl OfficialKind {
    /// The word for one of them.
    pub(crate) const fn with_article(self) -> &'static str {
        match self {
            Self::Own => "an own",
            Self::White => "a white",
            Self::Black => "a black",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Officials {
    /// Of the player's colour.
    pub own: u8,
    /// Hired.
    pub white: u8,
    /// Lent.
    pub black: u8,
}

impl Officials {
    /// All together.
    pub const fn total(self) -> u32 {
        self.own as u32 + self.white as u32 + self.black as u32
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.total() == 0
    }

    pub const fn of(self, kind: OfficialKind) -> u8 {
        match kind {
            OfficialKind::Own => self.own,
            OfficialKind::White => self.white,
            OfficialKind::Black => self.black,
        }
    }

    /// Whether there are no more of any kind than in the other.
    pub const fn is_within(self, other: Self) -> bool {
        self.own <= other.own && self.white <= other.white && self.black <= other.black
    }

    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            own: self.own.saturating_add(other.own),
            white: self.white.saturating_add(other.white),
            black: self.black.saturating_add(other.black),
        }
    }

    /// The number of a kind, to be changed.
    pub(crate) const fn of_mut(&mut self, kind: OfficialKind) -> &mut u8 {
        match kind {
            OfficialKind::Own => &mut self.own,
            OfficialKind::White => &mut self.white,
            OfficialKind::Black => &mut self.black,
        }
    }

    /// Uses one for something that any official can do. Those that can't
    /// become samurai go first, which never hurts.
    pub(crate) const fn use_any(&mut self) {
        if self.black > 0 {
            self.black -= 1;
        } else if self.white > 0 {
            self.white -= 1;
        } else {
            self.own = self.own.saturating_sub(1);
        }
    }
}

impl fmt::Display for Officials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("no official");
        }
        let kinds = OfficialKind::ALL.into_iter().filter(|kind| self.of(*kind) > 0);
        for (place, kind) in kinds.enumerate() {
            let before = if place == 0 { "" } else { " and " };
            write!(f, "{before}{} {kind}", self.of(kind))?;
        }
        f.write_str(if self.total() == 1 { " official" } else { " officials" })
    }
}

/// A card in a slot of a plan, with the chosen task and the officials on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedCard {
    pub card: Card,
    pub task: Task,
    pub officials: Officials,
}

impl Planned for PlannedCard {
    fn is_same_card(self, other: Self) -> bool {
        self.card == other.card
    }
}
