//! Refusals. Each knows its rule and tells what to do instead, and none speaks
//! of anything that the acting seat cannot see.

use kit_rules::{PlanFault, Seat};

use crate::action::Figure;
use crate::building::BuildingKind;
use crate::card::{Card, Task};
use crate::goods::Good;
use crate::officials::OfficialKind;
use crate::package::Package;
use crate::space::Space;
use crate::token::{Demand, DemandKind, Privilege, PrivilegeKind};
use crate::trading_card::OfferedBy;

/// What comes of a step.
pub(crate) type Applied = Result<(), Violation>;

/// Why the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    #[error("Edo is played by two to five; open a table of that size")]
    TableSize,
    #[error("no such number is to be drawn now")]
    NoSuchDraw,
    #[error("it is another seat's turn; wait for yours")]
    NotOnTurn,
    #[error("the game is over; start another")]
    GameIsOver,
    #[error("{space} is not on this side of the board; choose a space that is")]
    NotOnBoard { space: Space },

    #[error("starting positions come first; take a package or a city")]
    PositionsFirst,
    #[error("you have a package; take a starting city")]
    HasPackage,
    #[error("package {} is gone; take another", .package.id())]
    PackageIsGone { package: Package },
    #[error("you have a starting city; take a package")]
    HasCity,
    #[error("nobody starts in {space}; choose an outer city that is not covered")]
    NoStartingCity { space: Space },

    #[error("a Ronin is to be selected first; select one")]
    SelectRoninFirst,
    #[error("no Ronin stands on {space}; select one that is there")]
    NoRoninThere { space: Space },
    #[error("two Ronin stand together, so the single one moves; select that one")]
    SelectSingleRonin { space: Space },
    #[error("a Ronin is on its way; send it somewhere first")]
    RelocateFirst,
    #[error("a Ronin has to leave {space}; choose another space")]
    RoninMustLeave { space: Space },
    #[error("the tile does not lead to {space}; choose a space that it names")]
    RoninCannotGo { space: Space },
    #[error("other Ronin wait on a space of this kind; choose that one")]
    RoninMustJoin { space: Space },

    #[error("the plans are made now; lay cards, put officials on them, and seal")]
    PlanFirst,
    #[error("your plan is sealed and stays as it is")]
    PlanSealed,
    #[error("the plans are sealed; carry out your slots")]
    PlansAreMade,
    #[error("a plan has slots 1, 2 and 3; choose one of them")]
    NoSuchSlot,
    #[error("a card lies in slot {}; take it back first", .slot + 1)]
    SlotTaken { slot: u8 },
    #[error("no card lies in slot {}; lay one there first", .slot + 1)]
    SlotEmpty { slot: u8 },
    #[error("card {card} lies in another slot; take it back or choose another card")]
    CardPlanned { card: Card },
    #[error("you do not own card {card}; choose one of yours")]
    CardNotOwned { card: Card },
    #[error("card {card} does not show {task}; choose one of its tasks")]
    TaskNotOnCard { card: Card, task: Task },
    #[error("officials stand on slot {}; take them back first", .slot + 1)]
    SlotHasOfficials { slot: u8 },
    #[error("slot {} has all the officials that its task takes; choose another", .slot + 1)]
    SlotIsFull { slot: u8 },
    #[error("you have no more {kind} officials to place; choose another kind or go on")]
    NoOfficialLeft { kind: OfficialKind },
    #[error("you have no privilege of support left for a black official")]
    NoSupport,
    #[error("no {kind} official stands on slot {}; take back another", .slot + 1)]
    NoOfficialThere { slot: u8, kind: OfficialKind },
    #[error("a plan has three cards and {laid} are laid; lay the others before you seal")]
    PlanIncomplete { laid: usize },

    #[error("the movement comes first; move figures or end it")]
    MoveFirst,
    #[error("the movement is over; use your officials")]
    MovementIsOver,
    #[error("{figure} has moved already; move another figure or end the movement")]
    HasMoved { figure: Figure },
    #[error("no samurai of yours stands on {space}; choose one that does")]
    NoSamuraiThere { space: Space },
    #[error("the samurai on {space} are not yours; move your own")]
    NotYourSamurai { space: Space },
    #[error("that is where it stands; choose another space")]
    StaysThere,
    #[error("the way to {to} costs more than you have; choose a nearer space")]
    WayTooLong { to: Space },

    #[error("the officials of this slot do not do that; their task is {task}")]
    OtherTask { task: Task },
    #[error("no official is left; end the turn")]
    NoOfficials,
    #[error("officials are left; use them or let them do nothing")]
    OfficialsLeft,
    #[error("one official comes after the other; finish what this one does")]
    FinishOfficial,
    #[error("nothing of that kind is under way; use an official")]
    NothingUnderWay,

    #[error("{space} does not yield {good}; choose a space that does")]
    WrongSpace { space: Space, good: Good },
    #[error("{space} is covered and yields nothing; choose another space")]
    CoveredSpace { space: Space },
    #[error("the samurai on {space} have worked for this task; choose another space")]
    AlreadyPaired { space: Space },
    #[error("{space} is no border post; choose one")]
    NoBorderPost { space: Space },
    #[error("only officials of your colour become samurai, and none is left here")]
    OnlyOwnBecomeSamurai,
    #[error("this samurai has travelled with this official; choose another")]
    HasTravelled { space: Space },

    #[error("a {kind} needs a samurai of yours on {space}; choose a space with one")]
    NoSamuraiToBuild { kind: BuildingKind, space: Space },
    #[error("{space} is no city; a {kind} stands in one")]
    NoCity { kind: BuildingKind, space: Space },
    #[error("{space} is covered; nothing is built there")]
    CoveredCity { space: Space },
    #[error("Ronin keep everybody from building in {space}; disperse them or build elsewhere")]
    RoninBarBuilding { space: Space },
    #[error("all your houses are built; build something else")]
    NoHouseLeft,
    #[error("your trading post is built; build something else")]
    NoPostLeft,
    #[error("no fortress is left; build something else")]
    NoFortressLeft,
    #[error("no site is free in {space}; choose another city")]
    NoSiteFree { space: Space },
    #[error("a trading post never stands in Edo; choose an outer city")]
    NoPostInEdo,
    #[error("{space} has a trading post; choose another city")]
    CityHasPost { space: Space },
    #[error("{space} has no room for another fortress; choose another city")]
    NoFortressSpot { space: Space },
    #[error("you can't pay for a {kind}; its full price is due at once")]
    CannotPayBuilding { kind: BuildingKind },
    #[error("temples belong to a module that is not in play")]
    NoTemples,
    #[error("all your temples are built; build something else")]
    NoTempleLeft,
    #[error("a temple never stands on {space}; choose a resource, river or road space")]
    NoTempleThere { space: Space },
    #[error("{space} has a temple; choose another space")]
    HasTemple { space: Space },

    #[error("a samurai of yours has to stand with the merchant; none does")]
    NotWithMerchant,
    #[error("no card is offered there; use the current card")]
    NoSuchOffer { by: OfferedBy },
    #[error("an offer serves an official once; use another one or end the trade")]
    OfferUsed,
    #[error("an official uses one offer, or two with your trading post beside the merchant")]
    NoMoreOffers,
    #[error("the card sells fewer; buy from 1 to {units_max}")]
    TooManyUnits { units_max: u8 },
    #[error("you can't pay for this offer")]
    CannotPayOffer,

    #[error("hiring an official costs rice that you do not have")]
    CannotPayRecruit,
    #[error("no white official is left to be hired")]
    NoWhiteLeft,
    #[error("card {card} belongs to everyone; buy a special card")]
    NotForSale { card: Card },
    #[error("you own card {card}; buy another one")]
    OwnsCard { card: Card },
    #[error("card {card} is sold out; buy another one")]
    SoldOut { card: Card },
    #[error("a special card costs more Ryo than you have")]
    CannotPayCard,

    #[error("there are no demands in this game")]
    NoDemands,
    #[error("no demand lies in this column; choose a column with one")]
    NoDemandThere,
    #[error("{demand} is not fulfilled by this task; choose another demand")]
    OtherDemand { demand: Demand },
    #[error("a samurai of yours has to stand in Edo for this demand")]
    NotInEdo,
    #[error("you can't pay the full price of {demand}")]
    CannotPayDemand { demand: Demand },

    #[error("you have no such privilege")]
    NoPrivilege { kind: PrivilegeKind },
    #[error("you do not have the privilege {privilege}")]
    NotYourPrivilege { privilege: Privilege },
    #[error("the prestige site is for houses; build this without it")]
    PrestigeIsForHouses,
    #[error("you have no building in {city}; name a city where you do")]
    NoIncomeThere { city: Space },
    #[error("three Ronin stop the income of {city}; name another city")]
    RoninBarIncome { city: Space },
    #[error("the privilege does not give {good}; choose one of its resources")]
    OtherGood { good: Good },

    #[error("there are no Ronin in this game")]
    NoRonin,
    #[error("no Ronin stands on {space}; name a space with one")]
    NothingToDisperse { space: Space },
    #[error("one official of a slot may turn against Ronin; use this one otherwise")]
    AlreadyDispersed,
    #[error("the samurai on {space} are there already; call others or face the Ronin")]
    AlreadyThere { space: Space },

    #[error("the samurai are paid now; send some home or pay")]
    WagesFirst,
    #[error("you have too little rice for all of them; send samurai home first")]
    CannotPayWages,
    #[error("you store too much; return resources")]
    StoreFirst,
    #[error("you have no {good} to return; choose another resource")]
    NothingToReturn { good: Good },
}

