//! The data file as it is written.

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Data {
    pub players_min: usize,
    pub players_max: usize,
    pub years: u8,
    pub components: Components,
    pub colour: Vec<Colour>,
    pub table: Vec<TableFacts>,
    pub seeding: Seeding,
    pub region: Vec<Region>,
    pub province: Vec<Province>,
    pub action: Vec<Action>,
    pub special: Vec<Special>,
    pub event: Vec<Event>,
    pub shortage: Vec<Shortage>,
    pub bidding: Bidding,
    pub combat: Combat,
    pub scoring: Scoring,
    pub tower: Tower,
    pub lineup: Vec<LineUp>,
}

#[derive(Deserialize)]
pub(crate) struct Components {
    pub army_cubes_per_player: u8,
    pub farmer_cubes: u8,
    pub castle_tiles: u8,
    pub temple_tiles: u8,
    pub theatre_tiles: u8,
    pub province_cards: usize,
    pub chest_cards_per_player: Vec<u8>,
    pub rice_track_max: u8,
}

#[derive(Deserialize)]
pub(crate) struct Colour {
    pub id: String,
    pub clan: String,
}

#[derive(Deserialize)]
pub(crate) struct TableFacts {
    pub players: usize,
    pub chests: u8,
    pub army_groups: Vec<u8>,
    pub provinces_in_play: usize,
    pub neutral_after_setup: usize,
}

#[derive(Deserialize)]
pub(crate) struct Seeding {
    pub armies_per_player: u8,
    pub farmers: u8,
}

#[derive(Deserialize)]
pub(crate) struct Region {
    pub id: String,
}

#[derive(Deserialize)]
pub(crate) struct Province {
    pub id: String,
    pub name: String,
    pub region_sun: String,
    pub region_moon: String,
    pub towns: u8,
    pub rice: u8,
    pub chests: u8,
    pub out_of_3p: Vec<String>,
    pub neighbours: Vec<String>,
    pub sea_neighbours: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Action {
    pub id: String,
    pub name: String,
    pub cost_chests: u8,
    pub armies: Option<u8>,
}

#[derive(Deserialize)]
pub(crate) struct Special {
    pub id: String,
    pub amount: u8,
}

#[derive(Deserialize)]
pub(crate) struct Event {
    pub id: String,
    pub effect: String,
    pub amount: Option<u8>,
    pub deploy_5_places: Option<u8>,
    pub deploy_3_places: Option<u8>,
    pub winter_rice_loss: u8,
}

#[derive(Deserialize)]
pub(crate) struct Shortage {
    pub min: u8,
    pub revolting_provinces: u8,
    pub extra_farmers: u8,
}

#[derive(Deserialize)]
pub(crate) struct Bidding {
    pub rank_high_to_low: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Combat {
    pub neutral_farmers: u8,
    pub farmers_help_defender_when_revolt_markers: u8,
}

#[derive(Deserialize)]
pub(crate) struct Scoring {
    pub province: u16,
    pub building: u16,
    pub majority_castle: u16,
    pub majority_temple: u16,
    pub majority_theatre: u16,
    pub tie_reduction: u16,
}

#[derive(Deserialize)]
pub(crate) struct Tower {
    pub shelves: usize,
    pub catch_num: u32,
    pub catch_den: u32,
    pub knock_den: u32,
    pub shelf_capacity: usize,
}

#[derive(Deserialize)]
pub(crate) struct LineUp {
    pub players: usize,
    pub letter: String,
    pub provinces: Vec<(String, u8)>,
}
