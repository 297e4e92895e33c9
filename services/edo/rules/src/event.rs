//! What happened, and which rules made it happen.

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

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is settled who begins.
    StartSeat {
        /// Who begins.
        seat: Seat,
    },
    /// A profit tile was laid on a city.
    ProfitLaid {
        /// The city.
        city: Space,
        /// What it pays.
        tile: ProfitTile,
    },
    /// A trading card became the current one.
    CardCurrent {
        /// The card.
        card: TradingCard,
    },
    /// A trading card was turned up for the next round.
    CardTurnedUp {
        /// The card.
        card: TradingCard,
    },
    /// A demand was turned up.
    DemandTurnedUp {
        /// The demand.
        demand: Demand,
    },
    /// A privilege was turned up.
    PrivilegeTurnedUp {
        /// The privilege.
        privilege: Privilege,
    },
    /// A Ronin appeared.
    RoninAppeared {
        /// Where.
        space: Space,
    },
    /// A package was taken.
    PackageTaken {
        /// By whom.
        seat: Seat,
        /// Which.
        package: Package,
    },
    /// A starting city was taken.
    CityTaken {
        /// By whom.
        seat: Seat,
        /// Which.
        city: Space,
    },
    /// A round began.
    RoundBegan {
        /// Its number.
        round: u8,
        /// Who begins.
        seat: Seat,
    },
    /// A Ronin was selected to be relocated.
    RoninSelected {
        /// By whom.
        seat: Seat,
        /// Where it stands.
        space: Space,
    },
    /// A location tile was drawn.
    LocationDrawn {
        /// For whom.
        seat: Seat,
        /// The tile.
        tile: LocationTile,
    },
    /// A Ronin was relocated.
    RoninMoved {
        /// By whom.
        seat: Seat,
        /// Where it stood.
        from: Space,
        /// Where it stands.
        to: Space,
    },
    /// A card was laid into a plan; only the seat itself knows.
    CardLaid {
        /// Whose plan.
        seat: Seat,
        /// The slot, from 0.
        slot: u8,
        /// The card.
        card: Card,
        /// Which of its tasks.
        task: Task,
    },
    /// A card was taken out of a plan; only the seat itself knows.
    CardTakenBack {
        /// Whose plan.
        seat: Seat,
        /// The slot, from 0.
        slot: u8,
        /// The card.
        card: Card,
    },
    /// An official was put on a slot; only the seat itself knows.
    OfficialAdded {
        /// Whose plan.
        seat: Seat,
        /// The slot, from 0.
        slot: u8,
        /// What the official is.
        kind: OfficialKind,
    },
    /// An official was taken off a slot; only the seat itself knows.
    OfficialTakenBack {
        /// Whose plan.
        seat: Seat,
        /// The slot, from 0.
        slot: u8,
        /// What the official is.
        kind: OfficialKind,
    },
    /// A plan is settled.
    PlanSealed {
        /// Whose plan.
        seat: Seat,
    },
    /// Privileges of support were used in planning.
    SupportUsed {
        /// By whom.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// A slot of a plan was revealed.
    SlotRevealed {
        /// Whose plan.
        seat: Seat,
        /// The slot, from 0.
        slot: u8,
        /// What is there.
        planned: PlannedCard,
    },
    /// A figure moved for money.
    Moved {
        /// By whom.
        seat: Seat,
        /// The figure, with the space where a samurai stood.
        figure: Figure,
        /// Where it stands.
        to: Space,
        /// What it cost.
        ryo: u8,
    },
    /// An official took rice or money.
    Collected {
        /// Whose official.
        seat: Seat,
        /// What was taken.
        gain: Price,
    },
    /// An official and a samurai brought something in.
    Produced {
        /// Whose they are.
        seat: Seat,
        /// Where.
        space: Space,
        /// What.
        good: Good,
        /// How much.
        amount: u8,
        /// The privilege of full production, if it was used.
        privilege: Option<Privilege>,
    },
    /// An official became a samurai.
    OfficialPlaced {
        /// Whose official.
        seat: Seat,
        /// The border post.
        post: Space,
    },
    /// A samurai travelled for free.
    Travelled {
        /// Whose samurai.
        seat: Seat,
        /// Where it stood.
        from: Space,
        /// Where it stands.
        to: Space,
    },
    /// An official turned against Ronin.
    RoninChallenged {
        /// Whose official.
        seat: Seat,
        /// Where they stand.
        space: Space,
    },
    /// Ronin were dispersed.
    RoninDispersed {
        /// By whom.
        seat: Seat,
        /// Where they stood.
        space: Space,
        /// How many.
        ronin: u8,
        /// The tokens that it brought.
        tokens: u8,
    },
    /// Ronin were too many to be dispersed.
    RoninHeld {
        /// Who tried.
        seat: Seat,
        /// Where they stand.
        space: Space,
    },
    /// Something was built.
    Built {
        /// By whom.
        seat: Seat,
        /// What.
        kind: BuildingKind,
        /// Where.
        space: Space,
        /// What was paid.
        price: Price,
        /// The privilege of a prestige site, if it was used.
        privilege: Option<Privilege>,
    },
    /// Resources were bought.
    GoodsBought {
        /// By whom.
        seat: Seat,
        /// The card that offered them.
        card: TradingCard,
        /// How many units.
        units: u8,
        /// The privilege of trading, if it was used for this.
        privilege: Option<Privilege>,
    },
    /// A power point was bought.
    PointBought {
        /// By whom.
        seat: Seat,
        /// The card that offered it.
        card: TradingCard,
        /// The privilege of trading, if it was used for this.
        privilege: Option<Privilege>,
    },
    /// A white official was hired.
    Recruited {
        /// By whom.
        seat: Seat,
    },
    /// A special card was bought.
    CardBought {
        /// By whom.
        seat: Seat,
        /// The card.
        card: Card,
    },
    /// A demand was fulfilled.
    DemandFulfilled {
        /// By whom.
        seat: Seat,
        /// The demand.
        demand: Demand,
        /// The privilege of its column.
        privilege: Option<Privilege>,
    },
    /// Officials did nothing.
    Forfeited {
        /// Whose officials.
        seat: Seat,
        /// How many.
        officials: u8,
    },
    /// A privilege brought the income of a city.
    IncomeTaken {
        /// Whose privilege.
        seat: Seat,
        /// The city.
        city: Space,
        /// How much.
        ryo: u8,
        /// The privilege.
        privilege: Privilege,
    },
    /// A privilege brought a resource.
    GoodTaken {
        /// Whose privilege.
        seat: Seat,
        /// The resource.
        good: Good,
        /// The privilege.
        privilege: Privilege,
    },
    /// Black officials left the game.
    BlackOfficialsLeft {
        /// Who had them.
        seat: Seat,
        /// How many.
        officials: u8,
    },
    /// A samurai went home.
    SentHome {
        /// Whose samurai.
        seat: Seat,
        /// Where it stood.
        space: Space,
    },
    /// Samurai were paid.
    WagesPaid {
        /// Whose samurai.
        seat: Seat,
        /// How many.
        samurai: u8,
        /// What they ate.
        rice: u8,
    },
    /// The cities paid a player.
    IncomePaid {
        /// Whom.
        seat: Seat,
        /// How much, in the order of the cities.
        by_city: [u8; Space::CITIES],
    },
    /// A resource was returned.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which.
        good: Good,
        /// How many units.
        amount: u16,
    },
    /// The game ended.
    GameOver {
        /// Why.
        reason: EndReason,
    },
    /// A player's final score.
    Scored {
        /// Whose.
        seat: Seat,
        /// Power points on the track.
        points: u16,
        /// Points for money.
        money: u16,
        /// Points for samurai on the board.
        samurai: u16,
        /// Points for ronin tokens.
        ronin: u16,
    },
}
