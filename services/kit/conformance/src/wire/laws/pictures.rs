//! Laws of what people look at: pictures and labels.

use kit_rules_server::{StateOf, Wire};

use crate::laws::corpus::sample;
use crate::wire::position::{draw, draw_view};
use crate::wire::{WireTable, position, state_bytes};

/// How many positions of a match are drawn.
const POSITIONS: usize = 12;
/// How many of them are drawn again, and from their whole states as well.
const AGAIN: usize = 2;

/// Every viewer gets a well-formed SVG document. It loads nothing, runs nothing,
/// and all its links are met.
///
/// # Errors
/// If the law is broken.
pub fn pictures_are_well_formed_and_need_nothing_else<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    let positions = positions(table, POSITIONS)?;
    positions.iter().try_for_each(|state| position::is_drawn_for_everyone(table, state))
}

/// The same view is drawn the same each time, and so is a whole state in place
/// of a view: no mistake of a caller shows anything hidden.
///
/// # Errors
/// If the law is broken.
pub fn a_picture_follows_from_the_view<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    for state in positions(table, AGAIN)? {
        let bytes = state_bytes::<W>(&state);
        for viewer in table.viewers() {
            let svg = draw(table, &bytes, viewer)?;
            if draw(table, &bytes, viewer)? != svg {
                return Err(format!("{viewer:?}: the same view is drawn differently"));
            }
            if draw_view::<W>(bytes.clone(), viewer)? != svg {
                return Err(format!("{viewer:?}: the whole state is drawn with more in it"));
            }
        }
    }
    Ok(())
}

/// Every legal action has a label, and the element that it names is in the
/// picture that the acting seat sees.
///
/// # Errors
/// If the law is broken.
pub fn legal_actions_point_into_the_picture<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    let positions = positions(table, POSITIONS)?;
    positions.iter().try_for_each(|state| position::labels_point_into_the_picture(table, state))
}

/// No two actions of one list have the same label.
///
/// # Errors
/// If the law is broken.
pub fn labels_tell_actions_apart<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    table.walk_settled(|state| position::labels_tell_actions_apart(table, state))
}

/// Some positions, with the first and the last.
fn positions<W: Wire>(table: &WireTable<W>, count: usize) -> Result<Vec<StateOf<W>>, String> {
    let mut all = Vec::new();
    table.walk_settled(|state| {
        all.push(state.clone());
        Ok(())
    })?;
    let mut some = sample(&mut table.table.numbers(4), &all, count);
    some.extend(all.first().cloned());
    some.extend(all.last().cloned());
    Ok(some)
}
