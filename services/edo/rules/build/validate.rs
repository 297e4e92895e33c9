//! Validation of the data before tables are made of it.

use std::collections::BTreeSet;

use kit_tables::{ensure, unique};

use crate::data::{Data, Privilege, Side, Space, TableFacts};

/// The parameters that the rules use, each exactly once.
pub(crate) const PARAMETERS: [&str; 24] = [
    "black_officials",
    "dispersal_moves",
    "end_points",
    "fortresses",
    "houses",
    "money_ryo",
    "move_ryo",
    "officials",
    "recruit_rice",
    "ronin_bar_building",
    "ronin_bar_income",
    "ronin_tokens",
    "ryo_per_point",
    "samurai_per_point",
    "special_copies",
    "special_ryo",
    "start_ryo",
    "store_max",
    "supply_rice",
    "temples",
    "trading_posts",
    "travel_moves",
    "wage_rice",
    "white_officials",
];

/// The tasks in the order of the generated lists.
pub(crate) const TASKS: [&str; 10] = [
    "rice_supply",
    "money",
    "wood",
    "stone",
    "rice_harvest",
    "travel",
    "build",
    "trade",
    "recruit",
    "buy_card",
];

/// The resources in the order of the generated lists.
pub(crate) const GOODS: [&str; 3] = ["rice", "wood", "stone"];

/// The buildings in the order of the generated lists.
const BUILDINGS: [&str; 4] = ["house", "trading_post", "fortress", "temple"];

/// Sets are kept in 32 bits.
const ROWS_MAX: usize = 32;

/// Checks the whole file.
pub(crate) fn all(data: &Data) -> Result<(), String> {
    ensure(data.schema == 1 && data.game == "edo", || "not a file of this game".into())?;
    ensure((data.players_min, data.players_max) == (2, 5), || "two to five play".into())?;
    parameters(data)?;
    for side in &data.sides {
        shape(side)?;
    }
    sides(data)?;
    for table in &data.tables {
        covers(data, table)?;
    }
    profits(data)?;
    cards(data)?;
    tokens(data)
}

fn parameters(data: &Data) -> Result<(), String> {
    let names: Vec<&str> = data.parameters.keys().map(String::as_str).collect();
    ensure(names == PARAMETERS, || format!("parameters are not the expected ones: {names:?}"))?;
    let value = |name: &str| data.parameters[name].value;
    for name in ["officials", "ryo_per_point", "samurai_per_point", "travel_moves"] {
        ensure(value(name) > 0, || format!("{name} is at least 1"))?;
    }
    ensure(data.dispersal.tokens.len() == 3, || "there are three Ronin".into())?;
    let goods: BTreeSet<&str> = data.yields.keys().map(String::as_str).collect();
    ensure(goods == BTreeSet::from(GOODS), || "every resource has a yield".into())?;
    for (good, row) in &data.yields {
        let falls = row.by_samurai.is_sorted_by(|a, b| a >= b);
        ensure(row.by_samurai.len() == 4 && falls, || format!("{good}: four falling yields"))?;
    }
    let kinds: Vec<&str> = data.buildings.iter().map(|b| b.kind.as_str()).collect();
    ensure(kinds == BUILDINGS, || format!("unexpected buildings: {kinds:?}"))
}

