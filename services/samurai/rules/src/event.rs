//! Events of a match, and the rules that caused them.

use kit_rules::Seat;

use crate::state::EndReason;
use crate::{
    Cell, Figure, FigureCounts, Influence, Land, Settlement, SettlementKind, Tile, TileSet,
};

/// Something that happened. The tiles of a hand are empty for those who may not know
/// them; nobody is the seat where the rules or chance did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is settled who begins.
    StartSeat { seat: Seat },
    /// A tile was chosen for a starting hand; only the seat itself knows.
    TileChosen { seat: Seat, tile: Tile },
    /// A tile was taken out of a starting hand; only the seat itself knows.
    TileReturned { seat: Seat, tile: Tile },
    /// A starting hand is settled.
    HandSealed { seat: Seat },
    /// A starting hand was drawn.
    HandDealt { seat: Seat, count: u8, tiles: TileSet },
    /// A figure was put into a settlement.
    FigurePlaced { seat: Option<Seat>, figure: Figure, settlement: Settlement },
    /// A tile was put on the board.
    TilePlaced { seat: Seat, tile: Tile, cell: Cell },
    /// The figure exchange was played.
    FigureExchangeStarted { seat: Seat, settlement: Settlement, figure: Figure },
    /// Two figures changed places; each is named with the settlement where it stood.
    FiguresSwapped { seat: Seat, first: (Settlement, Figure), second: (Settlement, Figure) },
    /// The tile exchange took the place of a tile.
    TileLifted { seat: Seat, land: Land, tile: Tile },
    /// The lifted tile was put down.
    TileRedeployed { seat: Seat, land: Land, tile: Tile },
    /// A figure was won, by what each seat had there.
    FigureCaptured { seat: Seat, figure: Figure, settlement: Settlement, influence: Influence },
    /// A figure was won by nobody, by what each seat had there.
    FigureSetAside { figure: Figure, settlement: Settlement, influence: Influence },
    /// A turn ended.
    TurnEnded { seat: Seat },
    /// A hand was filled up.
    TilesDrawn { seat: Seat, count: u8, tiles: TileSet },
    /// A seat had nothing that it could play.
    Passed { seat: Seat },
    /// The game ended.
    GameOver { reason: EndReason },
    /// A screen was removed, and what stood behind it is on display.
    CapturesShown { seat: Seat, figures: FigureCounts },
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
