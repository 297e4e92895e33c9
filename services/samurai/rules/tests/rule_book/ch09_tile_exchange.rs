//! The tile exchange takes the place of an own tile.

use super::game::{accepted, refused, resolves};
use super::position::position;

const LYING: &str = "2 players; red samurai_3 @ settsu; red ronin_1 @ hida;
    red ship_1a @ pacific_1; blue rice_3 @ kai";

#[test]
fn sam_9_1_the_exchange_takes_the_cell_and_the_tile_goes_elsewhere() {
    let game = accepted(LYING, "red: lift settsu; red: redeploy noto");
    assert_eq!(game.lies("settsu"), "red tile_exchange");
    assert_eq!(game.lies("noto"), "red samurai_3");
    refused("SAM-9.1", LYING, "red: redeploy noto");
}

#[test]
fn sam_9_2_only_own_plain_tiles_with_influence_are_lifted() {
    for tile in ["helmet_4", "buddha_4", "rice_4", "samurai_1a"] {
        accepted(&format!("{LYING}; red {tile} @ noto"), "red: lift noto");
    }
    refused("SAM-9.2", LYING, "red: lift hida");
    refused("SAM-9.2", LYING, "red: lift pacific_1");
    refused("SAM-9.2", LYING, "red: lift kai");
}

#[test]
fn sam_9_3_a_plain_tile_of_this_turn_cannot_be_lifted() {
    refused("SAM-6.4", LYING, "red: rice_4 @ noto; red: lift noto");
}

#[test]
fn sam_9_4_the_lifted_tile_goes_down_at_once_on_another_cell() {
    refused("SAM-9.4", LYING, "red: lift settsu; red: redeploy settsu");
    refused("SAM-9.4", LYING, "red: lift settsu; red: end");
    refused("SAM-9.4", LYING, "red: lift settsu; red: ship_2 @ pacific_2");
    let game = accepted(LYING, "red: lift settsu; red: redeploy noto; red: ship_2 @ pacific_2");
    assert!(!game.hand("red").contains(&"samurai_3"));
}

#[test]
fn sam_9_5_the_old_cell_stays_filled() {
    // Wakayama was closed and is empty; lifting from beside it changes nothing there.
    let text = "2 players; wakayama empty; red samurai_3 @ settsu; blue rice_2 @ ise";
    let game = resolves(text, "red: lift settsu; red: redeploy noto", &[]);
    assert!(game.figures("wakayama").is_empty() && !game.allows("red: ronin_1 @ settsu"));
}

#[test]
fn sam_9_6_the_influence_at_the_old_cell_is_gone() {
    resolves(
        "2 players; wakayama rice; red samurai_3 @ settsu",
        "red: lift settsu; red: redeploy noto; blue: samurai_1a @ ise",
        &["wakayama rice 0:1 blue"],
    );
}

#[test]
fn sam_9_7_captures_come_once_after_the_tile_is_down() {
    let text = "2 players; wakayama rice; red samurai_3 @ noto; blue samurai_1a @ settsu";
    resolves(text, "red: lift noto", &[]);
    resolves(text, "red: lift noto; red: redeploy ise", &["wakayama rice 3:1 red"]);
}

#[test]
fn sam_9_8_source_and_target_may_be_anywhere() {
    let text = "2 players; red samurai_3 @ settsu; blue rice_2 @ ise; wakayama empty; red to move;
        red holds tile_exchange";
    let mut game = position(text);
    game.plays("red: lift settsu");
    assert_eq!(game.legal_for("red").len(), 30 - 2);
}

#[test]
fn sam_9_9_without_an_own_tile_it_cannot_be_played() {
    let game =
        position("2 players; red to move; red holds tile_exchange ship_2; blue rice_2 @ kai");
    assert!(
        !game.legal_for("red").iter().any(|a| matches!(a, samurai_rules::Action::LiftTile { .. }))
    );
    refused("SAM-9.10", "2 players", "red: lift kai");
}

#[test]
fn sam_9_10_every_other_use_is_refused() {
    refused("SAM-9.10", LYING, "red: lift mogami");
    refused("SAM-9.10", LYING, "red: lift kyoto");
    refused("SAM-3.3", LYING, "red: lift buzen");
    refused("SAM-9.10", LYING, "red: lift settsu; red: redeploy pacific_2");
    refused("SAM-9.10", LYING, "red: lift settsu; red: redeploy kyoto");
    refused("SAM-9.10", LYING, "red: lift settsu; red: redeploy kai");
    refused("SAM-3.3", LYING, "red: lift settsu; red: redeploy buzen");
    refused("SAM-6.4", LYING, "red: lift settsu; red: redeploy noto; red: rice_4 @ mino");
}
