//! End of the game: when it comes.

use samurai_rules::{EndReason, Figure, Phase};

use super::game::{accepted, resolves};
use super::position::position;

const LAST_RICE: &str = "2 players; only; wakayama rice; mito helmet; himeji buddha;
    red samurai_2a @ settsu; blue to move; blue holds rice_3 samurai_2b ronin_1; red holds ship_2";

#[test]
fn sam_11_1_the_last_figure_of_a_type_ends_the_game() {
    let game = accepted(LAST_RICE, "blue: rice_3 @ ise");
    assert_eq!(game.state.phase, Phase::Over(EndReason::TypeExhausted(Figure::Rice)));
    let aside = accepted(LAST_RICE, "blue: samurai_2b @ ise");
    assert!(aside.is_over());
    let another = accepted(
        &LAST_RICE.replace("mito helmet", "mito helmet; sunpu rice"),
        "blue: rice_3 @ ise",
    );
    assert!(!another.is_over());
}

#[test]
fn sam_11_2_the_fourth_figure_set_aside_ends_the_game() {
    let text = |aside: &str| format!("2 players; wakayama rice; red samurai_2a @ settsu; {aside}");
    let fourth = accepted(&text("aside 1 1 1"), "blue: samurai_2b @ ise");
    assert_eq!(fourth.state.phase, Phase::Over(EndReason::FourthTie));
    let third = accepted(&text("aside 1 1 0"), "blue: samurai_2b @ ise");
    assert!(!third.is_over());
}

#[test]
fn sam_11_3_the_turn_is_cut_off_without_another_tile_or_a_refill() {
    let mut game = accepted(LAST_RICE, "blue: rice_3 @ ise");
    let before = game.sizes("blue");
    game.does_not_await("blue: ronin_1 @ kai").does_not_await("blue: end");
    game.does_not_await("red: ship_2 @ pacific_1");
    assert_eq!(game.sizes("blue"), before);
    assert_eq!(game.hand("blue"), ["samurai_2b", "ronin_1"]);
}

#[test]
fn sam_11_4_the_round_is_not_completed() {
    let game = accepted(&LAST_RICE.replace("2 players", "3 players"), "blue: rice_3 @ ise");
    assert!(game.is_over());
    assert_eq!(game.report().last().unwrap(), "The game ends: no rice is left on the board.");
}

#[test]
fn sam_11_5_tiles_that_fill_land_outnumber_the_land() {
    for (text, land) in [("2 players", 30), ("3 players", 43), ("4 players", 56)] {
        let state = position(text).state;
        assert_eq!(state.board.empty_land().count(), land);
        assert!(16 * state.seats.get() > land);
    }
    // With all land filled no figure is left, so the last land cell always ends it.
    resolves(LAST_RICE, "blue: rice_3 @ ise", &["wakayama rice 2:3 blue"]);
}
