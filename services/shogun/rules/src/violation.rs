//! Refusals. Each knows its rule and tells what to do instead, and none speaks
//! of anything that the acting seat cannot see.

use kit_rules::PlanFault;

use crate::{Card, Province, Space, Special};

/// What comes of a step.
pub(crate) type Applied = Result<(), Violation>;

/// Why the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    #[error("Shogun is played by three, four or five; open a table of that size")]
    TableSize,

    #[error("the open cards are not those of your last turn; take a card")]
    NoExchange,
    #[error("{province} does not lie open; take an open card or the top of the deck")]
    NotOpen { province: Province },
    #[error("you have no group of {armies} armies left; choose one of your groups")]
    NoSuchGroup { armies: u8 },
    #[error("you have taken a card; put a group of armies into its province")]
    PlaceGroupFirst,
    #[error("take a card before you place armies")]
    TakeCardFirst,

    #[error("{province} is not yours; lay cards of your own provinces")]
    NotYourProvince { province: Province },
    #[error("{card} lies on another space; take it back first")]
    CardUsed { card: Card },
    #[error("a card lies on {space}; take it back first")]
    SpaceTaken { space: Space },
    #[error("no card lies on {space}; lay one there, or choose another space")]
    SpaceEmpty { space: Space },
    #[error("{empty} more spaces need a card; lay one on each of them")]
    Unfinished { empty: usize },
    #[error("the cards do not suffice for all spaces, so the bid stays empty; lay it on an action")]
    BidStaysEmpty,
    #[error("you own fewer chests than {card} shows; bid another card")]
    Overbid { card: Card },
    #[error("this is the last card that you can bid; lay it on the bid, or bid another first")]
    LastBid { card: Card },
    #[error("your plan is sealed and stays as it is")]
    PlanIsSealed,
    #[error("who owns no province has nothing to plan; wait")]
    NoPlanner,

    #[error("{special} is taken; choose a special card that is still on display")]
    SpecialTaken { special: Special },

    #[error("{target} is not in play at this table; choose a province that is")]
    OutOfPlay { target: Province },
    #[error("{target} is not adjacent to {from}; choose a neighbour")]
    NotAdjacent { from: Province, target: Province },
    #[error("after deploying, armies move to own provinces only; choose one, or stay")]
    MoveNotToOwn { target: Province },
    #[error("this season no province with a temple is attacked; choose another target")]
    TemplePeace { target: Province },
    #[error("at least one army marches; choose a number from 1, or another target")]
    NobodyMarches,
    #[error("one army stays in {from}; at most {most} can march")]
    TooManyMarch { from: Province, most: u8 },
    #[error("one army stays in {from}; at most {most} can move")]
    TooManyMove { from: Province, most: u8 },
    #[error("somebody has to march if anybody can; choose a target")]
    MustMarch,
    #[error("say how many armies march, or choose another target")]
    ChooseArmiesFirst,
    #[error("say where armies march first, or let them stay")]
    ChooseTargetFirst,
    #[error("there is no other target; say how many armies march")]
    NoOtherTarget,

    #[error("{province} is not one of the drawn revolts; choose one that is")]
    NoSuchRevolt { province: Province },

    #[error("this is not what is to be decided now; choose one of the listed actions")]
    NotNow,
    #[error("it is another seat's turn; wait for yours")]
    NotOnTurn,
    #[error("no such number is to be drawn now")]
    NoSuchDraw,
    #[error("the game is over; start another")]
    GameIsOver,
}

impl Violation {
    /// What a fault of a plan means here.
    pub(crate) const fn of_plan(fault: PlanFault, space: Space, card: Card) -> Self {
        match fault {
            PlanFault::NoPlanner => Self::NoPlanner,
            PlanFault::Sealed => Self::PlanIsSealed,
            PlanFault::SpaceTaken => Self::SpaceTaken { space },
            PlanFault::NoSpace | PlanFault::SpaceEmpty => Self::SpaceEmpty { space },
            PlanFault::CardUsed => Self::CardUsed { card },
        }
    }
}

impl kit_rules::Violation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::TableSize => "SHO-1.1",
            Self::NoExchange => "SHO-2.10",
            Self::NotOpen { .. } | Self::PlaceGroupFirst | Self::TakeCardFirst => "SHO-2.9",
            Self::NoSuchGroup { .. } => "SHO-2.6",
            Self::NotYourProvince { .. } | Self::CardUsed { .. } | Self::SpaceTaken { .. } => {
                "SHO-4.2"
            }
            Self::SpaceEmpty { .. } => "SHO-4.8",
            Self::Unfinished { .. } | Self::BidStaysEmpty => "SHO-4.6",
            Self::Overbid { .. } | Self::LastBid { .. } => "SHO-5.4",
            Self::PlanIsSealed => "SHO-4.1",
            Self::NoPlanner => "SHO-4.9",
            Self::SpecialTaken { .. } => "SHO-5.7",
            Self::OutOfPlay { .. } => "SHO-2.2",
            Self::NotAdjacent { .. }
            | Self::NobodyMarches
            | Self::TooManyMarch { .. }
            | Self::ChooseArmiesFirst
            | Self::ChooseTargetFirst
            | Self::NoOtherTarget => "SHO-7.15",
            Self::MoveNotToOwn { .. } | Self::TooManyMove { .. } => "SHO-7.12",
            Self::TemplePeace { .. } => "SHO-5.16",
            Self::MustMarch => "SHO-6.5",
            Self::NoSuchRevolt { .. } => "SHO-10.7",
            Self::NotNow => "SHO-3.2",
            Self::NotOnTurn => "SHO-6.1",
            Self::NoSuchDraw => "SHO-14.12",
            Self::GameIsOver => "SHO-12.1",
        }
    }
}
