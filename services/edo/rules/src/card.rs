//! Authorization cards, and the tasks that they show.

use core::fmt;

use crate::goods::Good;
use crate::tables::{BASIC_CARDS, CARDS};

kit_rules::indexed! {
    /// A design of an authorization card.
    pub struct Card: CardFacts in CARDS
}

kit_rules::index_set! {
    /// A set of authorization cards.
    pub struct CardSet(u32) of Card
}

kit_rules::variants! {
    /// What the officials on a card do.
    pub enum Task {
        /// Take rice.
        RiceSupply,
        /// Take money.
        Money,
        /// Let samurai cut wood.
        Wood,
        /// Let samurai break stone.
        Stone,
        /// Let samurai harvest rice.
        RiceHarvest,
        /// Become samurai or let samurai travel.
        Travel,
        /// Build.
        Build,
        /// Deal with the merchant.
        Trade,
        /// Hire a white official.
        Recruit,
        /// Buy a special card.
        BuyCard,
    }
}

impl Task {
    /// What samurai bring in by it.
    pub const fn good(self) -> Option<Good> {
        match self {
            Self::Wood => Some(Good::Wood),
            Self::Stone => Some(Good::Stone),
            Self::RiceHarvest => Some(Good::Rice),
            _ => None,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RiceSupply => "rice supply",
            Self::Money => "money",
            Self::Wood => "wood",
            Self::Stone => "stone",
            Self::RiceHarvest => "rice harvest",
            Self::Travel => "travel",
            Self::Build => "building",
            Self::Trade => "trade",
            Self::Recruit => "recruiting",
            Self::BuyCard => "card purchase",
        })
    }
}

impl Card {
    /// The tasks that it shows.
    pub fn tasks(self) -> &'static [TaskFacts] {
        self.facts().tasks
    }

    /// What it says about a task; `None` if it does not show it.
    pub fn task(self, task: Task) -> Option<&'static TaskFacts> {
        self.tasks().iter().find(|facts| facts.task == task)
    }

    /// Whether it has to be bought, and does not belong to everyone.
    pub const fn is_special(self) -> bool {
        self.index() >= BASIC_CARDS
    }
}

impl CardSet {
    /// The cards that everyone owns.
    pub const BASIC: Self = Self::prefix(BASIC_CARDS);
    /// The cards that have to be bought.
    pub const SPECIAL: Self = Self::ALL.difference(Self::BASIC);
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A task as one card shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskFacts {
    /// The task.
    pub task: Task,
    /// How many officials it takes.
    pub officials_max: u8,
    /// The rice or the money that each official takes.
    pub gain: u8,
    /// What is added to each yield.
    pub bonus: u8,
    /// What each building costs less, in Ryo.
    pub discount: u8,
}

/// A row of the generated table.
pub(crate) struct CardFacts {
    pub id: &'static str,
    pub tasks: &'static [TaskFacts],
}
