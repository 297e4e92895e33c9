//! Table of single codecs.

/// Codecs with names: `NAME: Message as Value = codec`, or with parameters,
/// `name(seats: SeatCount): Message as Value = codec`. Several in one table, of
/// this macro or one of the others, are separated by semicolons.
#[macro_export]
macro_rules! wire_field {
    () => {};
    (
        $(#[$meta:meta])* $vis:vis $name:ident: $Message:ty as $Value:ty = $codec:expr
        $(; $($more:tt)*)?
    ) => {
        $(#[$meta])*
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        $vis struct $name;

        impl $name {
            fn codec() -> impl $crate::codec::Codec<Message = $Message, Value = $Value> {
                $codec
            }
        }

        impl $crate::codec::Codec for $name {
            type Message = $Message;
            type Value = $Value;

            fn read(&self, message: &$Message) -> $crate::codec::Read<$Value> {
                $crate::codec::Codec::read(&Self::codec(), message)
            }

            fn write(&self, value: &$Value) -> $Message {
                $crate::codec::Codec::write(&Self::codec(), value)
            }
        }

        $($crate::wire_field! { $($more)* })?
    };
    (
        $(#[$meta:meta])* $vis:vis $name:ident($($param:ident: $Param:ty),* $(,)?):
            $Message:ty as $Value:ty = $codec:expr
        $(; $($more:tt)*)?
    ) => {
        $(#[$meta])*
        $vis fn $name(
            $($param: $Param),*
        ) -> impl $crate::codec::Codec<Message = $Message, Value = $Value> {
            $codec
        }

        $($crate::wire_field! { $($more)* })?
    };
}
