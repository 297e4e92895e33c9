//! Reads what stands in the cities.

use edo_rules::{Building, City, Space, Table};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;

use super::field::{ITSELF, Read, at_table, both, each, named, named_or_none, small};

/// The cities of a position; those that the message does not list are empty.
pub(super) fn cities(messages: &[pb::City], seats: SeatCount) -> Read<[City; Space::CITIES]> {
    let mut all = [City::default(); Space::CITIES];
    each("cities", messages, |message| {
        let place = city("space", message.space).and_then(|(space, place)| {
            let in_play = Table::of(seats).side.spaces().contains(space);
            let why = "names a city in play with so many players";
            if in_play { Ok(place) } else { Err(Malformed::field("space", why)) }
        });
        let (place, read) = both(place, content(message, seats))?;
        if read == City::default() {
            return Err(Malformed::field(ITSELF, "is absent while nothing is in it"));
        }
        if all[place] != City::default() {
            return Err(Malformed::field("space", "repeats a city"));
        }
        all[place] = read;
        Ok(())
    })?;
    Ok(all)
}

/// A city, and its place in a list of all cities.
pub(super) fn city(field: &str, number: i32) -> Read<(Space, usize)> {
    let space: Space = named(field, number)?;
    let place = space.city_index().ok_or_else(|| Malformed::field(field, "names a city"))?;
    Ok((space, place))
}

fn content(message: &pb::City, seats: SeatCount) -> Read<City> {
    let owners =
        each("site_owners", &message.site_owners, |number| at_table(ITSELF, *number, seats));
    let sites = owners.and_then(|owners| sites(&owners, message.trading_post_site));
    let rest =
        both(named_or_none("profit", message.profit), small("fortresses", message.fortresses));
    let (sites, (profit, fortresses)) = both(sites, rest)?;
    Ok(City { profit, sites, fortresses })
}

fn sites(owners: &[Seat], post_site: u32) -> Read<[Option<Building>; City::SITES]> {
    if owners.len() > City::SITES {
        let why = format!("has at most {} sites", City::SITES);
        return Err(Malformed::field("site_owners", why));
    }
    if post_site as usize > owners.len() {
        return Err(Malformed::field("trading_post_site", "names a site with a building"));
    }
    let mut sites = [None; City::SITES];
    for (number, (site, owner)) in (1..).zip(sites.iter_mut().zip(owners)) {
        *site = Some(Building { owner: *owner, is_post: number == post_site });
    }
    Ok(sites)
}
