//! Authorization cards, and the tasks that they show.

use crate::goods::Good;
use crate::tables::{BASIC_CARDS, CARDS};

kit_rules::indexed! {
    /// A design of an authorization card.
    pub struct Card: CardFacts in CARDS, shown by id
}

kit_rules::index_set! {
    /// A set of authorization cards.
    pub struct CardSet(u32) of Card
}

kit_rules::variants! {
    /// What the officials on a card do.
    pub enum Task {
        RiceSupply = "rice supply",
        Money = "money",
        /// Let samurai cut wood.
        Wood = "wood",
        /// Let samurai break stone.
        Stone = "stone",
        /// Let samurai harvest rice.
        RiceHarvest = "rice harvest",
        /// Become samurai or let samurai travel.
        Travel = "travel",
        Build = "building",
        /// Deal with the merchant.
        Trade = "trade",
        /// Hire a white official.
        Recruit = "recruiting",
        /// Buy a special card.
        BuyCard = "card purchase",
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

impl Card {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaskFacts {
    pub task: Task,
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
