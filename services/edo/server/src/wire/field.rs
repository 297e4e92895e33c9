//! Single fields on the wire.
//!
//! A number is the place in the data file, or in the list of the rules, counted
//! from one; zero is nothing.

use edo_rules::{
    BuildingKind, COLUMNS, Card, Demand, EndReason, Good, LocationTile, OfferedBy, OfficialKind,
    Officials, Package, Price, Privilege, ProfitTile, SEATS_MAX, SLOTS, Space, Squad, TableFacts,
    Task, TradingCard,
};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::codec::*;

wire_field! {
    /// A seat of the largest table.
    pub(super) SEAT: u32 as Seat = seat_up_to(SEATS_MAX);
    pub(super) SLOT: u32 as u8 = ordinal(SLOTS);
    /// A column of demands and privileges.
    pub(super) COLUMN: u32 as u8 = ordinal(COLUMNS);
    /// A number of something that fits a byte.
    pub(super) SMALL: u32 as u8 = at_most(u8::MAX);
    /// A number of something that there may be much of.
    pub(super) AMOUNT: u32 as u16 = at_most(u16::MAX);

    pub(super) SPACE: i32 as Space =
        numbered("names a space of the board", Space::from_index, Space::index);
    pub(super) CARD: i32 as Card =
        numbered("names an authorization card", Card::from_index, Card::index);
    pub(super) TASK: i32 as Task = numbered("names a task", Task::from_index, Task::index);
    pub(super) GOOD: i32 as Good = numbered("names a resource", Good::from_index, Good::index);
    pub(super) PACKAGE: i32 as Package =
        numbered("names a package", Package::from_index, Package::index);
    pub(super) PROFIT_TILE: i32 as ProfitTile =
        numbered("names a profit tile", ProfitTile::from_index, ProfitTile::index);
    pub(super) TRADING_CARD: i32 as TradingCard =
        numbered("names a trading card", TradingCard::from_index, TradingCard::index);
    pub(super) DEMAND: i32 as Demand =
        numbered("names a demand", Demand::from_index, Demand::index);
    pub(super) PRIVILEGE: i32 as Privilege =
        numbered("names a privilege", Privilege::from_index, Privilege::index);
    pub(super) LOCATION_TILE: i32 as LocationTile =
        numbered("names a location tile", LocationTile::from_index, LocationTile::index);

    /// A space of the side that so many players use.
    pub(super) on_board(seats: SeatCount): i32 as Space =
        checked(SPACE, "names a space in play with so many players", move |space| {
            TableFacts::of(seats).side.spaces().contains(*space)
        });

    /// Figures of one kind on the board.
    pub(super) squad(seats: SeatCount): Vec<i32> as Squad = narrowed(
        list_of(on_board(seats)),
        "has no more figures than a player",
        Squad::new,
        |squad| squad.as_slice().to_vec(),
    );

    /// Officials; absent if there is none.
    pub(super) OFFICIALS: Option<pb::Officials> as Officials = or_absent(OFFICIALS_OF_EACH);
}

wire_message! {
    /// What was paid or taken.
    pub(super) PRICE: pb::Price as Price = {
        ryo: SMALL,
        rice: SMALL,
        wood: SMALL,
        stone: SMALL,
    } <=> Price { ryo, rice, wood, stone };

    OFFICIALS_OF_EACH: pb::Officials as Officials = {
        own: SMALL,
        white: SMALL,
        black: SMALL,
    } <=> Officials { own, white, black }
}

wire_enum! {
    pub(super) OFFICIAL_KIND: pb::OfficialKind as OfficialKind =
        "names a kind of official" { Own, White, Black };
    pub(super) BUILDING_KIND: pb::BuildingKind as BuildingKind =
        "names a kind of building" { House, TradingPost, Fortress, Temple };
    pub(super) OFFERED_BY: pb::OfferedBy as OfferedBy =
        "names an open trading card" { Current, Top };
    pub(super) END_REASON: pb::EndReason as EndReason =
        "tells why the match ended" { Points, LastCard };
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use kit_conformance::wire::named_numbers;

    use super::*;

    /// All values of a type of the data file, with their ids.
    macro_rules! ids {
        ($type:ident) => {
            $type::all().map(|value| (value, value.id()))
        };
    }

    #[test]
    fn everything_of_the_data_file_has_the_number_of_its_name() {
        named_numbers("SPACE", SPACE, pb::Space::as_str_name, ids!(Space));
        named_numbers("CARD", CARD, pb::Card::as_str_name, ids!(Card));
        named_numbers("PACKAGE", PACKAGE, pb::Package::as_str_name, ids!(Package));
        named_numbers("PROFIT_TILE", PROFIT_TILE, pb::ProfitTile::as_str_name, ids!(ProfitTile));
        let cards = ids!(TradingCard);
        named_numbers("TRADING_CARD", TRADING_CARD, pb::TradingCard::as_str_name, cards);
        named_numbers("DEMAND", DEMAND, pb::Demand::as_str_name, ids!(Demand));
        named_numbers("PRIVILEGE", PRIVILEGE, pb::Privilege::as_str_name, ids!(Privilege));
        let tiles = ids!(LocationTile);
        named_numbers("LOCATION_TILE", LOCATION_TILE, pb::LocationTile::as_str_name, tiles);
        let goods = Good::ALL.map(|good| (good, good.id()));
        named_numbers("GOOD", GOOD, pb::Good::as_str_name, goods);
    }

    #[test]
    fn everything_that_the_rules_list_has_the_number_of_its_name() {
        named_numbers("TASK", TASK, pb::Task::as_str_name, Task::ALL.map(snake));
        let officials = OfficialKind::ALL.map(snake);
        named_numbers("OFFICIAL_KIND", OFFICIAL_KIND, pb::OfficialKind::as_str_name, officials);
        let buildings = BuildingKind::ALL.map(snake);
        named_numbers("BUILDING_KIND", BUILDING_KIND, pb::BuildingKind::as_str_name, buildings);
        let offered = [OfferedBy::Current, OfferedBy::Top].map(snake);
        named_numbers("OFFERED_BY", OFFERED_BY, pb::OfferedBy::as_str_name, offered);
    }

    /// A value with the name of its variant, words apart.
    fn snake<T: Debug>(value: T) -> (T, String) {
        let words = |name: String, letter: char| match letter {
            _ if name.is_empty() || letter.is_lowercase() => format!("{name}{letter}"),
            _ => format!("{name}_{letter}"),
        };
        let name = format!("{value:?}").chars().fold(String::new(), words);
        (value, name)
    }
}
