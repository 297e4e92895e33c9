//! Events of a match, and the rules that caused them.

use kit_rules::Seat;

use crate::state::EndReason;
use crate::{Bonus, Card, Cards, LotName, Mode, Part, Parts, Province, Title, Troop};

/// Something that happened. Positions count from 1. What somebody may not know is
/// empty or absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tile was turned up; the bonus below it is named if everyone sees it.
    TileTurnedUp { province: Province, face: Troop, bonus: Option<Bonus> },
    /// A seat drew its first title.
    TitleDealt { seat: Seat, title: Title },
    /// A seat drew its first cards.
    HandDealt { seat: Seat, count: u8, cards: Cards },
    /// The discarded troop cards became the deck.
    DeckRefilled { count: u8 },
    /// The cards of a division lie open, for the Tairō to divide first.
    StockDrawn { round: u8, tairo: Seat, cards: Cards },
    /// A hierarchy tile was put on a lot.
    TileLaid { seat: Seat, lot: LotName, tile: Title },
    /// A hierarchy tile was taken off a lot.
    TileReturned { seat: Seat, lot: LotName, tile: Title },
    /// A card was put on a lot.
    CardLaid { seat: Seat, lot: LotName, card: Card },
    /// A card was taken off a lot.
    CardReturned { seat: Seat, lot: LotName, card: Card },
    /// A lot is offered.
    LotOffered { seat: Seat, tile: Title, cards: Cards },
    /// A lot was refused.
    LotRefused { seat: Seat },
    /// A lot was accepted.
    LotAccepted { seat: Seat, tile: Title, cards: Cards },
    /// A lot that everyone refused was kept by its Tairō.
    LotKept { seat: Seat, tile: Title, cards: Cards },
    /// The last two lots are up for choice.
    LotsPresented { seat: Seat, chooser: Seat },
    /// One of the last two lots was received: chosen, or left to the Tairō.
    LotReceived { seat: Seat, lot: LotName, tile: Title, cards: Cards, chosen: bool },
    /// Cards of the division were left out of both lots.
    CardsLeftOut { cards: Cards },
    /// A seat has its title for the odd year.
    TitleTaken { seat: Seat, title: Title },
    /// A control action was begun in secret; only the seat itself knows.
    PlanBegun { seat: Seat, province: Province, mode: Mode },
    /// A part was set out in secret; only the seat itself knows.
    PartPlanned { seat: Seat, part: Part },
    /// The last part was taken back in secret; only the seat itself knows.
    PartTakenBack { seat: Seat, part: Part },
    /// A control action was given up in secret; only the seat itself knows.
    PlanDropped { seat: Seat, province: Province, mode: Mode },
    /// A kamon was placed, and paid with these parts in the announced order. The points
    /// of the title come besides.
    Controlled {
        seat: Seat,
        title: Title,
        province: Province,
        position: u8,
        mode: Mode,
        parts: Parts,
        points: u16,
        title_points: u16,
    },
    /// A tile was taken from a gate.
    TileTaken { seat: Seat, province: Province, bonus: Bonus },
    /// A draw tile was used.
    DrawTileUsed { seat: Seat },
    /// A troop card was drawn into a hand.
    CardDrawn { seat: Seat, card: Option<Card> },
    /// A turn ended in which so many kamon were placed.
    TurnEnded { seat: Seat, placed: u8 },
    /// A kamon was turned to its golden face.
    Gilded { seat: Seat, province: Province, position: u8 },
    /// The Sensei gilded nothing.
    GildDeclined { seat: Seat },
    /// The game ended.
    GameOver { reason: EndReason },
    /// A hand was laid open and scored together with the tiles.
    HandScored { seat: Seat, cards: Cards, koku: u16, tiles: u16 },
    /// The majority in a province was scored by what the seat's kamon there count; the
    /// leftmost decided a tie.
    MajorityScored { province: Province, seat: Seat, presence: u8, tied: bool, points: u16 },
}

impl Event {
    /// The ids of the rules that caused it.
    pub fn causes(&self) -> &'static [&'static str] {
        match self {
            Self::TileTurnedUp { bonus: Some(_), .. } => &["SHI-3.2", "SHI-10.2"],
            Self::TileTurnedUp { .. } => &["SHI-3.2"],
            Self::TitleDealt { .. } => &["SHI-3.9"],
            Self::HandDealt { .. } => &["SHI-3.8"],
            Self::DeckRefilled { .. } => &["SHI-4.13"],
            Self::StockDrawn { .. } => &["SHI-4.2", "SHI-4.3"],
            Self::TileLaid { .. }
            | Self::TileReturned { .. }
            | Self::CardLaid { .. }
            | Self::CardReturned { .. } => &["SHI-4.5", "SHI-4.10"],
            Self::LotOffered { .. } | Self::LotRefused { .. } => &["SHI-4.6"],
            Self::LotAccepted { .. } => &["SHI-4.7"],
            Self::LotKept { .. } => &["SHI-4.8"],
            Self::LotsPresented { .. } | Self::LotReceived { .. } | Self::CardsLeftOut { .. } => {
                &["SHI-4.10"]
            }
            Self::TitleTaken { .. } => &["SHI-4.12"],
            Self::PlanBegun { .. }
            | Self::PartPlanned { .. }
            | Self::PartTakenBack { .. }
            | Self::PlanDropped { .. } => &["SHI-6.11"],
            Self::Controlled { mode: Mode::Troops, .. } => &["SHI-5.3", "SHI-6.2"],
            Self::Controlled { mode: Mode::Koku, .. } => &["SHI-5.3", "SHI-6.4"],
            Self::TileTaken { .. } => &["SHI-5.7"],
            Self::DrawTileUsed { .. } | Self::CardDrawn { .. } => &["SHI-7.6"],
            Self::TurnEnded { placed: 0, .. } => &["SHI-5.11"],
            Self::TurnEnded { .. } => &["SHI-5.2"],
            Self::Gilded { .. } | Self::GildDeclined { .. } => &["SHI-8.3"],
            Self::GameOver { .. } => &["SHI-9.1"],
            Self::HandScored { .. } => &["SHI-9.4", "SHI-9.5"],
            Self::MajorityScored { tied: false, .. } => &["SHI-9.7"],
            Self::MajorityScored { tied: true, .. } => &["SHI-9.7", "SHI-9.8"],
        }
    }

    /// Whether it shows somebody what was hidden before: something drawn, or
    /// cards of a hand.
    pub fn reveals(&self) -> bool {
        matches!(
            self,
            Self::TileTurnedUp { .. }
                | Self::TitleDealt { .. }
                | Self::HandDealt { .. }
                | Self::StockDrawn { .. }
                | Self::Controlled { .. }
                | Self::TileTaken { .. }
                | Self::CardDrawn { .. }
                | Self::HandScored { .. }
        )
    }
}
