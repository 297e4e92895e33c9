//! Events: everything that happens in a match.

use kit_rules::Seat;

use crate::action::Figure;
use crate::building::BuildingKind;
use crate::card::{Card, Task};
use crate::goods::{Good, Price};
use crate::location::LocationTile;
use crate::officials::{OfficialKind, PlannedCard};
use crate::package::Package;
use crate::profit::ProfitTile;
use crate::space::Space;
use crate::state::EndReason;
use crate::token::{Demand, Privilege};
use crate::trading_card::TradingCard;

/// Something that happened. The seat is whose plan, figure, official or privilege it
/// was; slots count from 0; a privilege is named where it was used for this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is settled who begins.
    StartSeat { seat: Seat },
    /// A profit tile was laid on a city.
    ProfitLaid { city: Space, tile: ProfitTile },
    /// A trading card became the current one.
    CardCurrent { card: TradingCard },
    /// A trading card was turned up for the next round.
    CardTurnedUp { card: TradingCard },
    /// A demand was turned up.
    DemandTurnedUp { demand: Demand },
    /// A privilege was turned up.
    PrivilegeTurnedUp { privilege: Privilege },
    /// A Ronin appeared.
    RoninAppeared { space: Space },
    /// A package was taken.
    PackageTaken { seat: Seat, package: Package },
    /// A starting city was taken.
    CityTaken { seat: Seat, city: Space },
    /// A round began.
    RoundBegan { round: u8, seat: Seat },
    /// A Ronin was selected to be relocated.
    RoninSelected { seat: Seat, space: Space },
    /// A location tile was drawn.
    LocationDrawn { seat: Seat, tile: LocationTile },
    /// A Ronin was relocated.
    RoninMoved { seat: Seat, from: Space, to: Space },
    /// A card was laid into a plan; only the seat itself knows.
    CardLaid { seat: Seat, slot: u8, card: Card, task: Task },
    /// A card was taken out of a plan; only the seat itself knows.
    CardTakenBack { seat: Seat, slot: u8, card: Card },
    /// An official was put on a slot; only the seat itself knows.
    OfficialAdded { seat: Seat, slot: u8, kind: OfficialKind },
    /// An official was taken off a slot; only the seat itself knows.
    OfficialTakenBack { seat: Seat, slot: u8, kind: OfficialKind },
    /// A plan is settled.
    PlanSealed { seat: Seat },
    /// Privileges of support were used in planning.
    SupportUsed { seat: Seat, count: u8 },
    /// A slot of a plan was revealed.
    SlotRevealed { seat: Seat, slot: u8, planned: PlannedCard },
    /// A figure moved for money; it names the space where a samurai stood.
    Moved { seat: Seat, figure: Figure, to: Space, ryo: u8 },
    /// An official took rice or money.
    Collected { seat: Seat, gain: Price },
    /// An official and a samurai brought something in.
    Produced { seat: Seat, space: Space, good: Good, amount: u8, privilege: Option<Privilege> },
    /// An official became a samurai.
    OfficialPlaced { seat: Seat, post: Space },
    /// A samurai travelled for free.
    Travelled { seat: Seat, from: Space, to: Space },
    /// An official turned against Ronin.
    RoninChallenged { seat: Seat, space: Space },
    /// Ronin were dispersed, which brought tokens.
    RoninDispersed { seat: Seat, space: Space, ronin: u8, tokens: u8 },
    /// Ronin were too many to be dispersed.
    RoninHeld { seat: Seat, space: Space },
    /// Something was built.
    Built {
        seat: Seat,
        kind: BuildingKind,
        space: Space,
        price: Price,
        privilege: Option<Privilege>,
    },
    /// Resources were bought.
    GoodsBought { seat: Seat, card: TradingCard, units: u8, privilege: Option<Privilege> },
    /// A power point was bought.
    PointBought { seat: Seat, card: TradingCard, privilege: Option<Privilege> },
    /// A white official was hired.
    Recruited { seat: Seat },
    /// A special card was bought.
    CardBought { seat: Seat, card: Card },
    /// A demand was fulfilled, and brought the privilege of its column.
    DemandFulfilled { seat: Seat, demand: Demand, privilege: Option<Privilege> },
    /// Officials did nothing.
    Forfeited { seat: Seat, officials: u8 },
    /// A privilege brought the income of a city.
    IncomeTaken { seat: Seat, city: Space, ryo: u8, privilege: Privilege },
    /// A privilege brought a resource.
    GoodTaken { seat: Seat, good: Good, privilege: Privilege },
    /// Black officials left the game.
    BlackOfficialsLeft { seat: Seat, officials: u8 },
    /// A samurai went home.
    SentHome { seat: Seat, space: Space },
    /// Samurai were paid with rice.
    WagesPaid { seat: Seat, samurai: u8, rice: u8 },
    /// The cities paid a player, in the order of the cities.
    IncomePaid { seat: Seat, by_city: [u8; Space::CITIES] },
    /// A resource was returned.
    Discarded { seat: Seat, good: Good, amount: u16 },
    /// The game ended.
    GameOver { reason: EndReason },
    /// A player's final score: power points on the track, and points for money, for
    /// samurai on the board and for ronin tokens.
    Scored { seat: Seat, points: u16, money: u16, samurai: u16, ronin: u16 },
}
