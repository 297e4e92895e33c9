//! Refusals. Each knows its rule and tells what to do instead, and none speaks
//! of anything that the acting seat cannot see.

use kit_rules::Seat;

use crate::{Cell, Figure, Settlement, SettlementKind, Tile};

/// What comes of a step.
pub(crate) type Applied = Result<(), Violation>;

/// Why the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    #[error("Samurai is played by two, three or four; open a table of that size")]
    TableSize,
    #[error("{seat} is not at this table; name a start seat that is, or 0 to draw one")]
    StartSeatNotAtTable { seat: Seat },

    #[error("the starting hands come first; choose five tiles and keep them")]
    ChooseHandFirst,
    #[error("the starting hand is settled and stays as it is")]
    HandIsSealed,
    #[error("{tile} is already chosen; choose another tile")]
    AlreadyChosen { tile: Tile },
    #[error("{tile} is not chosen; only chosen tiles can be returned")]
    NotChosen { tile: Tile },
    #[error("five tiles are chosen; return one before you choose another")]
    EnoughChosen,
    #[error("a starting hand has five tiles and {chosen} are chosen; choose on")]
    TooFewChosen { chosen: usize },

    #[error("all figures have to stand before tiles are played; place a figure")]
    PlaceFiguresFirst,
    #[error("nobody may pass while figures are placed; place a figure")]
    NoPassWhilePlacing,
    #[error("all figures are placed; play a tile")]
    FiguresArePlaced,
    #[error("the figures of Edo are given; choose a city or a village")]
    EdoIsGiven,
    #[error("the cities are filled before the villages; choose a city with room")]
    CitiesFirst { settlement: Settlement },
    #[error("{settlement} is full; choose another settlement")]
    SettlementIsFull { settlement: Settlement },
    #[error("{settlement} already has {}; choose another figure or city", .figure.with_article())]
    CityHasType { settlement: Settlement, figure: Figure },
    #[error("no {figure} is left in the supply; choose another figure")]
    SupplyIsEmpty { settlement: Settlement, figure: Figure },

    #[error("it is another seat's turn; wait for yours")]
    NotOnTurn,
    #[error("{tile} is not in your hand; play a tile that is")]
    TileNotInHand { tile: Tile },
    #[error("one plain tile was played this turn; play a tile with the character or end the turn")]
    SecondPlainTile { tile: Tile },
    #[error("a turn takes at least one tile; play one before you end it")]
    NothingPlayed,

    #[error("{cell} is not in play at this table; choose a cell that is")]
    NotInPlay { cell: Cell },
    #[error("a ship goes on the sea and {cell} is land; choose an empty sea cell")]
    ShipOnLand { cell: Cell },
    #[error("only ships go on the sea, as {cell} is; choose an empty land cell")]
    LandTileOnSea { cell: Cell },
    #[error("{cell} is a settlement and never takes a tile; choose a cell beside it")]
    SettlementTakesNoTile { cell: Cell },
    #[error("{cell} has a tile already; choose an empty cell")]
    CellIsTaken { cell: Cell },
    #[error("{tile} is not placed like other tiles; name what it exchanges")]
    ExchangeIsNotPlaced { tile: Tile },

    #[error("name the second figure of the exchange first")]
    FinishFigureExchange,
    #[error("no figure exchange has begun; name the first figure of one")]
    NoFigureExchange,
    #[error("{settlement} has no figures any more; choose one that has")]
    SettlementIsEmpty { settlement: Settlement },
    #[error("no {figure} stands in {settlement}; name a figure that does")]
    FigureIsNotThere { settlement: Settlement, figure: Figure },
    #[error("the two figures stand in different settlements; choose one outside {settlement}")]
    SameSettlement { settlement: Settlement },
    #[error("no settlement may hold two figures of one type; choose another figure")]
    DoubleType,
    #[error("figures stand in one settlement only, so none can change places; play another tile")]
    NoOtherSettlement,

    #[error("put the lifted tile down first")]
    FinishTileExchange,
    #[error("no tile is lifted; lift one with the tile exchange")]
    NoTileExchange,
    #[error("no tile lies on {cell}; choose one of your tiles")]
    NothingToLift { cell: Cell },
    #[error("the tile on {cell} is not yours; choose one of your tiles")]
    NotYourTile { cell: Cell },
    #[error("{tile} cannot be lifted; choose a helmet, buddha, rice or samurai tile")]
    CannotBeLifted { tile: Tile },
    #[error("no land cell is empty, so the tile could not be put down; play another tile")]
    NowhereToRedeploy,
    #[error("the lifted tile comes from {cell}; choose another empty land cell")]
    BackToSource { cell: Cell },
    #[error("the lifted tile goes on land, and {cell} is not; choose an empty land cell")]
    RedeployOffLand { cell: Cell },
    #[error("{cell} has a tile already; choose an empty land cell")]
    RedeployOnTaken { cell: Cell },

    #[error("no such number is to be drawn now")]
    NoSuchDraw,
    #[error("the game is over; start another")]
    GameIsOver,
}

