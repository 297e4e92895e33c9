//! The data file as it is written.

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Data {
    pub rules: Rules,
    pub player_counts: Vec<PlayerCount>,
    pub troops: Vec<Troop>,
    pub titles: Vec<Title>,
    pub generals: Vec<General>,
    pub provinces: Vec<Province>,
    pub troop_cards: Vec<TroopCard>,
    pub koku_cards: Vec<KokuCard>,
    pub bonus_tiles: Vec<BonusTile>,
    pub totals: Totals,
}

#[derive(Deserialize)]
pub(crate) struct Rules {
    pub start_hand_troop_cards: u8,
    pub max_kamon_per_odd_year: u8,
    pub positions_per_province: usize,
    pub tiles_per_province: usize,
    pub majority_points: u16,
    pub kamon_weight_simple: u8,
    pub kamon_weight_golden: u8,
    pub points_per_koku_final: u16,
}

#[derive(Deserialize)]
pub(crate) struct PlayerCount {
    pub players: usize,
    pub kamon_each: u8,
    pub troop_cards_drawn: u8,
    pub koku_cards_drawn: u8,
    pub min_rounds: u8,
    pub max_rounds: u8,
}

#[derive(Deserialize)]
pub(crate) struct Troop {
    pub id: String,
    pub name: String,
}

#[derive(Deserialize)]
pub(crate) struct Title {
    pub id: String,
    pub name: String,
    pub seals: usize,
    pub points_per_kamon: u16,
}

#[derive(Deserialize)]
pub(crate) struct General {
    pub id: String,
    pub name: String,
}

#[derive(Deserialize)]
pub(crate) struct Province {
    pub id: String,
    pub name: String,
    pub troop: String,
    pub open_troops: u8,
    pub gate_troops: u8,
    pub majority: u16,
    pub board_row: u8,
    pub board_col: u8,
    pub positions: Vec<Position>,
}

#[derive(Deserialize)]
pub(crate) struct Position {
    pub n: usize,
    pub koku_cost: u8,
    pub favour_points: u8,
    pub tile_reward: bool,
}

#[derive(Deserialize)]
pub(crate) struct TroopCard {
    pub card: String,
    pub kind: String,
    pub troops: Vec<String>,
    pub count: u8,
}

#[derive(Deserialize)]
pub(crate) struct KokuCard {
    pub card: String,
    pub value: u8,
    pub count: u8,
}

#[derive(Deserialize)]
pub(crate) struct BonusTile {
    pub troop: String,
    pub bonus: String,
    pub count: u8,
}

#[derive(Deserialize)]
pub(crate) struct Totals {
    pub provinces: usize,
    pub positions: usize,
    pub sum_of_all_position_values: usize,
    pub troop_cards_single: usize,
    pub troop_cards_double: usize,
    pub troop_cards: usize,
    pub troop_symbols_on_cards: usize,
    pub troop_symbols_per_type: usize,
    pub koku_cards: usize,
    pub koku_value: usize,
    pub bonus_tiles: usize,
    pub bonus_tiles_per_troop_face: usize,
    pub bonus_tiles_per_bonus: usize,
}
