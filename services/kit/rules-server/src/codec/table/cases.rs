//! Table of fields that depend on another one.

/// Fields that depend on another one, case by case: those that a case does not
/// name have to be absent in it. The codec is one of the whole message, and leaves
/// its other fields alone.
///
/// ```
/// use kit_rules_server::codec::*;
/// # mod pb {
/// #     #[derive(Clone, Copy, Debug, PartialEq, prost::Enumeration)]
/// #     #[repr(i32)]
/// #     pub enum Task { Unspecified = 0, Rest = 1, March = 2 }
/// #     #[derive(Clone, PartialEq, prost::Message)]
/// #     pub struct Turn {
/// #         #[prost(enumeration = "Task", tag = "1")] pub task: i32,
/// #         #[prost(uint32, tag = "2")] pub armies: u32,
/// #         #[prost(uint32, tag = "3")] pub spent: u32,
/// #     }
/// # }
///
/// #[derive(Debug, PartialEq)]
/// enum Task { Rest, March { armies: u8 } }
/// #[derive(Debug, PartialEq)]
/// struct Turn { spent: u8, task: Task }
///
/// wire_cases! {
///     TASK: pb::Turn as Task = task: pb::Task, "tells what is to be done" {
///         Rest {} <=> Task::Rest,
///         March { armies: at_most(20) } <=> Task::March { armies },
///     }
/// }
/// wire_message! {
///     TURN: pb::Turn as Turn = { spent: at_most(9), ..task: TASK } <=> Turn { spent, task }
/// }
///
/// let march = Turn { spent: 4, task: Task::March { armies: 20 } };
/// assert_eq!(TURN.read(&TURN.write(&march)), Ok(march));
///
/// let rest = pb::Turn { task: pb::Task::Rest.into(), armies: 3, spent: 10 };
/// let malformed = TURN.read(&rest).expect_err("nobody rests with armies");
/// let paths: Vec<_> = malformed.faults.iter().map(|fault| fault.field.as_str()).collect();
/// assert_eq!(paths, ["spent", "armies"]);
/// ```
#[macro_export]
macro_rules! wire_cases {
    () => {};
    (
        $(#[$meta:meta])* $vis:vis $name:ident $(($($param:ident: $Param:ty),* $(,)?))?:
            $Message:ty as $Value:ty = $tag:ident: $Tag:ty, $why:literal {
            $($Variant:ident
                { $($field:ident $(as ($($part:ident),*))?: $codec:expr),* $(,)? }
                <=> $($path:ident)::* $({ $($braced:tt)* })? $(( $($tuple:tt)* ))?
                $(=> $made:expr)?
            ),+ $(,)?
        }
        $(; $($more:tt)*)?
    ) => {
        $crate::wire_field! {
            $(#[$meta])* $vis $name $(($($param: $Param),*))?: $Message as $Value = {
                #[allow(irrefutable_let_patterns, unused_mut, unused_variables)]
                let read = move |message: &$Message| -> $crate::codec::Read<$Value> {
                    type Tag = $Tag;
                    let strays = |case: &[&str]| {
                        let mut faults = $crate::codec::Faults::default();
                        $($(
                            let is_there = !$crate::codec::is_absent(&message.$field);
                            if is_there && !case.contains(&stringify!($field)) {
                                let why = concat!("is absent in this ", stringify!($tag));
                                faults.add(stringify!($field), why);
                            }
                        )*)+
                        faults
                    };
                    match Tag::try_from(message.$tag) {
                        $(Ok(Tag::$Variant) => {
                            let mut faults = strays(&[$(stringify!($field)),*]);
                            $crate::__wire_read!(
                                faults, message, faults.into(),
                                { $($field $(($($part),*))?: $codec,)* }
                            );
                            faults.or($crate::__wire_value!(
                                { $($path)::* $({ $($braced)* })? $(( $($tuple)* ))? }
                                $(=> $made)?
                            ))
                        })+
                        Ok(Tag::Unspecified) | Err(_) => {
                            Err($crate::Malformed::field(stringify!($tag), $why))
                        }
                    }
                };
                #[allow(clippy::needless_update, unused_variables)]
                let write = move |value: &$Value| {
                    type Schema = $Message;
                    type Tag = $Tag;
                    match value {
                        $($($path)::* $({ $($braced)* })? $(( $($tuple)* ))? => Schema {
                            $tag: Tag::$Variant.into(),
                            $($field: $crate::codec::Codec::write(
                                &$codec,
                                $crate::__wire_given!($field $(($($part),*))?),
                            ),)*
                            ..Default::default()
                        },)+
                    }
                };
                $crate::codec::codec(read, write)
            }
        }

        $($crate::wire_cases! { $($more)* })?
    };
}
