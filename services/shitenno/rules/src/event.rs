//! What happened, and which rules made it happen.

use kit_rules::Seat;

use crate::state::EndReason;
use crate::{Bonus, Card, Cards, LotName, Mode, Part, Parts, Province, Title, Troop};

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A tile was turned up on a gate.
    TileTurnedUp {
        /// Where.
        province: Province,
        /// The troop on it.
        face: Troop,
        /// The bonus below, if everyone sees it.
        bonus: Option<Bonus>,
    },
    /// A seat drew its first title.
    TitleDealt {
        /// Which seat.
        seat: Seat,
        /// The title.
        title: Title,
    },
    /// A seat drew its first cards.
    HandDealt {
        /// Whose hand.
        seat: Seat,
        /// How many cards.
        count: u8,
        /// Which cards; empty for those who may not know.
        cards: Cards,
    },
    /// The discarded troop cards became the deck.
    DeckRefilled {
        /// How many cards.
        count: u8,
    },
    /// The cards of a division lie open.
    StockDrawn {
        /// In which round.
        round: u8,
        /// Who divides them first.
        tairo: Seat,
        /// The cards.
        cards: Cards,
    },
    /// A hierarchy tile was put on a lot.
    TileLaid {
        /// By whom.
        seat: Seat,
        /// On which lot.
        lot: LotName,
        /// The tile.
        tile: Title,
    },
    /// A hierarchy tile was taken off a lot.
    TileReturned {
        /// By whom.
        seat: Seat,
        /// From which lot.
        lot: LotName,
        /// The tile.
        tile: Title,
    },
    /// A card was put on a lot.
    CardLaid {
        /// By whom.
        seat: Seat,
        /// On which lot.
        lot: LotName,
        /// The card.
        card: Card,
    },
    /// A card was taken off a lot.
    CardReturned {
        /// By whom.
        seat: Seat,
        /// From which lot.
        lot: LotName,
        /// The card.
        card: Card,
    },
    /// A lot is offered.
    LotOffered {
        /// By whom.
        seat: Seat,
        /// Its hierarchy tile.
        tile: Title,
        /// Its cards.
        cards: Cards,
    },
    /// A lot was refused.
    LotRefused {
        /// By whom.
        seat: Seat,
    },
    /// A lot was accepted.
    LotAccepted {
        /// By whom.
        seat: Seat,
        /// Its hierarchy tile.
        tile: Title,
        /// Its cards.
        cards: Cards,
    },
    /// A lot that everyone refused was kept by its Tairō.
    LotKept {
        /// By whom.
        seat: Seat,
        /// Its hierarchy tile.
        tile: Title,
        /// Its cards.
        cards: Cards,
    },
    /// The last two lots are up for choice.
    LotsPresented {
        /// By whom.
        seat: Seat,
        /// To whom.
        chooser: Seat,
    },
    /// One of the last two lots was received.
    LotReceived {
        /// By whom.
        seat: Seat,
        /// Which lot.
        lot: LotName,
        /// Its hierarchy tile.
        tile: Title,
        /// Its cards.
        cards: Cards,
        /// Whether the seat chose it; the other one was left to the Tairō.
        chosen: bool,
    },
    /// Cards of the division were left out of both lots.
    CardsLeftOut {
        /// The cards.
        cards: Cards,
    },
    /// A seat has its title for the odd year.
    TitleTaken {
        /// Which seat.
        seat: Seat,
        /// The title.
        title: Title,
    },
    /// A control action was begun in secret; only the seat itself knows.
    PlanBegun {
        /// Whose plan.
        seat: Seat,
        /// For which province.
        province: Province,
        /// How it will be paid.
        mode: Mode,
    },
    /// A part was set out in secret; only the seat itself knows.
    PartPlanned {
        /// Whose plan.
        seat: Seat,
        /// The part.
        part: Part,
    },
    /// The last part was taken back in secret; only the seat itself knows.
    PartTakenBack {
        /// Whose plan.
        seat: Seat,
        /// The part.
        part: Part,
    },
    /// A control action was given up in secret; only the seat itself knows.
    PlanDropped {
        /// Whose plan.
        seat: Seat,
        /// For which province.
        province: Province,
        /// How it would have been paid.
        mode: Mode,
    },
    /// A kamon was placed.
    Controlled {
        /// By whom.
        seat: Seat,
        /// The title of that seat.
        title: Title,
        /// Where.
        province: Province,
        /// On which position, from 1.
        position: u8,
        /// How it was paid.
        mode: Mode,
        /// What it was paid with, in the announced order.
        parts: Parts,
        /// The points of the position.
        points: u16,
        /// The points of the title besides.
        title_points: u16,
    },
    /// A tile was taken from a gate.
    TileTaken {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        province: Province,
        /// Its bonus.
        bonus: Bonus,
    },
    /// A draw tile was used.
    DrawTileUsed {
        /// By whom.
        seat: Seat,
    },
    /// A troop card was drawn into a hand.
    CardDrawn {
        /// By whom.
        seat: Seat,
        /// Which card; nothing for those who may not know.
        card: Option<Card>,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose turn.
        seat: Seat,
        /// How many kamon it placed.
        placed: u8,
    },
    /// A kamon was turned to its golden face.
    Gilded {
        /// By whom.
        seat: Seat,
        /// Where.
        province: Province,
        /// On which position, from 1.
        position: u8,
    },
    /// The Sensei gilded nothing.
    GildDeclined {
        /// The Sensei.
        seat: Seat,
    },
    /// The game ended.
    GameOver {
        /// Why.
        reason: EndReason,
    },
    /// A hand was laid open and scored together with the tiles.
    HandScored {
        /// Whose hand.
        seat: Seat,
        /// The cards.
        cards: Cards,
        /// The points for koku.
        koku: u16,
        /// The points for tiles.
        tiles: u16,
    },
    /// The majority in a province was scored.
    MajorityScored {
        /// Where.
        province: Province,
        /// By whom.
        seat: Seat,
        /// What the seat's kamon there count.
        presence: u8,
        /// Whether it took the leftmost kamon to decide.
        tied: bool,
        /// The points.
        points: u16,
    },
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
