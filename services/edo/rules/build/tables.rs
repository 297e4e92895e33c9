//! Tables of the checked data.

use kit_tables::{Code, Expr, Literal, mask, row, variant};

use crate::data::{Card, Data, Price, Side, Space};
use crate::validate::{GOODS, PARAMETERS, TASKS};

/// Parameters that only fill in what a card does not say.
const ON_CARDS: [&str; 2] = ["money_ryo", "supply_rice"];

/// Everything.
pub(crate) fn all(data: &Data) -> Code {
    let mut code = Code::default();
    for name in PARAMETERS.iter().filter(|name| !ON_CARDS.contains(name)) {
        constant(&mut code, &name.to_uppercase(), "u8", data.parameters[*name].value);
    }
    constant(&mut code, "DISPERSAL_TOKENS", "[u8; 3]", &data.dispersal.tokens);
    let yields = GOODS.map(|good| &data.yields[good].by_samurai);
    constant(&mut code, "YIELDS", "[[u8; 4]; 3]", yields);
    board(&mut code, data);
    profits(&mut code, data);
    cards(&mut code, data);
    tokens(&mut code, data);
    code
}

fn board(code: &mut Code, data: &Data) {
    let all = &data.sides[1];
    let is_city = |space: &Space| ["edo", "city"].contains(&space.kind.as_str());
    let cities: Vec<&Space> = all.spaces.iter().filter(|space| is_city(space)).collect();
    let spaces = all.spaces.iter().map(|it| {
        row!(SpaceFacts {
            id: it.id,
            name: it.name,
            kind: variant("SpaceKind", &it.kind),
            city: cities.iter().position(|city| city.id == it.id),
        })
    });
    table(code, "SPACES", "SpaceFacts", spaces);
    constant(code, "CITIES", "usize", cities.len());
    let most = data.sides.iter().flat_map(|side| &side.spaces).map(|space| space.sites).max();
    constant(code, "SITES", "usize", most.unwrap_or(0));
    table(code, "SIDES", "SideFacts", data.sides.iter().map(|side| side_facts(all, side)));
    let tables = data.tables.iter().map(|it| {
        row!(TableFacts {
            side: variant("Side", &it.side),
            covered_cities: space_set(all, &it.covered_cities),
            covered_resources: space_set(all, &it.covered_resources),
        })
    });
    table(code, "TABLES", "TableFacts", tables);
    let buildings = data
        .buildings
        .iter()
        .map(|it| row!(BuildingFacts { points: it.points, weight: it.weight, price: it.price }));
    table(code, "BUILDINGS", "BuildingFacts", buildings);
}

fn side_facts(all: &Side, side: &Side) -> Expr {
    let roads = all.spaces.iter().map(|space| {
        mask(&all.spaces, |other| {
            let ends = [&space.id, &other.id];
            side.roads.iter().any(|[a, b]| ends == [a, b] || ends == [b, a])
        })
    });
    let of = |number: fn(&Space) -> u8| -> Vec<u8> {
        let find = |id: &String| side.spaces.iter().find(|space| space.id == *id);
        all.spaces.iter().map(|space| find(&space.id).map_or(0, number)).collect()
    };
    let ids: Vec<String> = side.spaces.iter().map(|space| space.id.clone()).collect();
    row!(SideFacts {
        spaces: space_set(all, &ids),
        roads: roads.collect::<Vec<_>>(),
        sites: of(|space| space.sites),
        fortress_spots: of(|space| space.fortress_spots),
    })
}

