//! Doubts about the text, and how they are decided.

use samurai_rules::{EndReason, Figure, Phase};

use super::ch12_scoring::places;
use super::game::{accepted, refused, resolves};
use super::position::position;

#[test]
fn sam_amb_01_only_land_has_to_be_filled() {
    // Four empty sea cells around Wakayama do not keep it open.
    let text = "2 players; wakayama rice; red samurai_1a @ settsu";
    resolves(text, "red: samurai_2a @ ise", &["wakayama rice 3:0 red"]);
}

#[test]
fn sam_amb_02_captures_happen_within_the_turn() {
    let text = "2 players; wakayama rice; red samurai_1a @ settsu";
    let game = accepted(text, "red: samurai_2a @ ise");
    assert_eq!((game.captured("red"), game.active()), ([0, 0, 1], "red"));
}

#[test]
fn sam_amb_03_the_final_turn_is_cut_off() {
    let text =
        "2 players; only; wakayama rice; mito helmet; himeji buddha; red samurai_2a @ settsu";
    let mut game = accepted(text, "blue: rice_3 @ ise");
    assert!(game.is_over());
    game.does_not_await("blue: ship_2 @ pacific_1");
}

#[test]
fn sam_amb_04_no_influence_is_a_tie_of_all() {
    let text = "3 players; wakayama rice; red helmet_4 @ settsu";
    resolves(text, "red: helmet_3 @ ise", &["wakayama rice 0:0:0 aside"]);
}

#[test]
fn sam_amb_05_equal_types_may_swap_but_not_within_a_settlement() {
    let text = "2 players; mito rice; tateyama rice; kyoto helmet rice";
    let game = accepted(text, "red: pick mito rice; red: swap tateyama rice");
    assert_eq!((game.figures("mito"), game.figures("tateyama")), (vec!["rice"], vec!["rice"]));
    refused("SAM-8.3", text, "red: pick kyoto helmet; red: swap kyoto rice");
}

#[test]
fn sam_amb_06_a_tile_of_the_same_turn_is_never_lifted() {
    refused("SAM-6.4", "2 players", "red: samurai_3 @ kai; red: lift kai");
    refused("SAM-9.2", "2 players", "red: ronin_1 @ kai; red: lift kai");
}

#[test]
fn sam_amb_07_the_lifted_tile_does_not_return_to_its_cell() {
    refused("SAM-9.4", "2 players; red rice_2 @ kai", "red: lift kai; red: redeploy kai");
}

#[test]
fn sam_amb_08_the_ronin_is_not_lifted() {
    refused("SAM-9.2", "2 players; red ronin_1 @ kai", "red: lift kai");
}

#[test]
fn sam_amb_09_without_a_legal_play_one_passes_and_the_game_goes_on() {
    let text =
        "2 players; red to move; red holds ship_2 ship_1a; red pool nothing; blue holds nothing;
        blue pool nothing";
    let game = accepted(text, "red: ship_2 @ pacific_1; red: end");
    assert_eq!((game.active(), game.is_over()), ("red", false));
    assert!(game.report().contains(&"Seat 2 cannot play and passes.".to_string()));
}

#[test]
fn sam_amb_10_who_has_no_tiles_is_skipped_again_and_again() {
    let text = "3 players; red to move; red holds ship_2; red pool nothing; blue holds nothing;
        blue pool nothing; green holds ship_2 ship_1a; green pool nothing";
    let mut game = accepted(text, "red: ship_2 @ pacific_1; red: end");
    assert_eq!(game.active(), "green");
    game.plays("green: ship_2 @ pacific_2; green: end");
    assert_eq!(game.active(), "green");
}

#[test]
fn sam_amb_11_a_tie_without_leaders_is_shared() {
    assert_eq!(places(&[(2, 2, 2), (2, 2, 2), (1, 1, 1)]), [1, 1, 3]);
}

#[test]
fn sam_amb_12_ties_for_most_do_not_count_as_leading_two_types() {
    // Red ties for helmets and leads buddhas; blue leads rice and has more others.
    assert_eq!(places(&[(4, 4, 0), (4, 1, 3)]), [2, 1]);
}

#[test]
fn sam_amb_13_all_figures_of_a_check_are_resolved_before_the_end() {
    let game = accepted(
        "2 players; aside 2 1 0; edo helmet buddha rice; red samurai_2a @ shimotsuke;
         blue samurai_2a @ hitachi; red samurai_1a @ shimosa; blue samurai_1a @ sagami;
         red samurai_1b @ kai",
        "blue: samurai_1b @ kozuke",
    );
    assert!(game.is_over());
    assert_eq!(game.state.set_aside.total(), 6);
}

#[test]
fn sam_amb_14_last_figure_and_fourth_tie_together_end_it_once() {
    let text = "2 players; only; wakayama rice; mito helmet; himeji buddha; aside 1 1 1;
        red samurai_2a @ settsu";
    let game = accepted(text, "blue: samurai_2b @ ise");
    assert_eq!(game.state.phase, Phase::Over(EndReason::TypeExhausted(Figure::Rice)));
    let ends = game.report().iter().filter(|line| line.starts_with("The game ends")).count();
    assert_eq!(ends, 1);
}

#[test]
fn sam_amb_15_totals_of_others_are_not_shown_with_three_or_four() {
    let open = |seats: u32| position(&format!("{seats} players")).state.captures_are_open();
    assert_eq!([open(2), open(3), open(4)], [true, false, false]);
}

#[test]
fn sam_amb_16_figures_of_a_closed_place_are_gone_before_a_swap() {
    let text = "2 players; wakayama rice; mito helmet; red samurai_3 @ settsu";
    let play = "red: samurai_1a @ ise; red: pick mito helmet; red: swap wakayama rice";
    refused("SAM-8.6", text, play);
}

#[test]
fn sam_amb_17_the_straits_belong_to_honshu() {
    for cell in ["tsugaru_strait_1", "inland_sea_7"] {
        accepted("2 players", &format!("red: ship_2 @ {cell}"));
    }
    refused("SAM-3.3", "2 players", "red: ship_2 @ bungo_1");
}

#[test]
fn sam_amb_18_a_drawn_tile_is_any_of_the_pool() {
    let text =
        "2 players; red to move; red holds rice_4; red pool rice_2 ship_2; blue holds rice_2";
    for (value, rest) in [(0, "ship_2"), (1, "rice_2")] {
        let mut game = position(text);
        game.plays("red: rice_4 @ kai; red: end").draws(&[value]);
        let pool: Vec<&str> = game.state.players[0].pool.iter().map(|tile| tile.id()).collect();
        assert_eq!(pool, [rest]);
    }
}

#[test]
fn sam_amb_19_the_figures_are_those_of_1998() {
    assert_eq!(Figure::ALL.map(Figure::id), ["helmet", "buddha", "rice"]);
}
