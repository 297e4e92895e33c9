//! The tiles and what they influence. The set itself is tested in `data.rs`.

use samurai_rules::{Figure, Kind, Tile, TileSet};

use super::game::{accepted, resolves};
use super::position::tile;

#[test]
fn sam_4_2_ships_ronin_and_figure_exchange_bear_the_character() {
    let with: Vec<&str> = TileSet::CHARACTERS.iter().map(Tile::id).collect();
    assert_eq!(with, ["ronin_1", "ship_2", "ship_1a", "ship_1b", "figure_exchange"]);
    assert_eq!(TileSet::ALL.iter().filter(|tile| !tile.has_character()).count(), 15);
    assert!(!Tile::TILE_EXCHANGE.has_character());
}

#[test]
fn sam_4_3_a_tile_counts_in_full_for_every_figure_of_its_types_beside_it() {
    // One samurai of 3 beside two figures of Akita, one buddha tile for one of them.
    resolves(
        "2 players; akita helmet buddha; red samurai_3 @ tsugaru; red buddha_2 @ nambu;
         blue rice_4 @ kitakami",
        "blue: samurai_1a @ dewa",
        &["akita helmet 3:1 red", "akita buddha 5:1 red"],
    );
}

#[test]
fn sam_4_4_the_tile_exchange_fills_its_cell_and_counts_nothing() {
    resolves(
        "2 players; wakayama rice; red tile_exchange @ settsu",
        "blue: samurai_1a @ ise",
        &["wakayama rice 0:1 blue"],
    );
    assert!(Figure::ALL.iter().all(|figure| Tile::TILE_EXCHANGE.influence(*figure) == 0));
}

#[test]
fn sam_4_5_no_tile_has_a_value_above_four() {
    assert_eq!(TileSet::ALL.iter().map(Tile::value).max(), Some(4));
    let ones = TileSet::ALL.iter().filter(|tile| tile.value() == 1).count();
    assert_eq!(ones, 5);
}

#[test]
fn sam_4_6_equal_tiles_do_the_same() {
    for (a, b) in
        [("samurai_2a", "samurai_2b"), ("samurai_1a", "samurai_1b"), ("ship_1a", "ship_1b")]
    {
        let (a, b) = (tile(a), tile(b));
        assert_ne!(a, b);
        assert_eq!((a.kind(), a.value()), (b.kind(), b.value()));
        let both = |figure: Figure| (a.influence(figure), b.influence(figure));
        assert!(Figure::ALL.into_iter().map(both).all(|(a, b)| a == b));
    }
    assert_eq!(tile("ship_1b").kind(), Kind::Ship);
    let game = accepted("2 players", "red: samurai_2b @ kai");
    assert_eq!(game.report(), ["Seat 1 places samurai 2b on Kai."]);
}
