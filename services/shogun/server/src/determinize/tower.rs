//! Cubes in the tower, and how they may lie.

use kit_rules::{Draws, shuffle};
use kit_rules_server::Malformed;
use shogun_rules::{Cube, SHELF_CAPACITY, State, Tower};

use super::below;

/// Puts the cubes that are nowhere else on the shelves. However many lie on the
/// upper one, they can be arranged in equally many ways.
pub(super) fn fill(state: &State, draws: &mut Draws<'_>) -> Result<Tower, Malformed> {
    let inside = state.in_tower().iter();
    let mut upper: Vec<Cube> =
        inside.flat_map(|(cube, count)| std::iter::repeat_n(cube, count.into())).collect();
    if upper.len() > 2 * SHELF_CAPACITY {
        return Err(Malformed::field("tower", "has no room for all cubes that are nowhere else"));
    }
    shuffle(&mut upper, draws);
    let least = upper.len().saturating_sub(SHELF_CAPACITY);
    let most = upper.len().min(SHELF_CAPACITY);
    let lower = upper.split_off(least + below(most - least + 1, draws));
    Ok(Tower { upper, lower, ..Tower::default() })
}
