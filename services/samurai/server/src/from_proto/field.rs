//! Single fields, and how their faults are gathered.

use kit_rules::Seat;
use kit_rules_server::Malformed;
use samurai_rules::{Cell, Figure, Land, SEATS_MAX, Settlement, Tile, TileSet};

use crate::numbers;

/// The field name of an element that has no fields of its own.
pub(super) const ITSELF: &str = "";

/// A value, or all faults found on the way to it.
pub(super) type Read<T> = Result<T, Malformed>;

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

/// A seat of the largest table.
pub(super) fn seat(field: &str, number: u32) -> Read<Seat> {
    Seat::new(number)
        .filter(|seat| seat.index() < SEATS_MAX)
        .ok_or_else(|| Malformed::field(field, format!("is a seat from 1 to {SEATS_MAX}")))
}

/// A seat, or nobody.
pub(super) fn seat_or_nobody(field: &str, number: u32) -> Read<Option<Seat>> {
    if number == 0 { Ok(None) } else { seat(field, number).map(Some) }
}

/// A number that fits a byte and is at most `max`.
pub(super) fn count(field: &str, number: u32, max: u8) -> Read<u8> {
    u8::try_from(number)
        .ok()
        .filter(|count| *count <= max)
        .ok_or_else(|| Malformed::field(field, format!("is at most {max}")))
}

/// A message that has to be there.
pub(super) fn required<'m, M>(field: &str, message: &'m Option<M>) -> Read<&'m M> {
    message.as_ref().ok_or_else(|| Malformed::field(field, "is missing"))
}

/// Every element of a repeated field. Faults name their field as seen from the
/// element; its own path is put before them only when there are any, since a
/// state has many elements and hardly ever a fault.
pub(super) fn each<'m, M, T>(
    field: &str,
    elements: &'m [M],
    mut read: impl FnMut(&'m M) -> Read<T>,
) -> Read<Vec<T>> {
    let mut faults = Vec::new();
    let mut values = Vec::with_capacity(elements.len());
    for (index, element) in elements.iter().enumerate() {
        let read = read(element).map_err(|faults| faults.inside(&format!("{field}[{index}]")));
        values.extend(Malformed::gather(&mut faults, read));
    }
    if faults.is_empty() { Ok(values) } else { Err(Malformed { faults }) }
}

/// Two values, or the faults of both.
pub(super) fn both<A, B>(first: Read<A>, second: Read<B>) -> Read<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(mut first), Err(second)) => {
            first.faults.extend(second.faults);
            Err(first)
        }
        (Err(only), Ok(_)) | (Ok(_), Err(only)) => Err(only),
    }
}
