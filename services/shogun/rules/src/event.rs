//! Events of a match, and the rules that caused them.

use kit_rules::{Seat, SeatSet};

use crate::number::SEATS_MAX;
use crate::{Building, Card, Cubes, EventCard, EventSet, Order, Province, ProvinceSet, Region};
use crate::{Season, Space, SpaceSet, Special};

/// The cards that lie on one space of every player board.
pub type Cards = [Option<Card>; SEATS_MAX];

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seat got the line-up with this place in the table's list.
    LetterDrawn { seat: Seat, letter: u8 },
    /// It is settled who begins the draft.
    DraftBegins { seat: Seat },
    /// A card of the draft was turned up.
    CardOpened { province: Province },
    /// The open cards of the draft went under the deck.
    PairExchanged { seat: Seat, pair: [Province; 2] },
    /// A card of the draft was taken.
    CardTaken { seat: Seat, province: Province, blind: bool },
    /// A group of armies was placed.
    GroupPlaced { seat: Seat, province: Province, armies: u8 },
    /// What fell through the tower at the beginning went back to the supplies.
    TraySorted,
    /// A year began, with these events on display.
    YearBegins { year: u8, events: EventSet },
    /// A season began, and these are its first actions.
    SeasonBegins { year: u8, season: Season, orders: [Order; crate::ACTIONS_FACE_UP] },
    /// The special cards were laid out in this order.
    SpecialsLaidOut { specials: [Special; Special::COUNT] },
    /// A card was laid on a space; only the seat itself knows.
    CardLaid { seat: Seat, space: Space, card: Card },
    /// A card was taken off a space; only the seat itself knows.
    CardTakenBack { seat: Seat, space: Space, card: Card },
    /// A plan is settled.
    PlanSealed { seat: Seat },
    /// All plans are settled, and these spaces of a seat are empty.
    SpacesEmpty { seat: Seat, spaces: SpaceSet },
    /// The event of the season was drawn.
    EventDrawn { card: EventCard },
    /// Theatres took one revolt marker off each of these provinces.
    TheatresCalmed { provinces: ProvinceSet },
    /// All bids were turned up.
    BidsRevealed { seats: SeatSet, cards: Cards },
    /// A bid was paid.
    BidPaid { seat: Seat, chests: u8 },
    /// The bids are ranked.
    BidsRanked { ranking: [Option<Seat>; SEATS_MAX] },
    /// A special card was taken, with its position from 1.
    SpecialTaken { seat: Seat, special: Special, position: u8 },
    /// The turn of an action came, at a position from 1, and these cards were
    /// turned up.
    ActionBegins { position: u8, order: Order, cards: Cards },
    /// A seat turned up its card for an action.
    OrderRevealed { seat: Seat, order: Order, card: Card },
    /// An action card was turned up at a position from 1.
    ActionTurnedUp { position: u8, order: Order },
    /// An order could not be carried out.
    Skipped { seat: Seat, order: Order, province: Province, why: Skip },
    /// A face-down card left the board because its province was lost.
    OrderCancelled { seat: Seat, space: Space, province: Province },
    /// An order that was turned up went with its province before its turn came.
    OrderLost { seat: Seat, order: Order, province: Province },
    /// A building was built.
    Built { seat: Seat, province: Province, building: Building, price: u8 },
    /// A new theatre took a revolt marker away.
    MarkerRemoved { province: Province, left: u8 },
    /// Rice or taxes were collected.
    Collected { seat: Seat, province: Province, good: Good, amount: u8 },
    /// Collecting left a revolt marker.
    MarkerAdded { province: Province, markers: u8 },
    /// Armies were placed.
    Deployed { seat: Seat, province: Province, armies: u8, price: u8 },
    /// It was said where armies march.
    TargetChosen { seat: Seat, from: Province, target: Province },
    /// The target was given up.
    TargetDropped { seat: Seat, from: Province },
    /// All armies stayed.
    Declined { seat: Seat, province: Province },
    /// Armies moved between own provinces.
    Moved { seat: Seat, from: Province, target: Province, armies: u8 },
    /// Armies attacked.
    Attacked { seat: Seat, from: Province, target: Province, defender: Option<Seat>, armies: u8 },
    /// A revolt broke out.
    RevoltBegins { seat: Seat, province: Province, farmers: u8 },
    /// Cubes were thrown into the tower, together with those of the tray.
    CubesThrown { cubes: Cubes, tray: Cubes },
    /// Cubes came out of the tower.
    CubesOut { cubes: Cubes },
    /// A province was conquered.
    Conquered { seat: Seat, province: Province, loser: Option<Seat>, garrison: u8 },
    /// A province was defended.
    Defended { seat: Seat, province: Province, garrison: u8 },
    /// An attack on a neutral province failed.
    AttackFailed { seat: Seat, province: Province },
    /// A revolt was put down.
    RevoltHeld { seat: Seat, province: Province, garrison: u8 },
    /// A province became neutral.
    TurnedNeutral { seat: Seat, province: Province, loss: Loss },
    /// A season ended, and all cards went back to their hands.
    SeasonEnds { year: u8, season: Season },
    /// Winter came, with the last event card of the year.
    WinterBegins { year: u8, card: EventCard },
    /// Rice spoilt.
    RiceLost { seat: Seat, lost: u8, left: u8 },
    /// A seat has too little rice, so that so many provinces revolt, each with
    /// so many farmers more.
    ShortageFound { seat: Seat, missing: u8, provinces: u8, farmers: u8 },
    /// The provinces that revolt were drawn.
    RevoltsDrawn { seat: Seat, provinces: ProvinceSet },
    /// A seat scored its provinces and buildings.
    HoldingsScored { seat: Seat, provinces: u16, buildings: u16 },
    /// The most buildings of a kind in a region were scored, so many points
    /// for each of these seats.
    MajorityScored { region: Region, building: Building, seats: SeatSet, points: u16 },
    /// The points of a seat after a winter.
    PointsTold { seat: Seat, points: u16 },
    /// A year ended: no rice and no revolt marker is left.
    YearEnds { year: u8 },
    /// A screen was removed, and so many chests stood behind it.
    ChestsShown { seat: Seat, chests: u8 },
    /// The game ended.
    GameOver,
}

