//! Table of the names of an enum.

/// Enums whose names stand for values one by one: `Name <=> value`, or just the
/// name where it is that of the variant. What the field does may be said before
/// the braces, for whoever gets it wrong. Unspecified is a fault;
/// [`or_default`](crate::codec::or_default) and [`or_none`](crate::codec::or_none)
/// make something of it.
#[macro_export]
macro_rules! wire_enum {
    () => {};
    (
        $(#[$meta:meta])* $vis:vis $name:ident: $Schema:ty as $Value:ty = $($why:literal)? {
            $($Variant:ident
                $(<=> $($path:ident)::+ $({ $($braced:tt)* })? $(( $($tuple:tt)* ))?)?
            ),+ $(,)?
        }
        $(; $($more:tt)*)?
    ) => {
        $crate::wire_field! {
            $(#[$meta])* $vis $name: i32 as $Value = {
                type Schema = $Schema;
                type Value = $Value;
                $crate::codec::codec(
                    |number: &i32| match Schema::try_from(*number) {
                        $(Ok(Schema::$Variant) => Ok($crate::__wire_variant!(
                            Value::$Variant
                            $({ $($path)::+ $({ $($braced)* })? $(( $($tuple)* ))? })?
                        )),)+
                        Ok(Schema::Unspecified) | Err(_) => {
                            let why = ["is one of the values of its enum", $($why)?];
                            Err($crate::Malformed::itself(why[why.len() - 1]))
                        }
                    },
                    |value: &Value| match value {
                        $($crate::__wire_variant!(
                            Value::$Variant
                            $({ $($path)::+ $({ $($braced)* })? $(( $($tuple)* ))? })?
                        ) => i32::from(Schema::$Variant),)+
                    },
                )
            }
        }

        $($crate::wire_enum! { $($more)* })?
    };
}
