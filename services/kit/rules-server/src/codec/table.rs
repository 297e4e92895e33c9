//! Macros that make codecs of tables.

mod cases;
mod enumeration;
mod field;
mod game;
mod message;
mod oneof;

/// Reads fields one by one and binds their values, or gives up with all faults.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_read {
    (
        $faults:ident, $message:ident, $failed:expr,
        {
            $($field:ident $(($($part:ident),*))?: $codec:expr,)*
            $(.. $rest:ident: $rest_codec:expr)?
        }
    ) => {
        let ($(Some($crate::__wire_bound!($field $(($($part),*))?)),)* $(Some($rest),)?) = (
            $($faults.field(
                stringify!($field),
                $crate::codec::Codec::read(&$codec, &$message.$field),
            ),)*
            $($faults.message($crate::codec::Codec::read(&$rest_codec, $message)),)?
        ) else {
            return Err($failed);
        };
    };
}

/// What the value of a field is bound to.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_bound {
    ($field:ident) => { $field };
    ($field:ident ($($part:ident),*)) => { ($($part,)*) };
}

/// The value of a field, of which the parts may be bound.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_given {
    ($field:ident) => { $field };
    ($field:ident ($($part:ident),*)) => { &($($part.to_owned(),)*) };
}

/// The fields of a message that its table does not list.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_others {
    () => {
        Default::default()
    };
    ($codec:expr, $value:expr) => {
        $crate::codec::Codec::write($codec, $value)
    };
}

/// What makes a value: the pattern itself, or what is said to do so.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_value {
    ({ $($pattern:tt)* }) => { $($pattern)* };
    ({ $($pattern:tt)* } => $made:expr) => { $made };
}

/// A variant with the name of the schema, or what is said instead.
#[doc(hidden)]
#[macro_export]
macro_rules! __wire_variant {
    ($same:path) => { $same };
    ($same:path { $($pattern:tt)* }) => { $($pattern)* };
}
