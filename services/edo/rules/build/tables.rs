//! Writes the checked data as Rust.

use std::fmt::Write;

use crate::data::{Card, Data, Price, Side};
use crate::validate::{GOODS, PARAMETERS, TASKS};

/// Parameters that only fill in what a card does not say.
const ON_CARDS: [&str; 2] = ["money_ryo", "supply_rice"];

/// The text of the generated file.
pub(crate) fn all(data: &Data) -> String {
    let mut out = String::new();
    for name in PARAMETERS.iter().filter(|name| !ON_CARDS.contains(name)) {
        let value = data.parameters[*name].value;
        constant(&mut out, &name.to_uppercase(), "u8", &value.to_string());
    }
    constant(&mut out, "DISPERSAL_TOKENS", "[u8; 3]", &format!("{:?}", data.dispersal.tokens));
    let yields: Vec<_> = GOODS.iter().map(|good| &data.yields[*good].by_samurai).collect();
    constant(&mut out, "YIELDS", "[[u8; 4]; 3]", &format!("{yields:?}"));
    board(&mut out, data);
    profits(&mut out, data);
    cards(&mut out, data);
    tokens(&mut out, data);
    out
}

fn board(out: &mut String, data: &Data) {
    let all = &data.sides[1];
    let mut cities = 0;
    let spaces = all.spaces.iter().map(|space| {
        let is_city = ["edo", "city"].contains(&space.kind.as_str());
        let city = if is_city { format!("Some({cities})") } else { "None".into() };
        cities += usize::from(is_city);
        let (id, name, kind) = (&space.id, &space.name, pascal(&space.kind));
        format!(
            "SpaceFacts {{ id: {id:?}, name: {name:?}, kind: SpaceKind::{kind}, city: {city} }}"
        )
    });
    let spaces: Vec<String> = spaces.collect();
    table(out, "SPACES", "SpaceFacts", spaces.into_iter());
    constant(out, "CITIES", "usize", &cities.to_string());
    let most = data.sides.iter().flat_map(|side| &side.spaces).map(|space| space.sites).max();
    constant(out, "SITES", "usize", &most.unwrap_or(0).to_string());
    table(out, "SIDES", "SideFacts", data.sides.iter().map(|side| side_facts(all, side)));
    table(out, "TABLES", "Table", data.tables.iter().map(|table| {
        format!(
            "Table {{ side: Side::{}, covered_cities: SpaceSet({}), covered_resources: SpaceSet({}) }}",
            table.side,
            mask(all, &table.covered_cities),
            mask(all, &table.covered_resources),
        )
    }));
    table(
        out,
        "BUILDINGS",
        "BuildingFacts",
        data.buildings.iter().map(|building| {
            let (points, weight) = (building.points, building.weight);
            format!(
                "BuildingFacts {{ points: {points}, weight: {weight}, price: {} }}",
                price(&building.price)
            )
        }),
    );
}

fn side_facts(all: &Side, side: &Side) -> String {
    let mut roads = vec![0u32; all.spaces.len()];
    for [a, b] in &side.roads {
        let (a, b) = (position(all, a), position(all, b));
        roads[a] |= 1 << b;
        roads[b] |= 1 << a;
    }
    let of = |number: fn(&crate::data::Space) -> u8| -> Vec<u8> {
        let find = |id: &String| side.spaces.iter().find(|space| space.id == *id);
        all.spaces.iter().map(|space| find(&space.id).map_or(0, number)).collect()
    };
    let ids: Vec<String> = side.spaces.iter().map(|space| space.id.clone()).collect();
    format!(
        "SideFacts {{ spaces: SpaceSet({}), roads: {roads:?}, sites: {:?}, fortress_spots: {:?} }}",
        mask(all, &ids),
        of(|space| space.sites),
        of(|space| space.fortress_spots),
    )
}

fn profits(out: &mut String, data: &Data) {
    table(out, "PROFIT_TILES", "ProfitFacts", data.profit_tiles.iter().map(|tile| {
        let row = data.profit_shares.iter().find(|row| row.total == tile.total);
        let shares = &row.expect("checked tiles have shares").shares;
        let padded: Vec<[u8; 5]> = (0..5)
            .map(|row| {
                std::array::from_fn(|rank| {
                    shares.get(row).and_then(|row| row.get(rank)).copied().unwrap_or(0)
                })
            })
            .collect();
        format!(
            "ProfitFacts {{ id: {:?}, side: Side::{}, for_edo: {}, total: {}, shares: {padded:?} }}",
            tile.id,
            tile.side,
            tile.space_kind == "edo",
            tile.total,
        )
    }));
    table(
        out,
        "PACKAGES",
        "PackageFacts",
        data.packages.iter().map(|package| {
            format!(
                "PackageFacts {{ id: {:?}, contents: {} }}",
                package.id,
                price(&package.contents)
            )
        }),
    );
}

