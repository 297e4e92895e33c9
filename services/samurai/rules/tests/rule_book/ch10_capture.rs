//! Closed settlements give up their figures.

use super::game::{accepted, resolves};
use super::position::seat;

#[test]
fn sam_10_1_a_settlement_closes_when_its_land_is_filled() {
    resolves("2 players; wakayama rice", "red: samurai_1a @ settsu", &[]);
    resolves(
        "2 players; wakayama rice; red samurai_1a @ settsu",
        "red: ronin_1 @ ise",
        &["wakayama rice 2:0 red"],
    );
}

#[test]
fn sam_10_1_ships_close_nothing() {
    let ships = "2 players; wakayama rice; red samurai_1a @ settsu; red ship_2 @ pacific_16;
        blue ship_2 @ inland_sea_1; blue ship_1a @ inland_sea_2";
    resolves(ships, "red: ship_1a @ inland_sea_3", &[]);
}

#[test]
fn sam_10_2_each_tile_is_resolved_before_the_next() {
    let text = "2 players; wakayama rice; blue samurai_2a @ settsu";
    let game = resolves(
        text,
        "red: samurai_1a @ ise; red: ship_2 @ pacific_16",
        &["wakayama rice 1:2 blue"],
    );
    let captured = game.report().iter().position(|line| line.contains("captures"));
    let shipped = game.report().iter().position(|line| line.contains("ship 2"));
    assert!(captured < shipped);
}

#[test]
fn sam_10_3_influence_comes_from_land_and_sea() {
    resolves(
        "2 players; wakayama rice; red rice_2 @ settsu; red ship_1a @ inland_sea_1;
         blue helmet_4 @ noto; blue ship_2 @ pacific_16",
        "blue: helmet_3 @ ise",
        &["wakayama rice 3:2 red"],
    );
}

#[test]
fn sam_10_4_the_highest_influence_wins_whoever_closed() {
    resolves(
        "3 players; wakayama rice; red samurai_3 @ settsu",
        "green: samurai_2a @ ise",
        &["wakayama rice 3:0:2 red"],
    );
}

#[test]
fn sam_10_5_a_shared_highest_influence_sets_the_figure_aside() {
    let game = resolves(
        "3 players; wakayama rice; red samurai_2a @ settsu; green ship_1a @ pacific_16",
        "blue: samurai_2a @ ise",
        &["wakayama rice 2:2:1 aside"],
    );
    assert_eq!(game.state.set_aside.total(), 1);
    assert_eq!(game.captured("green"), [0, 0, 0]);
}

#[test]
fn sam_10_6_a_figure_without_influence_is_set_aside() {
    let game = resolves(
        "2 players; wakayama rice; red helmet_4 @ settsu",
        "red: buddha_4 @ ise",
        &["wakayama rice 0:0 aside"],
    );
    let told = "The rice of Wakayama is set aside: nobody has influence there.";
    assert!(game.report().contains(&told.to_string()));
}

#[test]
fn sam_10_7_all_figures_leave_together_each_by_its_own_comparison() {
    let game = resolves(
        "2 players; akita helmet rice; red helmet_2 @ tsugaru; blue rice_2 @ nambu;
         red helmet_3 @ kitakami",
        "blue: rice_3 @ dewa",
        &["akita helmet 5:0 red", "akita rice 0:5 blue"],
    );
    assert!(game.figures("akita").is_empty());
}

#[test]
fn sam_10_8_one_tile_can_close_two_settlements() {
    resolves(
        "2 players; wakayama rice; kyoto buddha helmet; red samurai_2a @ settsu;
         blue buddha_4 @ mino; blue helmet_4 @ mikawa; blue rice_2 @ omi",
        "red: samurai_1a @ ise",
        &["kyoto helmet 3:4 blue", "kyoto buddha 3:4 blue", "wakayama rice 3:0 red"],
    );
}

#[test]
fn sam_10_9_captures_stand_in_front_of_the_screen_with_two_players() {
    let text = "wakayama rice; red samurai_2a @ settsu";
    let pile = |seats: u32| {
        let game = accepted(&format!("{seats} players; {text}"), "red: samurai_1a @ ise");
        let player = *game.state.player(seat("red"));
        (player.captured_open.total(), player.captured_hidden.total())
    };
    assert_eq!(pile(2), (1, 0));
    assert_eq!(pile(3), (0, 1));
    assert_eq!(pile(4), (0, 1));
}

#[test]
fn sam_10_10_tiles_stay_and_count_for_their_other_settlement() {
    let game = resolves(
        "2 players; wakayama rice; kyoto buddha helmet; red samurai_2a @ settsu;
         blue buddha_4 @ mino; blue helmet_4 @ mikawa",
        "red: samurai_1a @ ise; blue: rice_2 @ omi",
        &["wakayama rice 3:0 red", "kyoto helmet 3:4 blue", "kyoto buddha 3:4 blue"],
    );
    assert_eq!(game.lies("settsu"), "red samurai_2a");
}
