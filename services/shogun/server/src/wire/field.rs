//! Single fields on the wire.
//!
//! A number is the place in the data file, counted from one.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Seat, SeatSet};
use kit_rules_server::codec::*;
use shogun_rules::{
    Building, Buildings, EventCard, EventSet, Order, Province, ProvinceSet, Region, SEATS_MAX,
    Season, Space, SpaceSet, Special,
};

wire_field! {
    /// A seat of the largest table.
    pub(super) SEAT: u32 as Seat = seat_up_to(SEATS_MAX);
    pub(super) SEATS: Vec<u32> as SeatSet = set_of(SEAT, SeatSet::iter);

    /// The seats in the order of their bids, as far as they are ranked.
    pub(super) RANKING: Vec<u32> as [Option<Seat>; SEATS_MAX] = from_the_first(SEAT);

    /// A number of anything but points.
    pub(super) COUNT: u32 as u8 = at_most(u8::MAX);
    pub(super) POINTS: u32 as u16 = at_most(u16::MAX);

    pub(super) PROVINCE: i32 as Province =
        numbered("names a province", Province::from_index, Province::index);
    pub(super) PROVINCES: Vec<i32> as ProvinceSet = set_of(PROVINCE, ProvinceSet::iter);

    pub(super) ORDER: i32 as Order = numbered("names an order", Order::from_index, Order::index);
    pub(super) SPACE: i32 as Space =
        numbered("names a space of the player board", Space::from_index, Space::index);
    pub(super) SPACES: Vec<i32> as SpaceSet = set_of(SPACE, SpaceSet::iter);

    pub(super) SPECIAL: i32 as Special =
        numbered("names a special card", Special::from_index, Special::index);
    pub(super) EVENT_CARD: i32 as EventCard =
        numbered("names an event card", EventCard::from_index, EventCard::index);
    pub(super) EVENT_CARDS: Vec<i32> as EventSet = set_of(EVENT_CARD, EventSet::iter);

    pub(super) BUILDINGS: Vec<i32> as Buildings = set_of(BUILDING, Buildings::iter);
}

wire_enum! {
    pub(super) BUILDING: pb::Building as Building = "names a kind of building" {
        Castle, Temple, Theatre,
    };
    pub(super) SEASON: pb::Season as Season = "names a season" { Spring, Summer, Autumn, Winter };
    pub(super) REGION: pb::Region as Region = "names a region" {
        Green, Purple, Red, Brown, Yellow,
    };
}

/// Different elements that fill their places from the first one on. There is a
/// place for every value of an element.
pub(super) fn from_the_first<C, const PLACES: usize>(
    of: C,
) -> impl Codec<Message = Vec<C::Message>, Value = [Option<C::Value>; PLACES]>
where
    C: Codec<Message: PartialEq, Value: Copy>,
{
    mapped(
        distinct(of),
        |values: Vec<C::Value>| std::array::from_fn(|place| values.get(place).copied()),
        |places: &[Option<C::Value>; PLACES]| places.iter().flatten().copied().collect(),
    )
}

#[cfg(test)]
mod tests {
    use kit_conformance::wire::named_numbers;

    use super::*;

    #[test]
    fn provinces_and_regions_have_the_numbers_of_their_names() {
        let provinces = Province::all().map(|it| (it, it.id()));
        named_numbers("PROVINCE", PROVINCE, pb::Province::as_str_name, provinces);
        let regions = Region::ALL.map(|it| (it, it.id()));
        named_numbers("REGION", REGION, pb::Region::as_str_name, regions);
    }

    #[test]
    fn orders_and_spaces_have_the_numbers_of_their_names() {
        let orders = Order::ALL.map(|it| (it, it.id()));
        named_numbers("ORDER", ORDER, pb::Order::as_str_name, orders);
        let spaces = Space::all().map(|it| match it {
            Space::Order(order) => (it, order.id()),
            Space::Bid => (it, "bid"),
        });
        named_numbers("SPACE", SPACE, pb::Space::as_str_name, spaces);
    }

    #[test]
    fn special_cards_and_events_have_the_numbers_of_their_names() {
        let specials = Special::ALL.map(|it| (it, it.id()));
        named_numbers("SPECIAL", SPECIAL, pb::Special::as_str_name, specials);
        let events = EventCard::all().map(|it| (it, it.id()));
        named_numbers("EVENT_CARD", EVENT_CARD, pb::EventCard::as_str_name, events);
    }

    #[test]
    fn buildings_and_seasons_have_the_numbers_of_their_names() {
        let buildings = Building::ALL.map(|it| (it, it.id()));
        named_numbers("BUILDING", BUILDING, pb::Building::as_str_name, buildings);
        let seasons = Season::ALL.map(|it| (it, it.id()));
        named_numbers("SEASON", SEASON, pb::Season::as_str_name, seasons);
    }
}
