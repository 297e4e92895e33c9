//! Components: what is in the box, and what a table uses of it.

use std::collections::BTreeMap;

use kit_rules::{Rules, SeatCount, Violation as _};
use samurai_rules::{Cell, Figure, Options, Samurai, State, TableFacts, TileSet};

use super::position::fresh;

fn table(seats: u32) -> &'static TableFacts {
    TableFacts::of(SeatCount::new(seats).expect("a table of the game"))
}

fn set_up(seats: u32) -> State {
    let seats = SeatCount::new(seats).expect("a table of the game");
    Samurai::setup(&Options::default(), seats, &mut Vec::new()).expect("the options fit")
}

#[test]
fn sam_2_1_the_largest_table_uses_thirteen_figures_of_each_of_three_types() {
    let supply = set_up(4).supply;
    assert_eq!(Figure::ALL.map(|figure| supply[figure]), [13, 13, 13]);
    assert_eq!(supply.total(), 39);
}

#[test]
fn sam_2_2_four_players_own_eighty_tiles_in_equal_sets_of_twenty() {
    let pools: Vec<TileSet> = set_up(4).players.iter().map(|player| player.pool).collect();
    assert_eq!(pools.iter().map(|pool| pool.len()).sum::<usize>(), 80);
    assert!(pools.iter().all(|pool| *pool == pools[0]));
}

#[test]
fn sam_2_3_no_more_than_four_sit_at_the_table() {
    assert_eq!(Samurai::FACTS.seats_max, 4);
    let five = SeatCount::new(5).unwrap();
    let refusal = Samurai::setup(&Options::default(), five, &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.rule(), "SAM-2.5");
}

#[test]
fn sam_2_4_the_board_has_four_pieces_and_honshu_takes_two() {
    let mut pieces: BTreeMap<&str, usize> = BTreeMap::new();
    for cell in Cell::all() {
        *pieces.entry(cell.piece().id).or_default() += 1;
    }
    let ids: Vec<&str> = pieces.into_keys().collect();
    assert_eq!(ids, ["hokkaido", "honshu_east", "honshu_west", "kyushu_shikoku"]);
}

#[test]
fn sam_2_5_a_table_uses_the_pieces_and_figures_of_its_size() {
    for (seats, pieces, figures) in [(2, 2, 7), (3, 3, 10), (4, 4, 13)] {
        let count = SeatCount::new(seats).unwrap();
        let mut used: Vec<&str> =
            Cell::all().filter(|cell| cell.is_in_play(count)).map(|c| c.piece().id).collect();
        used.sort_unstable();
        used.dedup();
        assert_eq!(used.len(), pieces);
        assert_eq!(table(seats).figures_per_type, figures);
        assert_eq!(set_up(seats).supply.total(), 3 * u32::from(figures));
    }
    let alone = SeatCount::new(1).unwrap();
    let refusal = Samurai::setup(&Options::default(), alone, &mut Vec::new()).unwrap_err();
    assert_eq!(refusal.rule(), "SAM-2.5");
    // What is not used stays in the box: the third and fourth player have nothing.
    assert!(fresh("2 players").state.players[2].pool.is_empty());
}
