//! Single fields on the wire.
//!
//! A number is the place in the data file, counted from one. The rules keep
//! their cells sorted by terrain, so cells are matched by their names.

use std::sync::LazyLock;

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::codec::*;
use samurai_rules::{
    Cell, EndReason, Figure, FigureCounts, FigureSet, Influence, Land, SEATS_MAX, Settlement, Tile,
    TileSet,
};

/// No type has more figures than this in the box.
const FIGURES_MAX: u8 = 13;

wire_field! {
    /// A seat of the largest table.
    pub(super) SEAT: u32 as Seat = seat_up_to(SEATS_MAX);

    /// A tile that lies face up.
    pub(super) TILE: i32 as Tile = numbered("names a tile", Tile::from_index, Tile::index);

    /// Face-up tiles of one player.
    pub(super) TILES: Vec<i32> as TileSet = set_of(TILE, TileSet::iter);

    pub(super) FIGURE: i32 as Figure =
        numbered("names a type of figure", |place| Figure::ALL.get(place).copied(), Figure::index);

    /// Figures of different types.
    pub(super) FIGURES: Vec<i32> as FigureSet = set_of(FIGURE, FigureSet::iter);

    /// Figures of each type; absent if there are none.
    pub(super) COUNTS: Option<pb::FigureCounts> as FigureCounts = or_absent(mapped(
        COUNT_OF_EACH,
        |[helmets, buddhas, rice]| FigureCounts::new(helmets, buddhas, rice),
        |counts| Figure::ALL.map(|figure| counts[figure]),
    ));

    /// What each seat has to say about a figure.
    pub(super) INFLUENCE: Vec<u32> as Influence = narrowed(
        list_of(at_most(u8::MAX)),
        "holds one number for every seat",
        |totals| Influence::new(&totals),
        |influence| influence.totals().to_vec(),
    );

    pub(super) CELL: i32 as Cell = numbered(
        "names a cell of the board",
        |place| CELLS.get(place).copied(),
        |cell| PLACES[cell.index()],
    );

    /// A cell that holds figures.
    pub(super) SETTLEMENT: i32 as Settlement = narrowed(
        CELL, "names a settlement", as_settlement, |settlement| Cell::Settlement(*settlement),
    );

    /// A cell that holds a tile other than a ship.
    pub(super) LAND: i32 as Land = narrowed(
        CELL,
        "names a land cell",
        |cell| if let Cell::Land(land) = cell { Some(land) } else { None },
        |land| Cell::Land(*land),
    );
}

wire_message! {
    /// A figure and where it stands.
    pub(super) FIGURE_PLACE: pb::FigurePlace as (Settlement, Figure) = {
        settlement: SETTLEMENT,
        figure: FIGURE,
    } <=> (settlement, figure);

    COUNT_OF_EACH: pb::FigureCounts as [u8; 3] = {
        helmets: at_most(FIGURES_MAX),
        buddhas: at_most(FIGURES_MAX),
        rice: at_most(FIGURES_MAX),
    } <=> [helmets, buddhas, rice]
}

wire_enum! {
    pub(super) END_REASON: pb::EndReason as EndReason = "tells why the match ended" {
        HelmetsExhausted <=> EndReason::TypeExhausted(Figure::Helmet),
        BuddhasExhausted <=> EndReason::TypeExhausted(Figure::Buddha),
        RiceExhausted <=> EndReason::TypeExhausted(Figure::Rice),
        FourthTie <=> EndReason::FourthTie,
    }
}

pub(super) fn as_settlement(cell: Cell) -> Option<Settlement> {
    if let Cell::Settlement(settlement) = cell { Some(settlement) } else { None }
}

/// All cells in the order of their numbers.
pub(super) fn cells() -> impl Iterator<Item = Cell> {
    CELLS.iter().copied()
}

static CELLS: LazyLock<Vec<Cell>> = LazyLock::new(|| (1..=Cell::COUNT as i32).map(named).collect());

static PLACES: LazyLock<[usize; Cell::COUNT]> = LazyLock::new(|| {
    let mut places = [0; Cell::COUNT];
    cells().enumerate().for_each(|(place, cell)| places[cell.index()] = place);
    places
});

fn named(number: i32) -> Cell {
    let name = pb::Cell::try_from(number).expect("the schema numbers every cell").as_str_name();
    let id = name.trim_start_matches("CELL_").to_ascii_lowercase();
    Cell::from_id(&id).expect("the schema names the cells of the board")
}

#[cfg(test)]
mod tests {
    use kit_conformance::wire::named_numbers;

    use super::*;

    #[test]
    fn every_cell_tile_and_figure_has_the_number_of_its_name() {
        named_numbers("CELL", CELL, pb::Cell::as_str_name, Cell::all().map(|it| (it, it.id())));
        let tiles = TileSet::ALL.iter().map(|it| (it, it.id()));
        named_numbers("TILE", TILE, pb::Tile::as_str_name, tiles);
        let figures = Figure::ALL.into_iter().map(|it| (it, it.id()));
        named_numbers("FIGURE", FIGURE, pb::Figure::as_str_name, figures);
    }

    #[test]
    fn cells_are_numbered_in_the_order_of_the_data_file() {
        let data: toml::Table = include_str!("../../../rules/data/samurai.toml")
            .parse()
            .expect("the data file is TOML");
        let cells = data["board"]["cells"].as_array().expect("the board lists its cells");
        assert_eq!(cells.len(), Cell::COUNT);
        for (number, row) in (1..).zip(cells) {
            assert_eq!(CELL.read(&number).ok().map(Cell::id), row["id"].as_str());
        }
    }
}
