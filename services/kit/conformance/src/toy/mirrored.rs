//! A trait like one of the platform's, whose methods do what the toy game does
//! unless they are written anew.

/// Declares such a trait, and lets a type with a twist do what the trait says. Each
/// method is written down once.
macro_rules! mirrored {
    (
        $(#[$doc:meta])*
        trait $twist:ident: [$($bound:tt)*] { $($item:tt)* }
        impl $original:ident for $twisted:ident, like $toy:ident { $($impl_item:tt)* }
        $($(#[$method_doc:meta])* fn $name:ident($($arg:ident: $of:ty),*) $(-> $result:ty)?;)+
    ) => {
        $(#[$doc])*
        pub trait $twist: $($bound)* {
            $($item)*
            $($(#[$method_doc])*
            fn $name($($arg: $of),*) $(-> $result)? {
                $toy::$name($($arg),*)
            })+
        }

        impl<T: $twist> $original for $twisted<T> {
            $($impl_item)*
            $(fn $name($($arg: $of),*) $(-> $result)? {
                T::$name($($arg),*)
            })+
        }
    };
}

pub(super) use mirrored;
