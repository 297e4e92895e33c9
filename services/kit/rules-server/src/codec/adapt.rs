//! Codecs made of other codecs whose value is not yet the one of the rules.

use super::{Codec, Read, with};
use crate::Malformed;

/// The same values in another form.
pub fn mapped<C: Codec, T>(
    of: C,
    make: impl Fn(C::Value) -> T,
    take_apart: impl Fn(&T) -> C::Value,
) -> impl Codec<Message = C::Message, Value = T> {
    refined(of, move |value| Ok(make(value)), take_apart)
}

/// Those values that mean something; `why` says what the others are not.
pub fn narrowed<C: Codec, T>(
    of: C,
    why: &'static str,
    make: impl Fn(C::Value) -> Option<T>,
    take_apart: impl Fn(&T) -> C::Value,
) -> impl Codec<Message = C::Message, Value = T> {
    refined(of, move |value| make(value).ok_or_else(|| Malformed::itself(why)), take_apart)
}

/// Those values that satisfy a condition; `why` says what it is.
pub fn checked<C: Codec>(
    of: C,
    why: &'static str,
    is_sound: impl Fn(&C::Value) -> bool,
) -> impl Codec<Message = C::Message, Value = C::Value> {
    with(
        of,
        move |of: &C, message: &C::Message| {
            let value = of.read(message)?;
            if is_sound(&value) { Ok(value) } else { Err(Malformed::itself(why)) }
        },
        |of, value| of.write(value),
    )
}

/// Values that are made with faults of their own, under paths as seen from the
/// field.
pub fn refined<C: Codec, T>(
    of: C,
    make: impl Fn(C::Value) -> Read<T>,
    take_apart: impl Fn(&T) -> C::Value,
) -> impl Codec<Message = C::Message, Value = T> {
    with(
        of,
        move |of: &C, message: &C::Message| make(of.read(message)?),
        move |of, value| of.write(&take_apart(value)),
    )
}