fn profits(code: &mut Code, data: &Data) {
    let tiles = data.profit_tiles.iter().map(|it| {
        let row = data.profit_shares.iter().find(|row| row.total == it.total);
        let shares = &row.expect("checked tiles have shares").shares;
        let share = |row: usize, rank: usize| shares.get(row).and_then(|row| row.get(rank));
        let padded: [[u8; 5]; 5] = std::array::from_fn(|row| {
            std::array::from_fn(|rank| share(row, rank).copied().unwrap_or(0))
        });
        row!(ProfitFacts {
            id: it.id,
            side: variant("Side", &it.side),
            for_edo: it.space_kind == "edo",
            total: it.total,
            shares: padded,
        })
    });
    table(code, "PROFIT_TILES", "ProfitFacts", tiles);
    let packages = data.packages.iter();
    let packages = packages.map(|it| row!(PackageFacts { id: it.id, contents: it.contents }));
    table(code, "PACKAGES", "PackageFacts", packages);
}

fn cards(code: &mut Code, data: &Data) {
    table(code, "CARDS", "CardFacts", data.cards.iter().map(|card| card_facts(data, card)));
    let basic = data.cards.iter().filter(|card| card.kind == "basic").count();
    constant(code, "BASIC_CARDS", "usize", basic);
    let trading = data.trading_cards.iter().map(|it| {
        let goods = row!(GoodsOffer {
            good: variant("Good", &it.goods.good),
            units_max: it.goods.units_max,
            ryo_each: it.goods.ryo_each,
        });
        row!(TradingFacts { id: it.id, goods: goods, point: it.point })
    });
    table(code, "TRADING_CARDS", "TradingFacts", trading);
}

fn card_facts(data: &Data, card: &Card) -> Expr {
    let mut tasks: Vec<_> = card.tasks.iter().collect();
    tasks.sort_by_key(|task| TASKS.iter().position(|name| *name == task.task));
    let tasks = tasks.into_iter().map(|it| {
        let gain = match it.task.as_str() {
            "money" => it.ryo.unwrap_or(data.parameters["money_ryo"].value),
            "rice_supply" => it.rice.unwrap_or(data.parameters["supply_rice"].value),
            _ => 0,
        };
        row!(TaskFacts {
            task: variant("Task", &it.task),
            officials_max: it.officials_max,
            gain: gain,
            bonus: it.bonus,
            discount: it.discount,
        })
    });
    row!(CardFacts { id: card.id, tasks: Expr::slice(tasks) })
}

fn tokens(code: &mut Code, data: &Data) {
    let demands = data.demands.iter().map(|it| {
        let kind = variant("DemandKind", &it.kind);
        row!(DemandFacts { id: it.id, name: it.name, kind: kind, price: it.price })
    });
    table(code, "DEMANDS", "DemandFacts", demands);
    let privileges = data.privileges.iter().map(|it| {
        let goods = GOODS.into_iter().filter(|good| it.goods.iter().any(|name| name == good));
        row!(PrivilegeFacts {
            id: it.id,
            kind: variant("PrivilegeKind", &it.kind),
            goods: Expr::slice(goods.map(|good| variant("Good", good))),
        })
    });
    table(code, "PRIVILEGES", "PrivilegeFacts", privileges);
    let locations = data.location_tiles.iter().map(|it| {
        let kind = (it.kind != "any").then(|| variant("SpaceKind", &it.kind));
        row!(LocationFacts { id: it.id, kind: kind })
    });
    table(code, "LOCATION_TILES", "LocationFacts", locations);
}

impl Literal for Price {
    fn rust(&self) -> String {
        let Self { ryo, rice, wood, stone, .. } = self;
        row!(Price { ryo: ryo, rice: rice, wood: wood, stone: stone }).rust()
    }
}

fn constant(code: &mut Code, name: &str, of: &str, value: impl Literal) {
    code.constant(&format!("pub(crate) const {name}"), of, value);
}

fn table(code: &mut Code, name: &str, of: &str, rows: impl Iterator<Item = Expr>) {
    code.table(&format!("pub(crate) static {name}"), of, rows);
}

fn space_set(all: &Side, ids: &[String]) -> Expr {
    Expr::of("SpaceSet", mask(&all.spaces, |space| ids.contains(&space.id)))
}
