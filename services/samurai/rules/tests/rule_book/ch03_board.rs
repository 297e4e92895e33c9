//! Cells, neighbours, and what is in play. The tables are tested in `data.rs`.

use samurai_rules::Cell;

use super::game::{accepted, refused};
use super::position::cell;

#[test]
fn sam_3_1_edo_is_the_origin_and_coordinates_grow_east_and_south() {
    assert_eq!(cell("edo").place(), (0, 0));
    assert_eq!(Cell::at(0, -1), Some(cell("shimotsuke")));
    assert_eq!(Cell::at(0, 1), Some(cell("sagami")));
    assert_eq!(Cell::at(1, 0), Some(cell("shimosa")));
    assert_eq!(Cell::at(9, 9), None);
}

#[test]
fn sam_3_2_neighbours_are_one_of_six_steps_away_across_all_pieces() {
    let steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    for a in Cell::all() {
        for b in Cell::all() {
            let step = (b.place().0 - a.place().0, b.place().1 - a.place().1);
            assert_eq!(a.neighbours().contains(&b), steps.contains(&step), "{a} and {b}");
        }
    }
    let strait = cell("tsugaru_strait_2");
    let pieces = [cell("hirosaki"), cell("hakodate")].map(|cell| cell.piece().id);
    assert_ne!(pieces[0], pieces[1]);
    assert!(strait.neighbours().contains(&cell("hirosaki")));
    assert!(strait.neighbours().contains(&cell("hakodate")));
}

#[test]
fn sam_3_3_only_cells_of_used_pieces_are_in_play() {
    refused("SAM-3.3", "2 players", "red: samurai_3 @ buzen");
    accepted("3 players", "red: samurai_3 @ buzen");
    refused("SAM-3.3", "3 players", "red: ship_2 @ ezo_sea_1");
    accepted("4 players", "red: ship_2 @ ezo_sea_1");
}

#[test]
fn sam_3_3_the_straits_are_in_play_at_every_table() {
    for strait in (1..=4).map(|n| format!("tsugaru_strait_{n}")) {
        accepted("2 players", &format!("red: ship_2 @ {strait}"));
    }
    for strait in (1..=8).map(|n| format!("inland_sea_{n}")) {
        accepted("2 players", &format!("red: ship_2 @ {strait}"));
    }
}

#[test]
fn sam_3_4_each_kind_of_cell_takes_only_its_own() {
    accepted("2 players", "red: samurai_3 @ kai");
    accepted("2 players", "red: ship_2 @ pacific_1");
    refused("SAM-7.4", "2 players", "red: samurai_3 @ edo");
    refused("SAM-7.1", "2 players", "red: ship_2 @ kai");
    refused("SAM-7.2", "2 players", "red: samurai_3 @ pacific_1");
}
