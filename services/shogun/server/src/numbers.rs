//! The numbers that provinces, cards and spaces have on the wire.
//!
//! A number is the place in the data file, counted from one.

use shogun_rules::{Building, Chests, EventCard, Order, Province, Region, Season, Space, Special};

/// The province with this number.
pub(crate) fn province(number: i32) -> Option<Province> {
    Province::from_index(place(number)?)
}

/// The number of a province.
pub(crate) fn of_province(province: Province) -> i32 {
    number(province.index())
}

/// The order with this number.
pub(crate) fn order(number: i32) -> Option<Order> {
    Order::from_index(place(number)?)
}

/// The number of an order.
pub(crate) fn of_order(order: Order) -> i32 {
    number(order.index())
}

/// The space with this number.
pub(crate) fn space(number: i32) -> Option<Space> {
    Space::from_index(place(number)?)
}

/// The number of a space.
pub(crate) fn of_space(space: Space) -> i32 {
    number(space.index())
}

/// The chest card with this number.
pub(crate) fn chest_card(number: i32) -> Option<Chests> {
    Chests::new(u32::try_from(place(number)?).ok()?)
}

/// The number of a chest card.
pub(crate) fn of_chest_card(chests: Chests) -> i32 {
    number(chests.number().into())
}

/// The special card with this number.
pub(crate) fn special(number: i32) -> Option<Special> {
    Special::from_index(place(number)?)
}

/// The number of a special card.
pub(crate) fn of_special(special: Special) -> i32 {
    number(special.index())
}

/// The event card with this number.
pub(crate) fn event_card(number: i32) -> Option<EventCard> {
    EventCard::from_index(place(number)?)
}

/// The number of an event card.
pub(crate) fn of_event_card(card: EventCard) -> i32 {
    number(card.index())
}

/// The kind of building with this number.
pub(crate) fn building(number: i32) -> Option<Building> {
    Building::ALL.get(place(number)?).copied()
}

/// The number of a kind of building.
pub(crate) fn of_building(building: Building) -> i32 {
    number(building.index())
}

/// The season with this number.
pub(crate) fn season(number: i32) -> Option<Season> {
    Season::ALL.get(place(number)?).copied()
}

/// The number of a season.
pub(crate) fn of_season(season: Season) -> i32 {
    number(season.index())
}

/// The region with this number.
pub(crate) fn region(number: i32) -> Option<Region> {
    Region::ALL.get(place(number)?).copied()
}

/// The number of a region.
pub(crate) fn of_region(region: Region) -> i32 {
    number(region as usize)
}

const fn number(place: usize) -> i32 {
    place as i32 + 1
}

/// Zero is nothing; one is the first place.
fn place(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit_proto::bakufu::shogun::v1 as pb;

    /// Checks that the numbers of an enum are the places in a list, and that
    /// its names are the ids.
    fn agree<T: Copy + PartialEq + std::fmt::Debug>(
        all: impl Iterator<Item = T>,
        of: fn(T) -> i32,
        back: fn(i32) -> Option<T>,
        name: fn(i32) -> Option<&'static str>,
        id: impl Fn(T) -> String,
    ) {
        let mut last = 0;
        for each in all {
            last += 1;
            assert_eq!(of(each), last, "{each:?}");
            assert_eq!(back(last), Some(each));
            assert_eq!(name(last).map(str::to_ascii_lowercase), Some(id(each)));
        }
        assert_eq!((name(last + 1), back(last + 1)), (None, None), "the schema has no more");
        for nothing in [i32::MIN, -1, 0, i32::MAX] {
            assert_eq!(back(nothing), None);
        }
    }

    macro_rules! name_of {
        ($message:ident) => {
            |number| pb::$message::try_from(number).ok().map(|value| value.as_str_name())
        };
    }

    #[test]
    fn provinces_have_the_numbers_of_their_names() {
        agree(Province::all(), of_province, province, name_of!(Province), |province| {
            format!("province_{}", province.id())
        });
    }

    #[test]
    fn orders_and_spaces_have_the_numbers_of_their_names() {
        agree(Order::ALL.into_iter(), of_order, order, name_of!(Order), |order| {
            format!("order_{}", order.id())
        });
        agree(Space::all(), of_space, space, name_of!(Space), |space| match space {
            Space::Order(order) => format!("space_{}", order.id()),
            Space::Bid => "space_bid".to_owned(),
        });
    }

    #[test]
    fn chest_cards_special_cards_and_events_have_the_numbers_of_their_names() {
        agree(Chests::all(), of_chest_card, chest_card, name_of!(ChestCard), |chests| {
            format!("chest_card_{}", chests.number())
        });
        agree(Special::ALL.into_iter(), of_special, special, name_of!(Special), |special| {
            format!("special_{}", special.id())
        });
        agree(EventCard::all(), of_event_card, event_card, name_of!(EventCard), |card| {
            format!("event_card_{}", card.id().to_ascii_lowercase())
        });
    }

    #[test]
    fn buildings_seasons_and_regions_have_the_numbers_of_their_names() {
        agree(Building::ALL.into_iter(), of_building, building, name_of!(Building), |building| {
            format!("building_{}", building.id())
        });
        agree(Season::ALL.into_iter(), of_season, season, name_of!(Season), |season| {
            format!("season_{}", season.id())
        });
        agree(Region::ALL.into_iter(), of_region, region, name_of!(Region), |region| {
            format!("region_{}", region.id())
        });
    }
}
