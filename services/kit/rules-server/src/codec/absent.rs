//! Codecs of what may be absent, or unknown.

use super::{Codec, with};
use crate::Malformed;

/// A message that has to be there.
pub fn required<C: Codec>(of: C) -> impl Codec<Message = Option<C::Message>, Value = C::Value> {
    with(
        of,
        |of: &C, message: &Option<C::Message>| match message {
            Some(message) => of.read(message),
            None => Err(Malformed::itself("is missing")),
        },
        |of, value| Some(of.write(value)),
    )
}

/// A message that may be missing.
pub fn optional<C: Codec>(
    of: C,
) -> impl Codec<Message = Option<C::Message>, Value = Option<C::Value>> {
    with(
        of,
        |of: &C, message: &Option<C::Message>| message.as_ref().map(|it| of.read(it)).transpose(),
        |of, value: &Option<C::Value>| value.as_ref().map(|value| of.write(value)),
    )
}

/// A message that is absent exactly if the value is its default, so that every
/// value has one encoding.
pub fn or_absent<C>(of: C) -> impl Codec<Message = Option<C::Message>, Value = C::Value>
where
    C: Codec<Value: Default + PartialEq>,
{
    with(
        of,
        |of: &C, message: &Option<C::Message>| {
            let Some(message) = message else { return Ok(C::Value::default()) };
            let value = of.read(message)?;
            if is_absent(&value) {
                return Err(Malformed::itself("is absent while it is empty"));
            }
            Ok(value)
        },
        |of, value| (!is_absent(value)).then(|| of.write(value)),
    )
}

/// A message that is there in some matches, and in no others.
pub fn only_if<C>(there: bool, of: C) -> impl Codec<Message = Option<C::Message>, Value = C::Value>
where
    C: Codec<Value: Default>,
{
    with(
        of,
        move |of: &C, message: &Option<C::Message>| match message {
            Some(message) if there => of.read(message),
            Some(_) => Err(Malformed::itself("is absent in this match")),
            None if there => Err(Malformed::itself("is missing")),
            None => Ok(C::Value::default()),
        },
        move |of, value| there.then(|| of.write(value)),
    )
}

/// A number, or zero for nothing.
pub fn or_none<C>(of: C) -> impl Codec<Message = C::Message, Value = Option<C::Value>>
where
    C: Codec<Message: Default + PartialEq>,
{
    with(
        of,
        |of: &C, message: &C::Message| {
            if is_absent(message) { Ok(None) } else { of.read(message).map(Some) }
        },
        |of, value: &Option<C::Value>| match value {
            Some(value) => of.write(value),
            None => C::Message::default(),
        },
    )
}

/// A number, or zero for the default, which is written in full.
pub fn or_default<C>(of: C) -> impl Codec<Message = C::Message, Value = C::Value>
where
    C: Codec<Message: Default + PartialEq, Value: Default>,
{
    with(
        of,
        |of: &C, message: &C::Message| {
            if is_absent(message) { Ok(C::Value::default()) } else { of.read(message) }
        },
        |of, value| of.write(value),
    )
}

/// A field that means this value if it is missing. It is written in full.
pub fn or_usual<C>(
    usual: C::Value,
    of: C,
) -> impl Codec<Message = Option<C::Message>, Value = C::Value>
where
    C: Codec<Value: Clone>,
{
    with(
        of,
        move |of: &C, message: &Option<C::Message>| match message {
            Some(message) => of.read(message),
            None => Ok(usual.clone()),
        },
        |of, value| Some(of.write(value)),
    )
}

/// A field that not everybody may know. For the others the value is its default,
/// even if the message tells more.
pub fn if_known<C>(known: bool, of: C) -> impl Codec<Message = C::Message, Value = C::Value>
where
    C: Codec<Value: Default>,
{
    with(
        of,
        move |of: &C, message: &C::Message| {
            if known { of.read(message) } else { Ok(C::Value::default()) }
        },
        |of, value| of.write(value),
    )
}

/// Whether a field, or a value, is as if nobody had set it.
pub fn is_absent<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}
