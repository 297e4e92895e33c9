//! Types that number the rows of a table of the data file, and sets of them.

/// Makes a type whose values are the rows of a table, and a set of them.
macro_rules! indexed {
    ($(#[$doc:meta])* $name:ident, $(#[$set_doc:meta])* $set:ident, $table:path) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl $name {
            /// How many there are.
            pub const COUNT: usize = $table.len();

            /// All of them, in the order of the data file.
            pub fn all() -> impl Iterator<Item = Self> {
                (0..Self::COUNT as u8).map(Self)
            }

            /// The one at this place of the data file's list.
            pub fn from_index(index: usize) -> Option<Self> {
                (index < Self::COUNT).then_some(Self(index as u8))
            }

            /// The one with this id of the data file.
            pub fn from_id(id: &str) -> Option<Self> {
                Self::all().find(|item| item.id() == id)
            }

            /// The place in the data file's list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// The id in the data file.
            pub fn id(self) -> &'static str {
                $table[self.index()].id
            }
        }

        $(#[$set_doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $set(pub(crate) u32);

        impl $set {
            /// Nothing.
            pub const EMPTY: Self = Self(0);
            /// Everything.
            pub const ALL: Self = Self(u32::MAX >> (32 - $table.len()));

            /// Just this one.
            pub const fn only(item: $name) -> Self {
                Self(1 << item.0)
            }

            /// Whether it is in the set.
            pub const fn contains(self, item: $name) -> bool {
                self.0 & (1 << item.0) != 0
            }

            /// The set with this one.
            #[must_use]
            pub const fn with(self, item: $name) -> Self {
                Self(self.0 | 1 << item.0)
            }

            /// The set without this one.
            #[must_use]
            pub const fn without(self, item: $name) -> Self {
                Self(self.0 & !(1 << item.0))
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
            pub fn nth(self, index: u32) -> Option<$name> {
                self.iter().nth(index as usize)
            }

            /// What is in the set, in order.
            pub fn iter(self) -> impl Iterator<Item = $name> {
                let mut rest = self.0;
                core::iter::from_fn(move || {
                    let lowest = (rest != 0).then(|| $name(rest.trailing_zeros() as u8))?;
                    rest &= rest - 1;
                    Some(lowest)
                })
            }
        }

        impl FromIterator<$name> for $set {
            fn from_iter<I: IntoIterator<Item = $name>>(items: I) -> Self {
                items.into_iter().fold(Self::EMPTY, Self::with)
            }
        }
    };
}

pub(crate) use indexed;
