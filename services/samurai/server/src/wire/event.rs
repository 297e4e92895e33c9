//! Events on the wire, redacted or not.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules_server::codec::*;
use samurai_rules::{Event, Tile};

use super::field::{
    CELL, COUNTS, END_REASON, FIGURE, FIGURE_PLACE, INFLUENCE, LAND, SEAT, SETTLEMENT, TILE, TILES,
};

wire_oneof! {
    /// The one event that a message holds.
    pub(crate) EVENT: pb::Event as Event = kind: pb::event::Kind {
        StartSeatChosen { seat: SEAT } <=> Event::StartSeat { seat },
        TileChosen { seat: SEAT, tile: TILE } <=> Event::TileChosen { seat, tile },
        TileReturned { seat: SEAT, tile: TILE } <=> Event::TileReturned { seat, tile },
        HandSealed { seat: SEAT } <=> Event::HandSealed { seat },
        HandDealt { seat: SEAT, tiles as (count, tiles): or_face_down(TILES, Tile::COUNT) }
            <=> Event::HandDealt { seat, count, tiles },
        FigurePlaced { seat: or_none(SEAT), settlement: SETTLEMENT, figure: FIGURE }
            <=> Event::FigurePlaced { seat, figure, settlement },
        TilePlaced { seat: SEAT, tile: TILE, cell: CELL }
            <=> Event::TilePlaced { seat, tile, cell },
        FigurePicked { seat: SEAT, settlement: SETTLEMENT, figure: FIGURE }
            <=> Event::FigureExchangeStarted { seat, settlement, figure },
        FiguresSwapped { seat: SEAT, first: required(FIGURE_PLACE), second: required(FIGURE_PLACE) }
            <=> Event::FiguresSwapped { seat, first, second },
        TileLifted { seat: SEAT, tile: TILE, cell: LAND }
            <=> Event::TileLifted { seat, land: cell, tile },
        TileRedeployed { seat: SEAT, tile: TILE, cell: LAND }
            <=> Event::TileRedeployed { seat, land: cell, tile },
        FigureCaptured { seat: SEAT, settlement: SETTLEMENT, figure: FIGURE, influence: INFLUENCE }
            <=> Event::FigureCaptured { seat, figure, settlement, influence },
        FigureSetAside { settlement: SETTLEMENT, figure: FIGURE, influence: INFLUENCE }
            <=> Event::FigureSetAside { figure, settlement, influence },
        TurnEnded { seat: SEAT } <=> Event::TurnEnded { seat },
        TilesDrawn { seat: SEAT, tiles as (count, tiles): or_face_down(TILES, Tile::COUNT) }
            <=> Event::TilesDrawn { seat, count, tiles },
        Passed { seat: SEAT } <=> Event::Passed { seat },
        GameOver { reason: END_REASON } <=> Event::GameOver { reason },
        CapturesShown { seat: SEAT, figures: COUNTS } <=> Event::CapturesShown { seat, figures },
    }
}
