//! What happened, and which rules made it happen.

use kit_rules::Seat;

use crate::state::EndReason;
use crate::{
    Cell, Figure, FigureCounts, Influence, Land, Settlement, SettlementKind, Tile, TileSet,
};

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is settled who begins.
    StartSeat {
        /// Who begins.
        seat: Seat,
    },
    /// A tile was chosen for a starting hand; only the seat itself knows.
    TileChosen {
        /// Who chose.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A tile was taken out of a starting hand; only the seat itself knows.
    TileReturned {
        /// Who chose.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// A starting hand is settled.
    HandSealed {
        /// Whose hand.
        seat: Seat,
    },
    /// A starting hand was drawn.
    HandDealt {
        /// Whose hand.
        seat: Seat,
        /// How many tiles.
        count: u8,
        /// Which tiles; empty for those who may not know.
        tiles: TileSet,
    },
    /// A figure was put into a settlement.
    FigurePlaced {
        /// By whom; nobody if the rules or chance did it.
        seat: Option<Seat>,
        /// The figure.
        figure: Figure,
        /// Where it stands.
        settlement: Settlement,
    },
    /// A tile was put on the board.
    TilePlaced {
        /// Whose tile.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// Where it lies.
        cell: Cell,
    },
    /// The figure exchange was played.
    FigureExchangeStarted {
        /// By whom.
        seat: Seat,
        /// Where the first figure stands.
        settlement: Settlement,
        /// The first figure.
        figure: Figure,
    },
    /// Two figures changed places.
    FiguresSwapped {
        /// By whom.
        seat: Seat,
        /// The first figure, and where it stood.
        first: (Settlement, Figure),
        /// The second figure, and where it stood.
        second: (Settlement, Figure),
    },
    /// The tile exchange took the place of a tile.
    TileLifted {
        /// Whose tile.
        seat: Seat,
        /// Where it lay.
        land: Land,
        /// The lifted tile.
        tile: Tile,
    },
    /// The lifted tile was put down.
    TileRedeployed {
        /// Whose tile.
        seat: Seat,
        /// Where it lies.
        land: Land,
        /// The tile.
        tile: Tile,
    },
    /// A figure was won.
    FigureCaptured {
        /// By whom.
        seat: Seat,
        /// The figure.
        figure: Figure,
        /// Where it stood.
        settlement: Settlement,
        /// What each seat had there.
        influence: Influence,
    },
    /// A figure was won by nobody.
    FigureSetAside {
        /// The figure.
        figure: Figure,
        /// Where it stood.
        settlement: Settlement,
        /// What each seat had there.
        influence: Influence,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose turn.
        seat: Seat,
    },
    /// A hand was filled up.
    TilesDrawn {
        /// Whose hand.
        seat: Seat,
        /// How many tiles.
        count: u8,
        /// Which tiles; empty for those who may not know.
        tiles: TileSet,
    },
    /// A seat had nothing that it could play.
    Passed {
        /// Which seat.
        seat: Seat,
    },
    /// The game ended.
    GameOver {
        /// Why.
        reason: EndReason,
    },
    /// A screen was removed, and what stood behind it is on display.
    CapturesShown {
        /// Whose screen.
        seat: Seat,
        /// What it hid.
        figures: FigureCounts,
    },
}

impl Event {
    /// The ids of the rules that caused it.
    pub fn causes(&self) -> &'static [&'static str] {
        match self {
            Self::StartSeat { .. } => &["SAM-5.7"],
            Self::TileChosen { .. } | Self::TileReturned { .. } => &["SAM-5.3"],
            Self::HandSealed { .. } => &["SAM-5.3", "SAM-5.4"],
            Self::HandDealt { .. } => &["SAM-5.5", "SAM-18.1"],
            Self::FigurePlaced { seat, settlement, .. } => match (settlement.kind(), seat) {
                (SettlementKind::Edo, _) => &["SAM-5.8"],
                (SettlementKind::City, Some(_)) => &["SAM-5.9"],
                (SettlementKind::Village, Some(_)) => &["SAM-5.10"],
                (SettlementKind::City, None) => &["SAM-5.9", "SAM-18.2"],
                (SettlementKind::Village, None) => &["SAM-5.10", "SAM-18.2"],
            },
            Self::TilePlaced { cell: Cell::Sea(_), .. } => &["SAM-7.1"],
            Self::TilePlaced { .. } => &["SAM-7.2"],
            Self::FigureExchangeStarted { .. } => &["SAM-8.1"],
            Self::FiguresSwapped { .. } => &["SAM-8.1", "SAM-8.4"],
            Self::TileLifted { .. } => &["SAM-9.1", "SAM-9.2"],
            Self::TileRedeployed { .. } => &["SAM-9.1", "SAM-9.4"],
            Self::FigureCaptured { .. } => &["SAM-10.2", "SAM-10.4"],
            Self::FigureSetAside { influence, .. } if influence.most() == 0 => {
                &["SAM-10.2", "SAM-10.6"]
            }
            Self::FigureSetAside { .. } => &["SAM-10.2", "SAM-10.5"],
            Self::TurnEnded { .. } => &["SAM-6.8"],
            Self::TilesDrawn { .. } => &["SAM-6.9"],
            Self::Passed { .. } => &["SAM-6.10"],
            Self::GameOver { reason: EndReason::TypeExhausted(_) } => &["SAM-11.1", "SAM-12.1"],
            Self::GameOver { reason: EndReason::FourthTie } => &["SAM-11.2", "SAM-12.1"],
            Self::CapturesShown { .. } => &["SAM-12.1", "SAM-13.2"],
        }
    }

    /// Whether it shows somebody what was hidden before: a drawn tile, a tile
    /// from a hand, or the captures behind the screens.
    pub fn reveals(&self) -> bool {
        matches!(
            self,
            Self::StartSeat { .. }
                | Self::HandDealt { .. }
                | Self::TilesDrawn { .. }
                | Self::TilePlaced { .. }
                | Self::FigureExchangeStarted { .. }
                | Self::TileLifted { .. }
                | Self::GameOver { .. }
                | Self::CapturesShown { .. }
        )
    }
}
