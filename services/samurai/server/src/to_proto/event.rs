//! Writes events.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::Seat;
use pb::event::Kind;
use samurai_rules::{Cell, Event, Figure, Influence, Settlement, TileSet};

use super::{counts, end_reason};
use crate::numbers::{of_cell, of_figure, of_tile};

/// An event.
pub(crate) fn event(event: &Event) -> pb::Event {
    pb::Event { kind: Some(kind(event)) }
}

fn kind(event: &Event) -> Kind {
    match *event {
        Event::StartSeat { seat } => {
            Kind::StartSeatChosen(pb::StartSeatChosen { seat: seat.number() })
        }
        Event::TileChosen { seat, tile } => {
            Kind::TileChosen(pb::TileChosen { seat: seat.number(), tile: of_tile(tile) })
        }
        Event::TileReturned { seat, tile } => {
            Kind::TileReturned(pb::TileReturned { seat: seat.number(), tile: of_tile(tile) })
        }
        Event::HandSealed { seat } => Kind::HandSealed(pb::HandSealed { seat: seat.number() }),
        Event::HandDealt { seat, count, tiles } => {
            Kind::HandDealt(pb::HandDealt { seat: seat.number(), tiles: dealt(count, tiles) })
        }
        Event::FigurePlaced { seat, figure, settlement } => Kind::FigurePlaced(pb::FigurePlaced {
            seat: seat.map_or(0, Seat::number),
            figure: of_figure(figure),
            settlement: number(settlement),
        }),
        Event::TilePlaced { seat, tile, cell } => Kind::TilePlaced(pb::TilePlaced {
            seat: seat.number(),
            tile: of_tile(tile),
            cell: of_cell(cell),
        }),
        Event::FigureExchangeStarted { seat, settlement, figure } => {
            Kind::FigurePicked(pb::FigurePicked {
                seat: seat.number(),
                settlement: number(settlement),
                figure: of_figure(figure),
            })
        }
        Event::FiguresSwapped { seat, first, second } => Kind::FiguresSwapped(pb::FiguresSwapped {
            seat: seat.number(),
            first: Some(place(first)),
            second: Some(place(second)),
        }),
        Event::TileLifted { seat, land, tile } => Kind::TileLifted(pb::TileLifted {
            seat: seat.number(),
            tile: of_tile(tile),
            cell: of_cell(Cell::Land(land)),
        }),
        Event::TileRedeployed { seat, land, tile } => Kind::TileRedeployed(pb::TileRedeployed {
            seat: seat.number(),
            tile: of_tile(tile),
            cell: of_cell(Cell::Land(land)),
        }),
        Event::FigureCaptured { seat, figure, settlement, influence } => {
            Kind::FigureCaptured(pb::FigureCaptured {
                seat: seat.number(),
                figure: of_figure(figure),
                settlement: number(settlement),
                influence: totals(&influence),
            })
        }
        Event::FigureSetAside { figure, settlement, influence } => {
            Kind::FigureSetAside(pb::FigureSetAside {
                figure: of_figure(figure),
                settlement: number(settlement),
                influence: totals(&influence),
            })
        }
        Event::TurnEnded { seat } => Kind::TurnEnded(pb::TurnEnded { seat: seat.number() }),
        Event::TilesDrawn { seat, count, tiles } => {
            Kind::TilesDrawn(pb::TilesDrawn { seat: seat.number(), tiles: dealt(count, tiles) })
        }
        Event::Passed { seat } => Kind::Passed(pb::Passed { seat: seat.number() }),
        Event::GameOver { reason } => {
            Kind::GameOver(pb::GameOver { reason: end_reason(reason).into() })
        }
        Event::CapturesShown { seat, figures } => {
            Kind::CapturesShown(pb::CapturesShown { seat: seat.number(), figures: counts(figures) })
        }
    }
}

/// Drawn tiles; as many face-down ones if they are not known.
fn dealt(count: u8, tiles: TileSet) -> Vec<i32> {
    if tiles.is_empty() {
        return vec![0; count.into()];
    }
    tiles.iter().map(of_tile).collect()
}

fn number(settlement: Settlement) -> i32 {
    of_cell(Cell::Settlement(settlement))
}

fn place((settlement, figure): (Settlement, Figure)) -> pb::FigurePlace {
    pb::FigurePlace { settlement: number(settlement), figure: of_figure(figure) }
}

fn totals(influence: &Influence) -> Vec<u32> {
    influence.totals().iter().map(|total| u32::from(*total)).collect()
}
