//! Checks of the data before tables are made of it.

use std::collections::BTreeSet;
use std::fmt::Debug;

/// Complains if something does not hold.
///
/// # Errors
/// The fault, if it does not.
pub fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

/// Complains if a value comes twice.
///
/// # Errors
/// What the values are, and which of them comes twice.
pub fn unique<T: Ord + Debug>(what: &str, values: impl Iterator<Item = T>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for value in values {
        let shown = format!("{value:?}");
        ensure(seen.insert(value), || format!("{what} {shown} stands twice"))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_comes_twice_is_named() {
        assert_eq!(unique("card", [1, 2, 3].iter()), Ok(()));
        assert_eq!(unique("card", ["a", "b", "a"].iter()), Err("card \"a\" stands twice".into()));
    }
}