impl Violation {
    /// What a fault of a plan means in this game.
    pub(crate) const fn of_plan(fault: PlanFault, slot: u8, card: Card) -> Self {
        match fault {
            PlanFault::NoPlanner | PlanFault::Sealed => Self::PlanSealed,
            PlanFault::NoSpace => Self::NoSuchSlot,
            PlanFault::SpaceTaken => Self::SlotTaken { slot },
            PlanFault::SpaceEmpty => Self::SlotEmpty { slot },
            PlanFault::CardUsed => Self::CardPlanned { card },
        }
    }

    /// A samurai is missing where the seat wants to move one.
    pub(crate) const fn no_samurai(space: Space, is_others: bool) -> Self {
        if is_others { Self::NotYourSamurai { space } } else { Self::NoSamuraiThere { space } }
    }

    /// What is missing for a demand of this kind.
    pub(crate) const fn no_samurai_for(kind: DemandKind) -> Self {
        match kind {
            DemandKind::Palace => Self::NotInEdo,
            DemandKind::Local | DemandKind::Foreign => Self::NotWithMerchant,
        }
    }
}

impl kit_rules::Violation for Violation {
    fn rule(&self) -> &'static str {
        match self {
            Self::TableSize => "EDO-9.2",
            Self::NoSuchDraw => "EDO-11.1",
            Self::NotOnTurn => "EDO-5.7",
            Self::GameIsOver => "EDO-8.1",
            Self::NotOnBoard { .. } => "EDO-3.2",
            Self::PositionsFirst | Self::HasPackage | Self::HasCity => "EDO-4.6",
            Self::PackageIsGone { .. } => "EDO-4.7",
            Self::NoStartingCity { .. } => "EDO-4.8",
            Self::SelectRoninFirst | Self::NoRoninThere { .. } | Self::SelectSingleRonin { .. } => {
                "EDO-9.44"
            }
            Self::RelocateFirst | Self::RoninCannotGo { .. } | Self::RoninMustJoin { .. } => {
                "EDO-9.46"
            }
            Self::RoninMustLeave { .. } => "EDO-9.47",
            Self::PlanFirst => "EDO-5.1",
            Self::PlanSealed | Self::PlansAreMade => "EDO-5.6",
            Self::NoSuchSlot
            | Self::SlotTaken { .. }
            | Self::SlotEmpty { .. }
            | Self::CardPlanned { .. }
            | Self::CardNotOwned { .. }
            | Self::TaskNotOnCard { .. }
            | Self::PlanIncomplete { .. } => "EDO-5.2",
            Self::SlotHasOfficials { .. }
            | Self::SlotIsFull { .. }
            | Self::NoOfficialLeft { .. }
            | Self::NoOfficialThere { .. } => "EDO-5.3",
            Self::NoSupport => "EDO-9.27",
            Self::MoveFirst | Self::MovementIsOver => "EDO-5.8",
            Self::HasMoved { .. } | Self::NoSamuraiThere { .. } | Self::StaysThere => "EDO-5.9",
            Self::NotYourSamurai { .. } => "EDO-5.10",
            Self::WayTooLong { .. } => "EDO-5.11",
            Self::OtherTask { .. }
            | Self::NoOfficials
            | Self::OfficialsLeft
            | Self::FinishOfficial
            | Self::NothingUnderWay => "EDO-5.12",
            Self::WrongSpace { .. } | Self::CoveredSpace { .. } | Self::AlreadyPaired { .. } => {
                "EDO-6.5"
            }
            Self::NoBorderPost { .. } | Self::HasTravelled { .. } => "EDO-6.6",
            Self::OnlyOwnBecomeSamurai => "EDO-6.7",
            Self::NoSamuraiToBuild { kind: BuildingKind::Temple, .. } => "EDO-9.8",
            Self::CannotPayBuilding { kind: BuildingKind::Temple } => "EDO-9.8",
            Self::NoSamuraiToBuild { .. } | Self::NoCity { .. } => "EDO-6.9",
            Self::CoveredCity { .. }
            | Self::NoSiteFree { .. }
            | Self::NoPostInEdo
            | Self::CityHasPost { .. }
            | Self::NoFortressSpot { .. }
            | Self::CannotPayBuilding { .. } => "EDO-6.13",
            Self::RoninBarBuilding { .. } | Self::RoninBarIncome { .. } => "EDO-9.50",
            Self::NoHouseLeft | Self::NoPostLeft | Self::NoFortressLeft | Self::NoTempleLeft => {
                "EDO-3.14"
            }
            Self::NoTemples => "EDO-9.7",
            Self::NoTempleThere { .. } | Self::HasTemple { .. } => "EDO-9.9",
            Self::NotWithMerchant => "EDO-7.2",
            Self::NoSuchOffer { .. } => "EDO-9.28",
            Self::TooManyUnits { .. } | Self::CannotPayOffer => "EDO-7.3",
            Self::OfferUsed | Self::NoMoreOffers => "EDO-7.4",
            Self::CannotPayRecruit => "EDO-6.15",
            Self::NoWhiteLeft | Self::SoldOut { .. } => "EDO-2.8",
            Self::NotForSale { .. } | Self::OwnsCard { .. } | Self::CannotPayCard => "EDO-6.16",
            Self::NoDemands => "EDO-9.13",
            Self::NoDemandThere => "EDO-9.15",
            Self::OtherDemand { .. } => "EDO-9.16",
            Self::NotInEdo => "EDO-9.22",
            Self::CannotPayDemand { .. } => "EDO-9.23",
            Self::NoPrivilege { kind } => match kind {
                PrivilegeKind::PrestigeSite => "EDO-9.26",
                PrivilegeKind::Support => "EDO-9.27",
                PrivilegeKind::Trading => "EDO-9.28",
                PrivilegeKind::CityIncome => "EDO-9.29",
                PrivilegeKind::Resource => "EDO-9.30",
                PrivilegeKind::FullProduction => "EDO-9.31",
            },
            Self::NotYourPrivilege { .. } => "EDO-9.24",
            Self::PrestigeIsForHouses => "EDO-9.26",
            Self::NoIncomeThere { .. } => "EDO-9.29",
            Self::OtherGood { .. } => "EDO-9.30",
            Self::NoRonin => "EDO-9.40",
            Self::NothingToDisperse { .. } | Self::AlreadyThere { .. } => "EDO-9.52",
            Self::AlreadyDispersed => "EDO-9.54",
            Self::WagesFirst | Self::CannotPayWages => "EDO-5.15",
            Self::StoreFirst | Self::NothingToReturn { .. } => "EDO-5.18",
        }
    }
}

/// Whether somebody else than this seat has a samurai on a space.
pub(crate) fn others_are_on(state: &crate::State, seat: Seat, space: Space) -> bool {
    let others = state.seats.seats().filter(|other| *other != seat);
    let is_on = |other: Seat| state.player(other).samurai.is_on(space);
    others.into_iter().any(is_on) || state.ronin.is_on(space)
}
