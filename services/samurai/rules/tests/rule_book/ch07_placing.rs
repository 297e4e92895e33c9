//! Placement of tiles.

use super::game::{accepted, refused};
use super::position::position;

#[test]
fn sam_7_1_a_ship_goes_on_an_empty_sea_cell() {
    accepted("2 players", "red: ship_2 @ pacific_1");
    refused("SAM-7.1", "2 players", "red: ship_2 @ kai");
}

#[test]
fn sam_7_2_the_land_tiles_go_on_an_empty_land_cell() {
    for tile in ["helmet_4", "buddha_3", "rice_2", "samurai_1b", "ronin_1"] {
        accepted("2 players", &format!("red: {tile} @ kai"));
        refused("SAM-7.2", "2 players", &format!("red: {tile} @ pacific_1"));
    }
}

#[test]
fn sam_7_3_any_empty_cell_of_the_terrain_will_do() {
    let game = position("2 players; red to move; red holds samurai_3 ship_2; wakayama empty");
    let actions = game.legal_for("red");
    assert_eq!(actions.len(), 30 + 44);
    assert!(game.allows("red: samurai_3 @ settsu") && game.allows("red: ship_2 @ pacific_15"));
}

#[test]
fn sam_7_4_no_tile_goes_on_a_settlement_even_when_it_is_empty() {
    refused("SAM-7.4", "2 players; mito rice", "red: samurai_3 @ mito");
    refused("SAM-7.4", "2 players; mito empty", "red: samurai_3 @ mito");
    refused("SAM-7.4", "2 players; mito empty", "red: ship_2 @ mito");
}

#[test]
fn sam_7_5_a_cell_holds_one_tile_which_stays_with_its_owner() {
    let text = "2 players; blue rice_2 @ kai; blue ship_2 @ pacific_1";
    refused("SAM-7.5", text, "red: samurai_3 @ kai");
    refused("SAM-7.5", text, "red: ship_2 @ pacific_1");
    let game = accepted(text, "red: samurai_3 @ hida; red: end");
    assert_eq!(
        (game.lies("kai"), game.lies("hida")),
        ("blue rice_2".into(), "red samurai_3".into())
    );
}

#[test]
fn sam_7_6_the_exchanges_are_not_placed() {
    refused("SAM-7.6", "2 players", "red: figure_exchange @ kai");
    refused("SAM-7.6", "2 players", "red: tile_exchange @ kai");
    refused("SAM-7.6", "2 players; red rice_2 @ kai", "red: tile_exchange @ kai");
}
