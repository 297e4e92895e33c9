//! The numbers that cells, tiles and figures have on the wire.
//!
//! A number is the place in the data file, counted from one. The rules keep
//! their cells sorted by terrain, so cells are matched by their names.

use std::sync::LazyLock;

use kit_proto::bakufu::samurai::v1 as pb;
use samurai_rules::{Cell, Figure, Tile};

/// The cell with this number.
pub(crate) fn cell(number: i32) -> Option<Cell> {
    CELLS.by_number.get(place(number)?).copied()
}

/// The number of a cell.
pub(crate) fn of_cell(cell: Cell) -> i32 {
    CELLS.numbers[cell.index()]
}

/// The tile with this number.
pub(crate) fn tile(number: i32) -> Option<Tile> {
    Tile::from_index(place(number)?)
}

/// The number of a tile.
pub(crate) fn of_tile(tile: Tile) -> i32 {
    tile.index() as i32 + 1
}

/// The figure with this number.
pub(crate) fn figure(number: i32) -> Option<Figure> {
    Figure::ALL.get(place(number)?).copied()
}

/// The number of a figure.
pub(crate) fn of_figure(figure: Figure) -> i32 {
    figure.index() as i32 + 1
}

static CELLS: LazyLock<Cells> = LazyLock::new(Cells::new);

struct Cells {
    by_number: Vec<Cell>,
    numbers: [i32; Cell::COUNT],
}

impl Cells {
    fn new() -> Self {
        let by_number: Vec<Cell> = (1..=Cell::COUNT as i32).map(named).collect();
        let mut numbers = [0; Cell::COUNT];
        for (number, cell) in (1..).zip(&by_number) {
            numbers[cell.index()] = number;
        }
        Self { by_number, numbers }
    }
}

fn named(number: i32) -> Cell {
    let name = pb::Cell::try_from(number).expect("the schema numbers every cell").as_str_name();
    let id = name.trim_start_matches("CELL_").to_ascii_lowercase();
    Cell::from_id(&id).expect("the schema names the cells of the board")
}

/// Zero is nothing; one is the first place.
fn place(number: i32) -> Option<usize> {
    usize::try_from(number).ok()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str, prefix: &str) -> String {
        name.strip_prefix(prefix).expect("names begin with their enum").to_ascii_lowercase()
    }

    #[test]
    fn every_cell_has_the_number_of_its_name() {
        for each in Cell::all() {
            let name = pb::Cell::try_from(of_cell(each)).expect("a number").as_str_name();
            assert_eq!(id(name, "CELL_"), each.id());
            assert_eq!(cell(of_cell(each)), Some(each));
        }
        assert!(pb::Cell::try_from(Cell::COUNT as i32 + 1).is_err(), "the schema has no more");
    }

    #[test]
    fn every_tile_has_the_number_of_its_name() {
        for each in samurai_rules::TileSet::ALL.iter() {
            let name = pb::Tile::try_from(of_tile(each)).expect("a number").as_str_name();
            assert_eq!(id(name, "TILE_"), each.id());
            assert_eq!(tile(of_tile(each)), Some(each));
        }
        assert!(pb::Tile::try_from(Tile::COUNT as i32 + 1).is_err(), "the schema has no more");
    }

    #[test]
    fn every_figure_has_the_number_of_its_name() {
        for each in Figure::ALL {
            let name = pb::Figure::try_from(of_figure(each)).expect("a number").as_str_name();
            assert_eq!(id(name, "FIGURE_"), each.id());
            assert_eq!(figure(of_figure(each)), Some(each));
        }
        assert!(pb::Figure::try_from(4).is_err(), "the schema has no more");
    }

    #[test]
    fn cells_are_numbered_in_the_order_of_the_data_file() {
        let data: toml::Table =
            include_str!("../../rules/data/samurai.toml").parse().expect("the data file is TOML");
        let cells = data["board"]["cells"].as_array().expect("the board lists its cells");
        assert_eq!(cells.len(), Cell::COUNT);
        for (number, row) in (1..).zip(cells) {
            assert_eq!(cell(number).map(Cell::id), row["id"].as_str());
        }
    }

    #[test]
    fn numbers_outside_the_board_mean_nothing() {
        for number in [i32::MIN, -1, 0, 175, i32::MAX] {
            assert_eq!(cell(number), None);
            assert_eq!(tile(number), None);
            assert_eq!(figure(number), None);
        }
    }
}
