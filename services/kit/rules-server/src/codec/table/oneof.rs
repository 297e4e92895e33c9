//! Table of the kinds of a oneof.

/// A oneof, kind by kind. A kind is a message with the name of the variant and
/// its fields in braces, or anything with a codec of its own in parentheses, such
/// as `Joker(card: CARD) <=> Part::Joker(card)`. The codec is one of the message
/// around the oneof, and leaves its other fields alone.
#[macro_export]
macro_rules! wire_oneof {
    () => {};
    (
        $(#[$meta:meta])* $vis:vis $name:ident $(($($param:ident: $Param:ty),* $(,)?))?:
            $pb:ident::$Message:ident as $Value:ty = $oneof:ident: $Kind:ty {
            $($Variant:ident
                $({ $($field:ident $(as ($($part:ident),*))?: $codec:expr),* $(,)? })?
                $(( $inner:ident: $inner_codec:expr ))?
                <=> $($path:ident)::* $({ $($braced:tt)* })? $(( $($tuple:tt)* ))?
                $(=> $made:expr)?
            ),+ $(,)?
        }
        $(; $($more:tt)*)?
    ) => {
        $crate::wire_field! {
            $(#[$meta])* $vis $name $(($($param: $Param),*))?: $pb::$Message as $Value = {
                #[allow(irrefutable_let_patterns, unused_mut, unused_variables)]
                let read = move |message: &$pb::$Message| -> $crate::codec::Read<$Value> {
                    type Kind = $Kind;
                    let mut faults = $crate::codec::Faults::default();
                    let Some(kind) = &message.$oneof else {
                        faults.add(stringify!($oneof), "holds exactly one of its kinds");
                        return Err(faults.into());
                    };
                    match kind {
                        $(Kind::$Variant(message) => {
                            $($crate::__wire_read!(
                                faults, message, faults.in_kind(stringify!($Variant)),
                                { $($field $(($($part),*))?: $codec,)* }
                            );)?
                            $($crate::__wire_read!(
                                faults, message, faults.in_kind(stringify!($Variant)),
                                { .. $inner: $inner_codec }
                            );)?
                            Ok($crate::__wire_value!(
                                { $($path)::* $({ $($braced)* })? $(( $($tuple)* ))? }
                                $(=> $made)?
                            ))
                        })+
                    }
                };
                #[allow(clippy::needless_update, unused_variables)]
                let write = move |value: &$Value| {
                    type Kind = $Kind;
                    let kind = match value {
                        $($($path)::* $({ $($braced)* })? $(( $($tuple)* ))? => Kind::$Variant(
                            $($pb::$Variant {
                                $($field: $crate::codec::Codec::write(
                                    &$codec,
                                    $crate::__wire_given!($field $(($($part),*))?),
                                ),)*
                            })?
                            $($crate::codec::Codec::write(&$inner_codec, $inner))?
                        ),)+
                    };
                    $pb::$Message { $oneof: Some(kind), ..Default::default() }
                };
                $crate::codec::codec(read, write)
            }
        }

        $($crate::wire_oneof! { $($more)* })?
    };
}
