//! The numbers that spaces, cards, tiles and tokens have on the wire.
//!
//! A number is the place in the data file, or in the list of the rules, counted
//! from one; zero is nothing.

use edo_rules::{
    BuildingKind, Card, Demand, Good, LocationTile, OfferedBy, OfficialKind, Package, Privilege,
    ProfitTile, Space, Task, TradingCard,
};

/// Something with a number of its own.
pub(crate) trait Numbered: Copy + PartialEq {
    /// What a field with such a number does.
    const MEANING: &'static str;

    /// The one at this place, from zero.
    fn at(place: usize) -> Option<Self>;

    /// Its place, from zero.
    fn place(self) -> usize;
}

/// The one with this number.
pub(crate) fn named<T: Numbered>(number: i32) -> Option<T> {
    T::at(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// The number of a value.
pub(crate) fn of<T: Numbered>(value: T) -> i32 {
    value.place() as i32 + 1
}

/// The number of a value, or zero.
pub(crate) fn of_any<T: Numbered>(value: Option<T>) -> i32 {
    value.map_or(0, of)
}

/// Types whose rules number them already.
macro_rules! by_index {
    ($($type:ty: $meaning:literal),* $(,)?) => {
        $(impl Numbered for $type {
            const MEANING: &'static str = $meaning;

            fn at(place: usize) -> Option<Self> {
                Self::from_index(place)
            }

            fn place(self) -> usize {
                self.index()
            }
        })*
    };
}

/// Types that the rules only list.
macro_rules! by_list {
    ($($type:ty: $all:expr, $meaning:literal),* $(,)?) => {
        $(impl Numbered for $type {
            const MEANING: &'static str = $meaning;

            fn at(place: usize) -> Option<Self> {
                $all.get(place).copied()
            }

            fn place(self) -> usize {
                self as usize
            }
        })*
    };
}

by_index! {
    Space: "names a space of the board",
    Card: "names an authorization card",
    Task: "names a task",
    Good: "names a resource",
    Package: "names a package",
    ProfitTile: "names a profit tile",
    TradingCard: "names a trading card",
    Demand: "names a demand",
    Privilege: "names a privilege",
    LocationTile: "names a location tile",
}

by_list! {
    OfficialKind: OfficialKind::ALL, "names a kind of official",
    BuildingKind: BuildingKind::ALL, "names a kind of building",
    OfferedBy: [OfferedBy::Current, OfferedBy::Top], "names an open trading card",
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use kit_proto::bakufu::edo::v1 as pb;

    use super::*;

    /// Every value has the number of its name in the schema, and the schema has
    /// no number beyond them.
    fn check<T, M>(prefix: &str, name: impl Fn(M) -> &'static str, id: impl Fn(T) -> String)
    where
        T: Numbered + Debug,
        M: TryFrom<i32>,
    {
        let mut count = 0;
        while let Some(value) = T::at(count) {
            count += 1;
            assert_eq!((of(value), named(of(value))), (count as i32, Some(value)));
            let message = M::try_from(of(value)).ok().expect("the schema has the number");
            let expected = format!("{prefix}_{}", id(value).to_uppercase());
            assert_eq!(name(message), expected);
        }
        assert!(M::try_from(count as i32).is_ok() && M::try_from(count as i32 + 1).is_err());
        for number in [i32::MIN, -1, 0, count as i32 + 1, i32::MAX] {
            assert_eq!(named::<T>(number), None);
        }
    }

    #[test]
    fn everything_of_the_data_file_has_the_number_of_its_name() {
        check("SPACE", |m: pb::Space| m.as_str_name(), |v: Space| v.id().to_owned());
        check("CARD", |m: pb::Card| m.as_str_name(), |v: Card| v.id().to_owned());
        check("PACKAGE", |m: pb::Package| m.as_str_name(), |v: Package| v.id().to_owned());
        check(
            "PROFIT_TILE",
            |m: pb::ProfitTile| m.as_str_name(),
            |v: ProfitTile| v.id().to_owned(),
        );
        check(
            "TRADING_CARD",
            |m: pb::TradingCard| m.as_str_name(),
            |v: TradingCard| v.id().to_owned(),
        );
        check("DEMAND", |m: pb::Demand| m.as_str_name(), |v: Demand| v.id().to_owned());
        check("PRIVILEGE", |m: pb::Privilege| m.as_str_name(), |v: Privilege| v.id().to_owned());
        check(
            "LOCATION_TILE",
            |m: pb::LocationTile| m.as_str_name(),
            |v: LocationTile| v.id().to_owned(),
        );
        check("GOOD", |m: pb::Good| m.as_str_name(), |v: Good| v.id().to_owned());
    }

    #[test]
    fn everything_that_the_rules_list_has_the_number_of_its_name() {
        check("TASK", |m: pb::Task| m.as_str_name(), snake::<Task>);
        check("OFFICIAL_KIND", |m: pb::OfficialKind| m.as_str_name(), snake::<OfficialKind>);
        check("BUILDING_KIND", |m: pb::BuildingKind| m.as_str_name(), snake::<BuildingKind>);
        check("OFFERED_BY", |m: pb::OfferedBy| m.as_str_name(), snake::<OfferedBy>);
    }

    /// The name of a variant with its words apart.
    fn snake<T: Debug>(value: T) -> String {
        let words = |name: String, letter: char| match letter {
            _ if name.is_empty() || letter.is_lowercase() => format!("{name}{letter}"),
            _ => format!("{name}_{letter}"),
        };
        format!("{value:?}").chars().fold(String::new(), words)
    }
}