fn cards(out: &mut String, data: &Data) {
    table(out, "CARDS", "CardFacts", data.cards.iter().map(|card| card_facts(data, card)));
    let basic = data.cards.iter().filter(|card| card.kind == "basic").count();
    constant(out, "BASIC_CARDS", "usize", &basic.to_string());
    table(out, "TRADING_CARDS", "TradingFacts", data.trading_cards.iter().map(|card| {
        let goods = &card.goods;
        format!(
            "TradingFacts {{ id: {:?}, goods: GoodsOffer {{ good: Good::{}, units_max: {}, ryo_each: {} }}, point: {} }}",
            card.id,
            pascal(&goods.good),
            goods.units_max,
            goods.ryo_each,
            price(&card.point),
        )
    }));
}

fn card_facts(data: &Data, card: &Card) -> String {
    let mut tasks: Vec<_> = card.tasks.iter().collect();
    tasks.sort_by_key(|task| TASKS.iter().position(|name| *name == task.task));
    let rows = tasks.iter().map(|task| {
        let gain = match task.task.as_str() {
            "money" => task.ryo.unwrap_or(data.parameters["money_ryo"].value),
            "rice_supply" => task.rice.unwrap_or(data.parameters["supply_rice"].value),
            _ => 0,
        };
        format!(
            "TaskFacts {{ task: Task::{}, officials_max: {}, gain: {gain}, bonus: {}, discount: {} }}",
            pascal(&task.task),
            task.officials_max,
            task.bonus,
            task.discount,
        )
    });
    let rows: Vec<String> = rows.collect();
    format!("CardFacts {{ id: {:?}, tasks: &[{}] }}", card.id, rows.join(", "))
}

fn tokens(out: &mut String, data: &Data) {
    table(
        out,
        "DEMANDS",
        "DemandFacts",
        data.demands.iter().map(|demand| {
            let (id, name, kind) = (&demand.id, &demand.name, pascal(&demand.kind));
            let price = price(&demand.price);
            let kind = format!("DemandKind::{kind}");
            format!("DemandFacts {{ id: {id:?}, name: {name:?}, kind: {kind}, price: {price} }}")
        }),
    );
    table(
        out,
        "PRIVILEGES",
        "PrivilegeFacts",
        data.privileges.iter().map(|privilege| {
            let mut goods = privilege.goods.clone();
            goods.sort_by_key(|good| GOODS.iter().position(|name| *name == good));
            let goods: Vec<String> = goods.iter().map(|g| format!("Good::{}", pascal(g))).collect();
            let kind = pascal(&privilege.kind);
            format!(
                "PrivilegeFacts {{ id: {:?}, kind: PrivilegeKind::{kind}, goods: &[{}] }}",
                privilege.id,
                goods.join(", ")
            )
        }),
    );
    table(
        out,
        "LOCATION_TILES",
        "LocationFacts",
        data.location_tiles.iter().map(|tile| {
            let kind = match tile.kind.as_str() {
                "any" => "None".to_owned(),
                kind => format!("Some(SpaceKind::{})", pascal(kind)),
            };
            format!("LocationFacts {{ id: {:?}, kind: {kind} }}", tile.id)
        }),
    );
}

fn price(price: &Price) -> String {
    let Price { ryo, rice, wood, stone, .. } = price;
    format!("Price {{ ryo: {ryo}, rice: {rice}, wood: {wood}, stone: {stone} }}")
}

fn constant(out: &mut String, name: &str, of: &str, value: &str) {
    writeln!(out, "pub(crate) const {name}: {of} = {value};").expect("a string takes everything");
}

fn table(out: &mut String, name: &str, of: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.collect();
    writeln!(
        out,
        "pub(crate) static {name}: [{of}; {}] = [\n    {},\n];",
        rows.len(),
        rows.join(",\n    ")
    )
    .expect("a string takes everything");
}

fn mask(all: &Side, ids: &[String]) -> u32 {
    ids.iter().map(|id| 1 << position(all, id)).sum()
}

fn position(all: &Side, id: &str) -> usize {
    all.spaces.iter().position(|space| space.id == id).expect("every space stands on side B")
}

fn pascal(words: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    words.split('_').map(word).collect()
}