/// What can be collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Good {
    Rice,
    Chests,
}

/// Why an order was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Its price cannot be paid.
    Chests,
    /// No town is free.
    Towns,
    /// Such a building stands there.
    Building,
    /// No such tile is left.
    Stock,
    /// The supply has too few cubes.
    Supply,
    /// No army can leave.
    Armies,
    /// There is nowhere to go.
    Target,
}

/// Why a province became neutral.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// A battle was tied.
    Tie,
    /// A revolt was lost.
    Revolt,
}

impl Event {
    /// The ids of the rules that caused it.
    pub fn causes(&self) -> &'static [&'static str] {
        match self {
            Self::LetterDrawn { .. } => &["SHO-2.5", "SHO-14.1"],
            Self::DraftBegins { .. } => &["SHO-2.8", "SHO-14.2"],
            Self::CardOpened { .. } => &["SHO-2.7", "SHO-14.3"],
            Self::PairExchanged { .. } => &["SHO-2.10"],
            Self::CardTaken { .. } | Self::GroupPlaced { .. } => &["SHO-2.9"],
            Self::TraySorted => &["SHO-2.13"],
            Self::YearBegins { year: 1, .. } => &["SHO-2.14", "SHO-14.5"],
            Self::YearBegins { .. } => &["SHO-11.5", "SHO-5.19"],
            Self::SeasonBegins { .. } => &["SHO-3.3", "SHO-14.6"],
            Self::SpecialsLaidOut { .. } => &["SHO-3.4", "SHO-14.7"],
            Self::CardLaid { .. } | Self::CardTakenBack { .. } => &["SHO-4.1", "SHO-4.2"],
            Self::PlanSealed { .. } => &["SHO-4.1", "SHO-4.6"],
            Self::SpacesEmpty { .. } => &["SHO-4.6", "SHO-13.1"],
            Self::EventDrawn { .. } => &["SHO-5.1", "SHO-14.8"],
            Self::TheatresCalmed { .. } | Self::MarkerRemoved { .. } => &["SHO-7.3", "SHO-5.13"],
            Self::BidsRevealed { .. } => &["SHO-5.3"],
            Self::BidPaid { .. } => &["SHO-5.5", "SHO-5.4"],
            Self::BidsRanked { .. } => &["SHO-5.3", "SHO-5.6"],
            Self::SpecialTaken { .. } => &["SHO-5.7"],
            Self::ActionBegins { .. } | Self::OrderRevealed { .. } => &["SHO-6.1"],
            Self::ActionTurnedUp { .. } => &["SHO-6.2"],
            Self::Skipped { why, .. } => why.causes(),
            Self::OrderCancelled { .. } | Self::OrderLost { .. } => &["SHO-6.7", "SHO-13.2"],
            Self::Built { .. } => &["SHO-7.2"],
            Self::Collected { good: Good::Rice, .. } => &["SHO-7.4", "SHO-5.17"],
            Self::Collected { good: Good::Chests, .. } => &["SHO-7.6", "SHO-5.17"],
            Self::MarkerAdded { .. } => &["SHO-7.4"],
            Self::Deployed { .. } => &["SHO-7.8"],
            Self::TargetChosen { .. } | Self::TargetDropped { .. } => &["SHO-7.19"],
            Self::Declined { .. } => &["SHO-6.5"],
            Self::Moved { .. } => &["SHO-7.11", "SHO-7.16"],
            Self::Attacked { defender: Some(_), .. } => &["SHO-7.17", "SHO-9.6"],
            Self::Attacked { defender: None, .. } => &["SHO-7.18", "SHO-9.16"],
            Self::RevoltBegins { .. } => &["SHO-9.20", "SHO-9.23"],
            Self::CubesThrown { .. } | Self::CubesOut { .. } => &["SHO-8.7", "SHO-8.2"],
            Self::Conquered { loser: Some(_), .. } => &["SHO-9.8"],
            Self::Conquered { loser: None, .. } => &["SHO-9.17"],
            Self::Defended { .. } => &["SHO-9.9"],
            Self::AttackFailed { .. } => &["SHO-9.18"],
            Self::RevoltHeld { .. } => &["SHO-9.21"],
            Self::TurnedNeutral { loss: Loss::Tie, .. } => &["SHO-9.11", "SHO-9.12"],
            Self::TurnedNeutral { loss: Loss::Revolt, .. } => &["SHO-9.22", "SHO-9.12"],
            Self::SeasonEnds { .. } => &["SHO-3.5"],
            Self::WinterBegins { .. } => &["SHO-10.1", "SHO-10.2"],
            Self::RiceLost { .. } => &["SHO-10.2"],
            Self::ShortageFound { .. } => &["SHO-10.3", "SHO-10.5"],
            Self::RevoltsDrawn { .. } => &["SHO-10.6", "SHO-14.11"],
            Self::HoldingsScored { .. } => &["SHO-11.1"],
            Self::MajorityScored { .. } => &["SHO-11.2", "SHO-11.3"],
            Self::PointsTold { .. } => &["SHO-11.4"],
            Self::YearEnds { .. } => &["SHO-11.5"],
            Self::ChestsShown { .. } => &["SHO-12.2", "SHO-13.1"],
            Self::GameOver => &["SHO-12.1", "SHO-12.2"],
        }
    }

    /// Whether it shows somebody what was hidden before: a draw, a card that
    /// lay face down, or the chests behind the screens.
    pub fn reveals(&self) -> bool {
        matches!(
            self,
            Self::LetterDrawn { .. }
                | Self::DraftBegins { .. }
                | Self::CardOpened { .. }
                | Self::CardTaken { blind: true, .. }
                | Self::YearBegins { .. }
                | Self::SeasonBegins { .. }
                | Self::SpecialsLaidOut { .. }
                | Self::SpacesEmpty { .. }
                | Self::EventDrawn { .. }
                | Self::BidsRevealed { .. }
                | Self::BidsRanked { .. }
                | Self::ActionBegins { .. }
                | Self::OrderRevealed { .. }
                | Self::ActionTurnedUp { .. }
                | Self::OrderCancelled { .. }
                | Self::CubesOut { .. }
                | Self::RevoltsDrawn { .. }
                | Self::ChestsShown { .. }
                | Self::GameOver
        )
    }
}

impl Skip {
    fn causes(self) -> &'static [&'static str] {
        match self {
            Self::Towns | Self::Building | Self::Stock => &["SHO-6.4", "SHO-7.1"],
            Self::Chests => &["SHO-6.4"],
            Self::Supply => &["SHO-6.4", "SHO-7.7"],
            Self::Armies | Self::Target => &["SHO-6.4", "SHO-7.14"],
        }
    }
}