/// A side is one connected map with the capital on it.
fn shape(side: &Side) -> Result<(), String> {
    unique("space", side.spaces.iter().map(|space| space.id.as_str()))?;
    unique("space name", side.spaces.iter().map(|space| space.name.as_str()))?;
    for space in &side.spaces {
        let kinds = ["edo", "city", "wood", "stone", "rice", "river", "road", "border"];
        ensure(kinds.contains(&space.kind.as_str()), || format!("{}: unknown kind", space.id))?;
        let is_city = ["edo", "city"].contains(&space.kind.as_str());
        // Everyone may start in the same city.
        let sites = if is_city { 5..=u8::MAX } else { 0..=0 };
        ensure(sites.contains(&space.sites), || format!("{}: wrong number of sites", space.id))?;
        ensure(is_city || space.fortress_spots == 0, || format!("{}: no city", space.id))?;
    }
    let count = |kind: &str| side.spaces.iter().filter(|space| space.kind == kind).count();
    ensure(count("edo") == 1 && side.spaces[0].kind == "edo", || "Edo comes first".into())?;
    ensure(count("border") > 0, || format!("side {} has no border post", side.id))?;
    let mut seen = BTreeSet::from([side.spaces[0].id.as_str()]);
    for _ in &side.spaces {
        for [a, b] in &side.roads {
            for (from, to) in [(a, b), (b, a)] {
                ensure(find(side, from).is_some() && from != to, || format!("road {from} {to}"))?;
                if seen.contains(from.as_str()) {
                    seen.insert(to);
                }
            }
        }
    }
    let roads = side.roads.iter().map(|[a, b]| if a < b { (a, b) } else { (b, a) });
    unique("road", roads)?;
    ensure(seen.len() == side.spaces.len(), || format!("side {} is not connected", side.id))
}

/// Side B has every space of side A, and they are the same there.
fn sides(data: &Data) -> Result<(), String> {
    let ids: Vec<&str> = data.sides.iter().map(|side| side.id.as_str()).collect();
    ensure(ids == ["A", "B"], || format!("unexpected sides: {ids:?}"))?;
    ensure(data.sides[1].spaces.len() <= ROWS_MAX, || "too many spaces".into())?;
    let mut last = 0;
    for space in &data.sides[0].spaces {
        let at = data.sides[1].spaces.iter().position(|other| other.id == space.id);
        let at = at.ok_or_else(|| format!("{}: missing on side B", space.id))?;
        let other = &data.sides[1].spaces[at];
        let same = (&space.kind, &space.name) == (&other.kind, &other.name);
        ensure(same && at >= last, || format!("{}: another space on side B", space.id))?;
        last = at;
    }
    Ok(())
}

/// Enough stays uncovered for every player to start and every Ronin to leave.
fn covers(data: &Data, table: &TableFacts) -> Result<(), String> {
    let players = table.players;
    let side = side(data, &table.side).ok_or_else(|| format!("{players} players: no side"))?;
    let resources = ["rice", "wood", "stone"];
    for (ids, kinds) in
        [(&table.covered_cities, &["city"][..]), (&table.covered_resources, &resources)]
    {
        for id in ids {
            let space = find(side, id).ok_or_else(|| format!("{players} players: no {id}"))?;
            ensure(kinds.contains(&space.kind.as_str()), || format!("{id} can't be covered so"))?;
        }
    }
    for kind in ["city", "rice", "wood", "stone"] {
        let is_open = |space: &&Space| {
            let covered = table.covered_cities.contains(&space.id)
                || table.covered_resources.contains(&space.id) && players != 2;
            space.kind == kind && !covered
        };
        let open = side.spaces.iter().filter(is_open).count();
        ensure(open >= 2, || format!("{players} players: a Ronin needs two spaces of {kind}"))?;
    }
    Ok(())
}

fn profits(data: &Data) -> Result<(), String> {
    let players: Vec<usize> = data.tables.iter().map(|table| table.players).collect();
    ensure(players == [2, 3, 4, 5], || format!("tables of {players:?}"))?;
    unique("profit tile", data.profit_tiles.iter().map(|tile| tile.id.as_str()))?;
    unique("profit total", data.profit_shares.iter().map(|row| row.total))?;
    for row in &data.profit_shares {
        for (index, shares) in row.shares.iter().enumerate() {
            let sum: u8 = shares.iter().sum();
            let fits = shares.len() == index + 1 && sum == row.total;
            let falls = shares.is_sorted_by(|a, b| a >= b);
            ensure(fits && falls, || format!("shares of {}: {shares:?}", row.total))?;
        }
    }
    for table in &data.tables {
        let side = side(data, &table.side).ok_or("every table has a side")?;
        for kind in ["edo", "city"] {
            let cities = side.spaces.iter().filter(|space| space.kind == kind).count();
            let of_kind =
                |tile: &&crate::data::ProfitTile| tile.side == side.id && tile.space_kind == kind;
            let tiles: Vec<_> = data.profit_tiles.iter().filter(of_kind).collect();
            ensure(tiles.len() >= cities, || format!("side {}: too few tiles", side.id))?;
            for tile in tiles {
                let row = data.profit_shares.iter().find(|row| row.total == tile.total);
                let rows = row.map_or(0, |row| row.shares.len());
                ensure(rows >= table.players, || format!("{}: no shares", tile.id))?;
            }
        }
    }
    ensure(data.packages.len() >= data.players_max, || "a package for everyone".into())
}

