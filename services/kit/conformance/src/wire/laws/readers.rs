//! Laws of readers: who can read a view, and what it is to them.

use kit_redact::Viewer;
use kit_rules::{SEATS_MAX, Seat};
use kit_rules_server::{StateOf, Wire};

use crate::laws::corpus::sample;
use crate::wire::{WireTable, decode, state_bytes};

/// How many positions of a match are read.
const POSITIONS: usize = 24;

/// A seat that takes a whole state for its view makes the same of it, so no
/// mistake of a caller tells it anything hidden.
///
/// # Errors
/// If the law is broken.
pub fn a_whole_state_read_as_a_view_tells_no_more<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    for state in positions(table)? {
        let bytes = state_bytes::<W>(&state);
        for seat in table.table.seats.seats() {
            let whole = W::view_from_proto(decode(&bytes)?, seat);
            if whole.ok() != Some(table.seen_by(&bytes, seat)?) {
                return Err(format!("{seat} makes something else of the whole state"));
            }
        }
    }
    Ok(())
}

/// A seat that is not at the table can't read a view of it, nor imagine the rest.
///
/// # Errors
/// If the law is broken.
pub fn a_seat_that_is_not_at_the_table_has_no_view<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    for state in positions(table)? {
        let bytes = state_bytes::<W>(&state);
        let strangers = (table.table.seats.get()..usize::from(SEATS_MAX)).map(Seat::from_index);
        for stranger in strangers {
            let view = table.view(&bytes, Viewer::Seat(stranger))?;
            let Err(malformed) = W::view_from_proto(decode(&view)?, stranger) else {
                return Err(format!("{stranger} is not at the table, but reads a view of it"));
            };
            if malformed.faults.iter().all(|fault| fault.field.is_empty()) {
                return Err(format!("{stranger} is refused, but no field is named"));
            }
            if W::determinize(decode(&view)?, Some(stranger), &mut |_| 0).is_ok() {
                return Err(format!("{stranger} is not at the table, but imagines a position"));
            }
        }
    }
    Ok(())
}

/// Some of all positions, those between two draws among them.
fn positions<W: Wire>(table: &WireTable<W>) -> Result<Vec<StateOf<W>>, String> {
    let mut all = Vec::new();
    crate::walk(&table.table, |state, _, _| {
        all.push(state.clone());
        Ok(())
    })?;
    Ok(sample(&mut table.table.numbers(7), &all, POSITIONS))
}
