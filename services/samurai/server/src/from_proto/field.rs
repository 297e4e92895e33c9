//! Single fields.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use kit_rules_server::read;
pub(super) use kit_rules_server::read::{ITSELF, Read, both, count, each, required};
use samurai_rules::{Cell, Figure, FigureCounts, Land, SEATS_MAX, Settlement, Tile, TileSet};

use crate::numbers;

/// No type has more figures than this in the box.
const FIGURES_MAX: u8 = 13;

/// A cell of the board.
pub(super) fn cell(field: &str, number: i32) -> Read<Cell> {
    numbers::cell(number).ok_or_else(|| Malformed::field(field, "names a cell of the board"))
}

/// A cell that holds figures.
pub(super) fn settlement(field: &str, number: i32) -> Read<Settlement> {
    match numbers::cell(number) {
        Some(Cell::Settlement(settlement)) => Ok(settlement),
        _ => Err(Malformed::field(field, "names a settlement")),
    }
}

/// A cell that holds a tile other than a ship.
pub(super) fn land(field: &str, number: i32) -> Read<Land> {
    match numbers::cell(number) {
        Some(Cell::Land(land)) => Ok(land),
        _ => Err(Malformed::field(field, "names a land cell")),
    }
}

/// A tile that lies face up.
pub(super) fn tile(field: &str, number: i32) -> Read<Tile> {
    numbers::tile(number).ok_or_else(|| Malformed::field(field, "names a tile"))
}

/// Face-up tiles of one player, each at most once.
pub(super) fn tiles(field: &str, numbers: &[i32]) -> Read<TileSet> {
    let mut seen = TileSet::EMPTY;
    let tiles = each(field, numbers, |number| {
        let tile = tile(ITSELF, *number)?;
        if seen.contains(tile) {
            return Err(Malformed::field(ITSELF, "repeats a tile"));
        }
        seen = seen.with(tile);
        Ok(tile)
    })?;
    Ok(tiles.into_iter().collect())
}

/// A type of figure.
pub(super) fn figure(field: &str, number: i32) -> Read<Figure> {
    numbers::figure(number).ok_or_else(|| Malformed::field(field, "names a type of figure"))
}

/// Figures of each type; absent means none.
pub(super) fn counts(field: &str, message: &Option<pb::FigureCounts>) -> Read<FigureCounts> {
    let Some(message) = message else { return Ok(FigureCounts::NONE) };
    let ((helmets, buddhas), rice) = both(
        both(
            count("helmets", message.helmets, FIGURES_MAX),
            count("buddhas", message.buddhas, FIGURES_MAX),
        ),
        count("rice", message.rice, FIGURES_MAX),
    )
    .map_err(|faults| faults.inside(field))?;
    Ok(FigureCounts::new(helmets, buddhas, rice))
}

/// A seat of the largest table.
pub(super) fn seat(field: &str, number: u32) -> Read<Seat> {
    read::seat(field, number, SEATS_MAX)
}

/// A seat, or nobody.
pub(super) fn seat_or_nobody(field: &str, number: u32) -> Read<Option<Seat>> {
    read::seat_or_nobody(field, number, SEATS_MAX)
}