fn cards(data: &Data) -> Result<(), String> {
    for rows in [data.cards.len(), data.profit_tiles.len(), data.packages.len()] {
        ensure(rows <= ROWS_MAX, || "too many rows for a set".into())?;
    }
    unique("card", data.cards.iter().map(|card| card.id.as_str()))?;
    let basic = data.cards.iter().filter(|card| card.kind == "basic").count();
    let first = data.cards.iter().take(basic).all(|card| card.kind == "basic");
    ensure(basic == 3 && first, || "three basic cards come first".into())?;
    for card in &data.cards {
        ensure(["basic", "special"].contains(&card.kind.as_str()), || {
            format!("{}: unknown kind", card.id)
        })?;
        unique("task", card.tasks.iter().map(|task| task.task.as_str()))?;
        for task in &card.tasks {
            let known = TASKS.contains(&task.task.as_str());
            ensure(known, || format!("{}: unknown task {}", card.id, task.task))?;
        }
    }
    unique("trading card", data.trading_cards.iter().map(|card| card.id.as_str()))?;
    ensure((2..=ROWS_MAX).contains(&data.trading_cards.len()), || "two trading cards".into())?;
    for card in &data.trading_cards {
        let offer = &card.goods;
        let fits = GOODS.contains(&offer.good.as_str()) && offer.units_max > 0;
        ensure(fits, || format!("{}: the goods are unclear", card.id))?;
    }
    Ok(())
}

fn tokens(data: &Data) -> Result<(), String> {
    unique("demand", data.demands.iter().map(|demand| demand.id.as_str()))?;
    unique("privilege", data.privileges.iter().map(|privilege| privilege.id.as_str()))?;
    unique("location", data.location_tiles.iter().map(|tile| tile.id.as_str()))?;
    for rows in [data.demands.len(), data.privileges.len(), data.location_tiles.len()] {
        ensure((4..=ROWS_MAX).contains(&rows), || "four tokens are laid out at once".into())?;
    }
    for demand in &data.demands {
        let known = ["local", "foreign", "palace"].contains(&demand.kind.as_str());
        ensure(known, || format!("{}: unknown kind {}", demand.id, demand.kind))?;
    }
    data.privileges.iter().try_for_each(privilege)?;
    let supports = data.privileges.iter().filter(|privilege| privilege.kind == "support").count();
    let lent = usize::from(data.parameters["black_officials"].value);
    ensure(supports <= lent, || "every support needs its black official".into())?;
    for tile in &data.location_tiles {
        let known = ["rice", "wood", "stone", "city", "any"].contains(&tile.kind.as_str());
        ensure(known, || format!("{}: unknown kind {}", tile.id, tile.kind))?;
    }
    ensure(data.location_tiles.len() >= 3, || "a dispersal draws three tiles".into())
}

fn privilege(privilege: &Privilege) -> Result<(), String> {
    let goods = match privilege.kind.as_str() {
        "resource" => 2,
        "full_production" => 1,
        "prestige_site" | "support" | "trading" | "city_income" => 0,
        other => return Err(format!("{}: unknown kind {other}", privilege.id)),
    };
    let known = privilege.goods.iter().all(|good| GOODS.contains(&good.as_str()));
    ensure(known && privilege.goods.len() == goods, || format!("{}: wrong goods", privilege.id))?;
    unique("resource", privilege.goods.iter())
}

fn side<'a>(data: &'a Data, id: &str) -> Option<&'a Side> {
    data.sides.iter().find(|side| side.id == id)
}

fn find<'a>(side: &'a Side, id: &str) -> Option<&'a Space> {
    side.spaces.iter().find(|space| space.id == id)
}
