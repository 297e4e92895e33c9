//! Reads a message to its depths without writing anything.

use crate::fields::{Fields, Found};
use crate::plan::{MessagePlan, PlanIndex};

/// How many messages may stand inside one another below the root. Every common
/// decoder goes at least this deep.
pub const DEPTH_MAX: usize = 64;

/// The message type whose bytes could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed(pub(crate) PlanIndex);

/// Whether a message holds nothing but what its schema knows.
///
/// # Errors
/// If the message or one inside it is malformed, or they nest too deep.
pub(crate) fn check(
    plans: &[MessagePlan],
    index: PlanIndex,
    bytes: &[u8],
    depth: usize,
) -> Result<bool, Malformed> {
    if depth > DEPTH_MAX {
        return Err(Malformed(index));
    }
    let mut all_known = true;
    let mut fields = Fields::new(&plans[index.place()], bytes);
    while !fields.is_done() {
        match fields.next().ok_or(Malformed(index))? {
            Found::Single(_) | Found::Packed(..) => {}
            Found::Unknown => all_known = false,
            Found::Child(_, child, inner) => all_known &= check(plans, child, inner, depth + 1)?,
        }
    }
    Ok(all_known)
}
