//! Messages with bad fields, for what a game tests about its readers.

use std::fmt::Debug;

use kit_rules_server::{Malformed, Wire};

/// The paths of all bad fields of a message.
///
/// # Panics
/// If it has none.
pub fn bad_fields<T: Debug>(read: Result<T, Malformed>) -> Vec<String> {
    let malformed = read.expect_err("the message is bad");
    malformed.faults.into_iter().map(|fault| fault.field).collect()
}

/// A field, and how to spoil it.
pub type Spoiled<'f, W> = (&'f str, fn(&mut <W as Wire>::State));

/// Asserts that each of these changes makes a sound state one that is refused under
/// exactly this path.
///
/// # Panics
/// If one does not, with its place in the list.
pub fn refuses_each<W: Wire>(sound: &W::State, changes: &[Spoiled<'_, W>])
where
    W::State: Clone,
{
    if let Err(malformed) = W::state_from_proto(sound.clone()) {
        panic!("the state is sound: {:?}", malformed.faults);
    }
    for (place, (path, change)) in changes.iter().enumerate() {
        let mut message = sound.clone();
        change(&mut message);
        assert_eq!(bad_fields(W::state_from_proto(message)), [*path], "change {place}");
    }
}
