//! Reading single fields of a message, with all their faults.

use kit_rules::Seat;

use crate::Malformed;

/// The field name of an element that has no fields of its own.
pub const ITSELF: &str = "";

/// A value, or all faults found on the way to it.
pub type Read<T> = Result<T, Malformed>;

/// A seat of the largest table.
///
/// # Errors
/// If it is nobody, or no seat of such a table.
pub fn seat(field: &str, number: u32, seats_max: usize) -> Read<Seat> {
    Seat::new(number)
        .filter(|seat| seat.index() < seats_max)
        .ok_or_else(|| Malformed::field(field, format!("is a seat from 1 to {seats_max}")))
}

/// A seat, or nobody.
///
/// # Errors
/// If it is no seat of such a table.
pub fn seat_or_nobody(field: &str, number: u32, seats_max: usize) -> Read<Option<Seat>> {
    if number == 0 { Ok(None) } else { seat(field, number, seats_max).map(Some) }
}

/// A number that fits a byte and is at most `max`.
///
/// # Errors
/// If it is larger.
pub fn count(field: &str, number: u32, max: u8) -> Read<u8> {
    u8::try_from(number)
        .ok()
        .filter(|count| *count <= max)
        .ok_or_else(|| Malformed::field(field, format!("is at most {max}")))
}

/// A message that has to be there.
///
/// # Errors
/// If it is missing.
pub fn required<'m, M>(field: &str, message: &'m Option<M>) -> Read<&'m M> {
    message.as_ref().ok_or_else(|| Malformed::field(field, "is missing"))
}

/// Every element of a repeated field. Faults name their field as seen from the
/// element; its own path is put before them only when there are any, since a
/// state has many elements and hardly ever a fault.
///
/// # Errors
/// The faults of all elements.
pub fn each<'m, M, T>(
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
///
/// # Errors
/// If either has a fault.
pub fn both<A, B>(first: Read<A>, second: Read<B>) -> Read<(A, B)> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(mut first), Err(second)) => {
            first.faults.extend(second.faults);
            Err(first)
        }
        (Err(only), Ok(_)) | (Ok(_), Err(only)) => Err(only),
    }
}