impl kit_rules::Violation for Violation {
    fn rule(&self) -> &'static str {
        use SettlementKind::Village;
        match self {
            Self::TableSize => "SAM-2.5",
            Self::StartSeatNotAtTable { .. } => "SAM-5.7",
            Self::ChooseHandFirst => "SAM-5.6",
            Self::HandIsSealed
            | Self::AlreadyChosen { .. }
            | Self::NotChosen { .. }
            | Self::EnoughChosen
            | Self::TooFewChosen { .. } => "SAM-5.3",
            Self::PlaceFiguresFirst | Self::FiguresArePlaced => "SAM-5.13",
            Self::NoPassWhilePlacing | Self::EdoIsGiven | Self::CitiesFirst { .. } => "SAM-5.11",
            Self::SettlementIsFull { settlement } | Self::SupplyIsEmpty { settlement, .. }
                if settlement.kind() == Village =>
            {
                "SAM-5.10"
            }
            Self::SettlementIsFull { .. }
            | Self::SupplyIsEmpty { .. }
            | Self::CityHasType { .. } => "SAM-5.9",
            Self::NotOnTurn => "SAM-6.1",
            Self::TileNotInHand { .. } => "SAM-6.7",
            Self::SecondPlainTile { .. } => "SAM-6.4",
            Self::NothingPlayed => "SAM-6.5",
            Self::NotInPlay { .. } => "SAM-3.3",
            Self::ShipOnLand { .. } => "SAM-7.1",
            Self::LandTileOnSea { .. } => "SAM-7.2",
            Self::SettlementTakesNoTile { .. } => "SAM-7.4",
            Self::CellIsTaken { .. } => "SAM-7.5",
            Self::ExchangeIsNotPlaced { .. } => "SAM-7.6",
            Self::FinishFigureExchange | Self::FigureIsNotThere { .. } => "SAM-8.8",
            Self::NoFigureExchange => "SAM-8.1",
            Self::SettlementIsEmpty { .. } => "SAM-8.6",
            Self::SameSettlement { .. } | Self::NoOtherSettlement => "SAM-8.3",
            Self::DoubleType => "SAM-8.4",
            Self::FinishTileExchange | Self::BackToSource { .. } => "SAM-9.4",
            Self::NoTileExchange => "SAM-9.1",
            Self::NotYourTile { .. } | Self::CannotBeLifted { .. } => "SAM-9.2",
            Self::NothingToLift { .. }
            | Self::NowhereToRedeploy
            | Self::RedeployOffLand { .. }
            | Self::RedeployOnTaken { .. } => "SAM-9.10",
            Self::NoSuchDraw => "SAM-14.1",
            Self::GameIsOver => "SAM-11.3",
        }
    }
}
