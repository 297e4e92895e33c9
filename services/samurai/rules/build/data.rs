//! The data file as it is written.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
pub(crate) struct Data {
    pub coordinates: Coordinates,
    pub pieces: Vec<Piece>,
    pub setups: BTreeMap<String, Setup>,
    pub figures: Figures,
    pub tiles: Tiles,
    pub board: Board,
}

#[derive(Deserialize)]
pub(crate) struct Coordinates {
    pub directions: Vec<Direction>,
}

#[derive(Deserialize)]
pub(crate) struct Direction {
    pub dq: i8,
    pub dr: i8,
}

#[derive(Deserialize)]
pub(crate) struct Piece {
    pub id: String,
    pub name: String,
    pub min_players: usize,
}

#[derive(Deserialize)]
pub(crate) struct Setup {
    pub pieces: Vec<String>,
    pub figures_per_type: usize,
    pub figures_total: usize,
    pub cells: usize,
    pub land: usize,
    pub sea: usize,
    pub villages: usize,
    pub cities: usize,
    pub edo: usize,
    pub captures_public: bool,
}

#[derive(Deserialize)]
pub(crate) struct Figures {
    pub types: Vec<String>,
    pub in_box_per_type: usize,
}

#[derive(Deserialize)]
pub(crate) struct Tiles {
    pub per_player: usize,
    pub hand_size: usize,
    pub set: Vec<Tile>,
}

#[derive(Deserialize)]
pub(crate) struct Tile {
    pub id: String,
    pub kind: String,
    pub influence: u8,
    pub affects: Vec<String>,
    pub character: bool,
    pub target: String,
}

#[derive(Deserialize)]
pub(crate) struct Board {
    pub cells: Vec<Cell>,
}

#[derive(Deserialize)]
pub(crate) struct Cell {
    pub id: String,
    pub name: String,
    pub q: i8,
    pub r: i8,
    pub terrain: String,
    pub kind: Option<String>,
    pub capacity: Option<usize>,
    pub piece: String,
}
