//! Verdict of a law on a twist.

use kit_conformance::toy::{TwistedWire, WireTwist};
use kit_conformance::wire::{WireTable, check};

/// Asserts that the law complains about the twist, and about nothing else.
pub(crate) fn caught<T: WireTwist>(
    law: fn(&WireTable<TwistedWire<T>>) -> Result<(), String>,
    complaint: &str,
) {
    let breach = check::<TwistedWire<T>>(&[], law).expect_err("the law is broken");
    assert!(breach.contains(complaint), "{breach}");
}
