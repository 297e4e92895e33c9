//! Table of the fields of a message.

/// A message, field by field. Behind the last field, `..name: codec` reads more
/// fields of the same message, with a codec of the whole message; `..` alone leaves
/// its other fields alone, and makes such a codec.
///
/// ```
/// use kit_rules_server::codec::*;
/// # mod pb {
/// #     #[derive(Clone, PartialEq, prost::Message)]
/// #     pub struct Player {
/// #         #[prost(uint32, tag = "1")] pub seat: u32,
/// #         #[prost(uint32, tag = "2")] pub rice: u32,
/// #         #[prost(uint32, tag = "3")] pub wood: u32,
/// #     }
/// # }
///
/// #[derive(Debug, PartialEq)]
/// struct Player { goods: [u16; 2] }
///
/// wire_message! {
///     player(seat: u32): pb::Player as Player = {
///         seat as (): exactly(seat),
///         ..goods: GOODS
///     } <=> Player { goods };
///
///     GOODS: pb::Player as [u16; 2] = {
///         rice: at_most(u16::MAX),
///         wood: at_most(u16::MAX),
///         ..
///     } <=> [rice, wood]
/// }
///
/// let message = pb::Player { seat: 1, rice: 2, wood: 3 };
/// assert_eq!(player(1).write(&Player { goods: [2, 3] }), message);
/// assert_eq!(player(1).read(&message), Ok(Player { goods: [2, 3] }));
/// let malformed = player(2).read(&message).expect_err("this is the first player");
/// assert_eq!(malformed.faults[0].why, "is 2 at this place");
/// ```
#[macro_export]
macro_rules! wire_message {
    () => {};
    (
        $(#[$meta:meta])* $vis:vis $name:ident $(($($param:ident: $Param:ty),* $(,)?))?:
            $Message:ty as $Value:ty = {
            $($field:ident $(as ($($part:ident),*))?: $codec:expr),*
            $(, .. $($rest:ident: $rest_codec:expr)?)? $(,)?
        } <=> $($path:ident)::* $({ $($braced:tt)* })? $(( $($tuple:tt)* ))? $([ $($array:tt)* ])?
            $(=> $made:expr)?
        $(; $($more:tt)*)?
    ) => {
        $crate::wire_field! {
            $(#[$meta])* $vis $name $(($($param: $Param),*))?: $Message as $Value = {
                #[allow(irrefutable_let_patterns, unused_mut, unused_variables)]
                let read = move |message: &$Message| -> $crate::codec::Read<$Value> {
                    let mut faults = $crate::codec::Faults::default();
                    $crate::__wire_read!(
                        faults, message, faults.into(),
                        {
                            $($field $(($($part),*))?: $codec,)*
                            $($(.. $rest: $rest_codec)?)?
                        }
                    );
                    Ok($crate::__wire_value!(
                        { $($path)::* $({ $($braced)* })? $(( $($tuple)* ))? $([ $($array)* ])? }
                        $(=> $made)?
                    ))
                };
                #[allow(unused_variables)]
                let write = move |value: &$Value| -> $Message {
                    type Schema = $Message;
                    #[allow(non_camel_case_types)]
                    struct Codecs<$($field,)* $($($rest)?)?> {
                        $($field: $field,)*
                        $($($rest: $rest)?)?
                    }
                    // Made before the value is taken apart, which may hide names.
                    let codecs = Codecs { $($field: $codec,)* $($($rest: $rest_codec)?)? };
                    let $($path)::* $({ $($braced)* })? $(( $($tuple)* ))? $([ $($array)* ])?
                        = value;
                    Schema {
                        $($field: $crate::codec::Codec::write(
                            &codecs.$field,
                            $crate::__wire_given!($field $(($($part),*))?),
                        ),)*
                        $(..$crate::__wire_others!($(&codecs.$rest, $rest)?))?
                    }
                };
                $crate::codec::codec(read, write)
            }
        }

        $($crate::wire_message! { $($more)* })?
    };
}
