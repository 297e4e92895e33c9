//! Values that are counted from zero: rows of a table, variants of an enum, and
//! sets and counts of them.
//!
//! The macros write plain types into the game's own crate, so that it can give
//! them constants and methods of its own. Sets are bits of one number: games list
//! and draw from them all the time.

/// A value of a fixed list, known by its place there.
pub trait Indexed: Copy + 'static {
    /// How many there are.
    const COUNT: usize;

    /// The place in the list, from zero.
    fn index(self) -> usize;

    /// The one at this place, if there is one.
    fn from_index(index: usize) -> Option<Self>;
}

/// A type whose values are the rows of a table with ids, or so many without. It may
/// be shown to people by one of the fields of its rows:
///
/// ```
/// struct CardFacts {
///     id: &'static str,
///     price: u8,
/// }
/// static CARDS: [CardFacts; 2] =
///     [CardFacts { id: "ox", price: 3 }, CardFacts { id: "hen", price: 1 }];
///
/// kit_rules::indexed! {
///     /// A card.
///     pub struct Card: CardFacts in CARDS, shown by id
/// }
/// kit_rules::indexed! {
///     /// A field of the board.
///     pub struct Field: 64
/// }
///
/// let hen = Card::from_id("hen").expect("there is a hen");
/// assert_eq!((hen.index(), hen.facts().price, hen.to_string()), (1, 1, "hen".to_owned()));
/// assert_eq!((Card::COUNT, Card::from_index(2)), (2, None));
/// assert_eq!(Field::all().count(), 64);
/// ```
#[macro_export]
macro_rules! indexed {
    (
        $(#[$doc:meta])*
        $vis:vis struct $name:ident: $facts:ident in $table:path, shown by $shown:ident
    ) => {
        $crate::indexed! { $(#[$doc])* $vis struct $name: $facts in $table }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.facts().$shown)
            }
        }
    };
    ($(#[$doc:meta])* $vis:vis struct $name:ident: $facts:ident in $table:path) => {
        $crate::indexed! { $(#[$doc])* $vis struct $name: $table.len() }

        impl $name {
            /// The one with this id of the data file.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::all().find(|item| item.id() == id)
            }

            /// The id in the data file.
            pub fn id(self) -> &'static str {
                self.facts().id
            }

            fn facts(self) -> &'static $facts {
                &$table[self.index()]
            }
        }
    };
    ($(#[$doc:meta])* $vis:vis struct $name:ident: $count:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $name(pub(crate) u8);

        impl $name {
            /// How many there are.
            pub const COUNT: usize = $count;

            /// All of them, in the order of the data file.
            pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
                (0..Self::COUNT as u8).map(Self)
            }

            /// The one at this place of the list.
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < Self::COUNT { Some(Self(index as u8)) } else { None }
            }

            /// The place in the list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        $crate::impl_indexed! { $name }
    };
}

/// An enum without data whose variants can be listed and counted. With ids, they
/// are also the names for people:
///
/// ```
/// kit_rules::variants! {
///     /// A colour.
///     pub enum Colour {
///         /// Of fire.
///         Red = "red",
///         /// Of the sea.
///         Blue = "blue",
///     }
/// }
///
/// assert_eq!(Colour::from_id("blue"), Some(Colour::ALL[1]));
/// assert_eq!(Colour::Red.to_string(), "red");
/// ```
#[macro_export]
macro_rules! variants {
    (
        $(#[$doc:meta])* $vis:vis enum $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident = $id:literal),+ $(,)?
        }
    ) => {
        $crate::variants! {
            $(#[$doc])* $vis enum $name { $($(#[$variant_doc])* $variant),+ }
        }

        impl $name {
            /// The id, which is also the name for people.
            pub const fn id(self) -> &'static str {
                match self {
                    $(Self::$variant => $id,)+
                }
            }

            /// The one with this id.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|item| item.id() == id)
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(self.id())
            }
        }
    };
    (
        $(#[$doc:meta])* $vis:vis enum $name:ident {
            $($(#[$variant_doc:meta])* $variant:ident),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$variant),+];
            /// How many there are.
            pub const COUNT: usize = [$(stringify!($variant)),+].len();

            /// The one at this place of the list.
            pub const fn from_index(index: usize) -> Option<Self> {
                if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
            }

            /// The place in the list.
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        $crate::impl_indexed! { $name }
    };
}

/// A set of values with an index, kept as the bits of one number:
///
/// ```
/// kit_rules::variants! {
///     /// A colour.
///     pub enum Colour { Red, Green, Blue }
/// }
/// kit_rules::index_set! {
///     /// Some colours.
///     pub struct Colours(u8) of Colour
/// }
///
/// let warm = Colours::only(Colour::Red);
/// assert_eq!(Colours::ALL.difference(warm).nth(1), Some(Colour::Blue));
/// assert!([Colour::Blue, Colour::Red].into_iter().collect::<Colours>().contains(Colour::Red));
/// ```
#[macro_export]
macro_rules! index_set {
    ($(#[$doc:meta])* $vis:vis struct $set:ident($bits:ty) of $item:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis struct $set(pub(crate) $bits);

        impl $set {
            /// Nothing.
            pub const EMPTY: Self = Self(0);
            /// Everything.
            pub const ALL: Self = Self::prefix($item::COUNT);

            /// The first so many of the list.
            pub const fn prefix(count: usize) -> Self {
                match <$bits>::BITS.checked_sub(count as u32) {
                    Some(<$bits>::BITS) => Self::EMPTY,
                    Some(unused) => Self(<$bits>::MAX >> unused),
                    None => panic!("a set has a bit for each of its values"),
                }
            }

            /// Just this one.
            pub const fn only(item: $item) -> Self {
                Self(1 << item.index())
            }

            /// Whether it is in the set.
            pub const fn contains(self, item: $item) -> bool {
                self.0 & (1 << item.index()) != 0
            }

            /// The set with this one.
            #[must_use]
            pub const fn with(self, item: $item) -> Self {
                Self(self.0 | 1 << item.index())
            }

            /// The set without this one.
            #[must_use]
            pub const fn without(self, item: $item) -> Self {
                Self(self.0 & !(1 << item.index()))
            }

            /// What is in either set.
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// What is in both sets.
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            /// What is in this set and not in the other.
            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether it has nothing.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many it has.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The one at this place when the set is laid out in order.
            pub fn nth(self, place: u32) -> Option<$item> {
                self.iter().nth(place as usize)
            }

            /// What is in the set, in order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let mut rest = self.0;
                ::core::iter::from_fn(move || {
                    // Of no bits all are zero, and that many values there are not.
                    let lowest = $item::from_index(rest.trailing_zeros() as usize)?;
                    rest &= rest - 1;
                    Some(lowest)
                })
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
    };
}

/// How many there are of each value with an index:
///
/// ```
/// kit_rules::variants! {
///     /// A colour.
///     pub enum Colour { Red, Green, Blue }
/// }
/// kit_rules::index_counts! {
///     /// Balls of each colour.
///     pub struct Balls(u8) of Colour
/// }
///
/// let mut balls = Balls::NONE;
/// balls[Colour::Green] += 2;
/// assert_eq!((balls.total(), balls[Colour::Blue]), (2, 0));
/// ```
#[macro_export]
macro_rules! index_counts {
    ($(#[$doc:meta])* $vis:vis struct $counts:ident($number:ty) of $item:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $vis struct $counts(pub(crate) [$number; $item::COUNT]);

        impl $counts {
            /// None of any.
            pub const NONE: Self = Self([0; $item::COUNT]);

            /// All together.
            pub fn total(self) -> u32 {
                self.0.iter().map(|count| u32::from(*count)).sum()
            }
        }

        impl ::core::ops::Index<$item> for $counts {
            type Output = $number;

            fn index(&self, item: $item) -> &$number {
                &self.0[item.index()]
            }
        }

        impl ::core::ops::IndexMut<$item> for $counts {
            fn index_mut(&mut self, item: $item) -> &mut $number {
                &mut self.0[item.index()]
            }
        }
    };
}

/// Makes a type [`Indexed`](crate::Indexed) that has a constant `COUNT` and the
/// methods `index` and `from_index` already.
#[macro_export]
macro_rules! impl_indexed {
    ($name:ident) => {
        impl $crate::Indexed for $name {
            const COUNT: usize = Self::COUNT;

            fn index(self) -> usize {
                Self::index(self)
            }

            fn from_index(index: usize) -> Option<Self> {
                Self::from_index(index)
            }
        }
    };
}

#[cfg(test)]
// The macros write more into this module than its test needs.
#[allow(dead_code, unreachable_pub)]
mod tests {
    use alloc::vec::Vec;

    indexed! {
        /// A letter.
        struct Letter: 8
    }
    index_set! {
        /// As many letters as there are bits.
        struct Letters(u8) of Letter
    }

    #[test]
    fn a_set_can_use_every_bit_of_its_number() {
        let all: Vec<usize> = Letters::ALL.iter().map(Letter::index).collect();
        assert_eq!(all, [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!((Letters::prefix(0), Letters::ALL.len()), (Letters::EMPTY, 8));
        assert_eq!(Letters::prefix(3).iter().last(), Letter::from_index(2));
        assert_eq!((Letters::EMPTY.nth(0), Letters::ALL.nth(8)), (None, None));
    }
}
