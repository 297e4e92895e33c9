//! The data file as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;

/// Where a value comes from.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    Publisher,
    Public,
    Reconstructed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Data {
    pub schema: u32,
    pub game: String,
    pub players_min: usize,
    pub players_max: usize,
    pub parameters: BTreeMap<String, Parameter>,
    pub dispersal: Dispersal,
    pub yields: BTreeMap<String, Yield>,
    pub buildings: Vec<Building>,
    pub sides: Vec<Side>,
    pub tables: Vec<TableFacts>,
    pub profit_tiles: Vec<ProfitTile>,
    pub profit_shares: Vec<ProfitShares>,
    pub packages: Vec<Package>,
    pub cards: Vec<Card>,
    pub trading_cards: Vec<TradingCard>,
    pub demands: Vec<Demand>,
    pub privileges: Vec<Privilege>,
    pub location_tiles: Vec<LocationTile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameter {
    pub value: u8,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dispersal {
    pub tokens: Vec<u8>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Yield {
    pub by_samurai: Vec<u8>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Price {
    #[serde(default)]
    pub ryo: u8,
    #[serde(default)]
    pub rice: u8,
    #[serde(default)]
    pub wood: u8,
    #[serde(default)]
    pub stone: u8,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Building {
    pub kind: String,
    pub points: u8,
    pub weight: u8,
    pub price: Price,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Side {
    pub id: String,
    pub spaces: Vec<Space>,
    pub roads: Vec<[String; 2]>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Space {
    pub id: String,
    pub kind: String,
    pub name: String,
    #[serde(default)]
    pub sites: u8,
    #[serde(default)]
    pub fortress_spots: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableFacts {
    pub players: usize,
    pub side: String,
    pub covered_cities: Vec<String>,
    pub covered_resources: Vec<String>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfitTile {
    pub id: String,
    pub side: String,
    #[serde(rename = "for")]
    pub space_kind: String,
    pub total: u8,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProfitShares {
    pub total: u8,
    pub shares: Vec<Vec<u8>>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Package {
    pub id: String,
    pub contents: Price,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Card {
    pub id: String,
    pub kind: String,
    pub tasks: Vec<Task>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Task {
    pub task: String,
    pub officials_max: u8,
    pub ryo: Option<u8>,
    pub rice: Option<u8>,
    #[serde(default)]
    pub bonus: u8,
    #[serde(default)]
    pub discount: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TradingCard {
    pub id: String,
    pub goods: GoodsOffer,
    pub point: Price,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoodsOffer {
    pub good: String,
    pub units_max: u8,
    pub ryo_each: u8,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Demand {
    pub id: String,
    pub kind: String,
    pub name: String,
    pub price: Price,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Privilege {
    pub id: String,
    pub kind: String,
    #[serde(default)]
    pub goods: Vec<String>,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LocationTile {
    pub id: String,
    pub kind: String,
    #[serde(rename = "origin")]
    pub _origin: Origin,
}
