//! Reads an event, redacted or not.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use pb::event::Kind;
use samurai_rules::{Event, Figure, Influence, Settlement, Tile, TileSet};

use super::field::{
    ITSELF, Read, both, cell, count, counts, each, figure, land, required, seat, seat_or_nobody,
    settlement, tile, tiles,
};
use super::phase::end_reason;

/// The one event that the message holds.
pub(crate) fn event(message: &pb::Event) -> Read<Event> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of event"))?;
    read(kind).map_err(|malformed| malformed.inside(name(kind)))
}

fn read(kind: &Kind) -> Read<Event> {
    match kind {
        Kind::StartSeatChosen(m) => seat("seat", m.seat).map(|seat| Event::StartSeat { seat }),
        Kind::TileChosen(m) => {
            tile_of(m.seat, m.tile).map(|(seat, tile)| Event::TileChosen { seat, tile })
        }
        Kind::TileReturned(m) => {
            tile_of(m.seat, m.tile).map(|(seat, tile)| Event::TileReturned { seat, tile })
        }
        Kind::HandSealed(m) => seat("seat", m.seat).map(|seat| Event::HandSealed { seat }),
        Kind::HandDealt(m) => both(seat("seat", m.seat), dealt(&m.tiles))
            .map(|(seat, (count, tiles))| Event::HandDealt { seat, count, tiles }),
        Kind::FigurePlaced(m) => {
            both(seat_or_nobody("seat", m.seat), place(m.settlement, m.figure)).map(
                |(seat, (settlement, figure))| Event::FigurePlaced { seat, figure, settlement },
            )
        }
        Kind::TilePlaced(m) => both(tile_of(m.seat, m.tile), cell("cell", m.cell))
            .map(|((seat, tile), cell)| Event::TilePlaced { seat, tile, cell }),
        Kind::FigurePicked(m) => both(seat("seat", m.seat), place(m.settlement, m.figure)).map(
            |(seat, (settlement, figure))| Event::FigureExchangeStarted {
                seat,
                settlement,
                figure,
            },
        ),
        Kind::FiguresSwapped(m) => {
            let places = both(figure_place("first", &m.first), figure_place("second", &m.second));
            both(seat("seat", m.seat), places)
                .map(|(seat, (first, second))| Event::FiguresSwapped { seat, first, second })
        }
        Kind::TileLifted(m) => both(tile_of(m.seat, m.tile), land("cell", m.cell))
            .map(|((seat, tile), land)| Event::TileLifted { seat, land, tile }),
        Kind::TileRedeployed(m) => both(tile_of(m.seat, m.tile), land("cell", m.cell))
            .map(|((seat, tile), land)| Event::TileRedeployed { seat, land, tile }),
        Kind::FigureCaptured(m) => {
            let seat = seat("seat", m.seat);
            both(both(seat, place(m.settlement, m.figure)), influence(&m.influence)).map(
                |((seat, (settlement, figure)), influence)| Event::FigureCaptured {
                    seat,
                    figure,
                    settlement,
                    influence,
                },
            )
        }
        Kind::FigureSetAside(m) => both(place(m.settlement, m.figure), influence(&m.influence))
            .map(|((settlement, figure), influence)| Event::FigureSetAside {
                figure,
                settlement,
                influence,
            }),
        Kind::TurnEnded(m) => seat("seat", m.seat).map(|seat| Event::TurnEnded { seat }),
        Kind::TilesDrawn(m) => both(seat("seat", m.seat), dealt(&m.tiles))
            .map(|(seat, (count, tiles))| Event::TilesDrawn { seat, count, tiles }),
        Kind::Passed(m) => seat("seat", m.seat).map(|seat| Event::Passed { seat }),
        Kind::GameOver(m) => {
            end_reason("reason", m.reason).map(|reason| Event::GameOver { reason })
        }
        Kind::CapturesShown(m) => both(seat("seat", m.seat), counts("figures", &m.figures))
            .map(|(seat, figures)| Event::CapturesShown { seat, figures }),
    }
}

/// The field of the oneof, as the schema spells it.
fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::StartSeatChosen(_) => "start_seat_chosen",
        Kind::TileChosen(_) => "tile_chosen",
        Kind::TileReturned(_) => "tile_returned",
        Kind::HandSealed(_) => "hand_sealed",
        Kind::HandDealt(_) => "hand_dealt",
        Kind::FigurePlaced(_) => "figure_placed",
        Kind::TilePlaced(_) => "tile_placed",
        Kind::FigurePicked(_) => "figure_picked",
        Kind::FiguresSwapped(_) => "figures_swapped",
        Kind::TileLifted(_) => "tile_lifted",
        Kind::TileRedeployed(_) => "tile_redeployed",
        Kind::FigureCaptured(_) => "figure_captured",
        Kind::FigureSetAside(_) => "figure_set_aside",
        Kind::TurnEnded(_) => "turn_ended",
        Kind::TilesDrawn(_) => "tiles_drawn",
        Kind::Passed(_) => "passed",
        Kind::GameOver(_) => "game_over",
        Kind::CapturesShown(_) => "captures_shown",
    }
}

fn tile_of(seat_number: u32, tile_number: i32) -> Read<(Seat, Tile)> {
    both(seat("seat", seat_number), tile("tile", tile_number))
}

fn place(settlement_number: i32, figure_number: i32) -> Read<(Settlement, Figure)> {
    both(settlement("settlement", settlement_number), figure("figure", figure_number))
}

fn figure_place(field: &str, message: &Option<pb::FigurePlace>) -> Read<(Settlement, Figure)> {
    let message = required(field, message)?;
    place(message.settlement, message.figure).map_err(|malformed| malformed.inside(field))
}

/// How many tiles were drawn, and which if the reader may know: all or none.
fn dealt(numbers: &[i32]) -> Read<(u8, TileSet)> {
    let how_many = count("tiles", numbers.len() as u32, Tile::COUNT as u8);
    if numbers.iter().all(|number| *number == 0) {
        return how_many.map(|count| (count, TileSet::EMPTY));
    }
    both(how_many, tiles("tiles", numbers))
}

fn influence(totals: &[u32]) -> Read<Influence> {
    let totals = each("influence", totals, |total| count(ITSELF, *total, u8::MAX))?;
    Influence::new(&totals)
        .ok_or_else(|| Malformed::field("influence", "holds one number for every seat"))
}
