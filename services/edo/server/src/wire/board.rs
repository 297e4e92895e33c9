//! Cities and what lies beside the board, on the wire.

use edo_rules::{
    Building, COLUMNS, City, Demand, DemandSet, Privilege, PrivilegeSet, Space, Tokken, Trade,
    TradingSet,
};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;

use super::field::{DEMAND, PRIVILEGE, PROFIT_TILE, SMALL, SPACE, TRADING_CARD, on_board};

type Sites = [Option<Building>; City::SITES];
type Columns = ([Option<Demand>; COLUMNS], [Option<Privilege>; COLUMNS]);

wire_message! {
    pub(super) TRADE: pb::Trade as Trade = {
        current: or_none(TRADING_CARD),
        top: or_none(TRADING_CARD),
        pile: set_of(TRADING_CARD, TradingSet::iter),
    } <=> Trade { current, top, pile };

    /// The board of demands and privileges.
    pub(super) TOKKEN: pb::Tokken as Tokken = {
        columns as (demands, privileges): COLUMN_LISTS,
        next_demand: or_none(DEMAND),
        next_privilege: or_none(PRIVILEGE),
        demand_stack: set_of(DEMAND, DemandSet::iter),
        privilege_stack: set_of(PRIVILEGE, PrivilegeSet::iter),
    } <=> Tokken {
        demands, privileges, next_demand, next_privilege, demand_stack, privilege_stack,
    };

    COLUMN: pb::Column as (Option<Demand>, Option<Privilege>) = {
        demand: or_none(DEMAND),
        privilege: or_none(PRIVILEGE),
    } <=> (demand, privilege);

    city(seats: SeatCount): pb::City as (Space, City) = {
        space: as_city(on_board(seats)),
        profit: or_none(PROFIT_TILE),
        fortresses: SMALL,
        ..sites: sites(seats)
    } <=> (space, City { profit, sites, fortresses });

    owners(seats: SeatCount): pb::City as (Vec<Seat>, u32) = {
        site_owners: list_of(at_table(seats)),
        trading_post_site: plain(),
        ..
    } <=> (site_owners, trading_post_site);

    INCOME: pb::CityIncome as (Space, u8) = {
        city: as_city(SPACE),
        ryo: SMALL,
    } <=> (city, ryo)
}

wire_field! {
    /// The cities of a position; those with nothing in them are absent.
    pub(super) cities(seats: SeatCount): Vec<pb::City> as [City; Space::CITIES] =
        keyed("space", city(seats), Space::cities, place);

    /// What each city pays; those that pay nothing are absent.
    pub(super) INCOMES: Vec<pb::CityIncome> as [u8; Space::CITIES] =
        keyed("city", INCOME, Space::cities, place);

    COLUMN_LISTS: Vec<pb::Column> as Columns = mapped(
        array_of(COLUMN),
        |columns: [_; COLUMNS]| (columns.map(|(demand, _)| demand), columns.map(|(_, it)| it)),
        |(demands, privileges)| std::array::from_fn(|place| (demands[place], privileges[place])),
    );

    /// The buildings of a city, by their owners and the place of the trading post.
    sites(seats: SeatCount): pb::City as Sites = refined(
        owners(seats),
        built,
        |sites| {
            let buildings = || sites.iter().map_while(|site| *site);
            let post = buildings().position(|building| building.is_post);
            let owners = buildings().map(|building| building.owner).collect();
            (owners, post.map_or(0, |site| site as u32 + 1))
        },
    );
}

fn as_city(
    space: impl Codec<Message = i32, Value = Space>,
) -> impl Codec<Message = i32, Value = Space> {
    checked(space, "names a city", |space| space.city_index().is_some())
}

fn place(city: Space) -> usize {
    city.city_index().expect("only cities are read and written")
}

fn built((owners, post_site): (Vec<Seat>, u32)) -> Read<Sites> {
    if owners.len() > City::SITES {
        let why = format!("has at most {} sites", City::SITES);
        return Err(Malformed::field("site_owners", why));
    }
    if post_site as usize > owners.len() {
        return Err(Malformed::field("trading_post_site", "names a site with a building"));
    }
    let mut sites = [None; City::SITES];
    for (number, (site, owner)) in (1..).zip(sites.iter_mut().zip(owners)) {
        *site = Some(Building { owner, is_post: number == post_site });
    }
    Ok(sites)
}
