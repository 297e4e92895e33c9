//! Two figures change places.

use super::game::{accepted, refused, resolves};
use super::position::position;

const PLACES: &str = "2 players; kyoto helmet rice; akita helmet buddha; mito buddha;
    tateyama helmet; sunpu helmet; edo helmet buddha rice";

#[test]
fn sam_8_1_two_figures_swap_and_the_tile_leaves_the_game() {
    let game = accepted(PLACES, "red: pick mito buddha; red: swap tateyama helmet");
    assert_eq!((game.figures("mito"), game.figures("tateyama")), (vec!["helmet"], vec!["buddha"]));
    assert!(game.state.players[0].figure_exchange_used);
    assert!(game.state.board.tiles().next().is_none());
    assert!(!game.allows("red: pick mito helmet"));
    refused("SAM-8.1", PLACES, "red: swap tateyama helmet");
}

#[test]
fn sam_8_2_figures_of_any_type_anywhere_may_be_named() {
    let text = format!("{PLACES}; blue samurai_3 @ kazusa; wakayama rice");
    accepted(&text, "red: pick tateyama helmet; red: swap wakayama rice");
    accepted(&text, "red: pick edo rice; red: swap wakayama rice");
}

#[test]
fn sam_8_3_the_figures_stand_in_different_settlements() {
    refused("SAM-8.3", PLACES, "red: pick kyoto helmet; red: swap kyoto rice");
    refused("SAM-8.3", "2 players; only; edo helmet buddha rice", "red: pick edo rice");
}

#[test]
fn sam_8_4_no_settlement_gets_two_figures_of_a_type() {
    refused("SAM-8.4", PLACES, "red: pick kyoto rice; red: swap akita helmet");
    refused("SAM-8.4", PLACES, "red: pick kyoto helmet; red: swap akita buddha");
    accepted(PLACES, "red: pick kyoto rice; red: swap akita buddha");
}

#[test]
fn sam_8_4_a_figure_without_a_partner_is_not_picked() {
    let text = "2 players; only; edo helmet buddha rice; mito buddha";
    refused("SAM-8.4", text, "red: pick edo helmet");
    accepted(text, "red: pick edo buddha; red: swap mito buddha");
}

#[test]
fn sam_8_5_what_follows_for_villages_cities_and_edo() {
    accepted(PLACES, "red: pick mito buddha; red: swap sunpu helmet");
    accepted(PLACES, "red: pick tateyama helmet; red: swap sunpu helmet");
    accepted(PLACES, "red: pick mito buddha; red: swap kyoto rice");
    refused("SAM-8.4", PLACES, "red: pick sunpu helmet; red: swap kyoto rice");
    accepted(PLACES, "red: pick edo helmet; red: swap sunpu helmet");
    refused("SAM-8.4", PLACES, "red: pick edo helmet; red: swap mito buddha");
}

#[test]
fn sam_8_6_an_empty_settlement_takes_no_part() {
    let text = format!("{PLACES}; himeji empty");
    refused("SAM-8.6", &text, "red: pick himeji rice");
    refused("SAM-8.6", &text, "red: pick mito buddha; red: swap himeji rice");
}

#[test]
fn sam_8_7_a_swap_captures_nothing() {
    let text = "2 players; wakayama rice; tateyama helmet; red samurai_3 @ settsu";
    resolves(text, "red: pick wakayama rice; red: swap tateyama helmet", &[]);
}

#[test]
fn sam_8_8_a_swap_needs_two_figures_that_stand_there() {
    refused("SAM-8.8", PLACES, "red: pick mito rice");
    refused("SAM-8.8", PLACES, "red: pick mito buddha; red: swap tateyama rice");
    refused("SAM-8.8", PLACES, "red: pick mito buddha; red: end");
    refused("SAM-8.8", PLACES, "red: pick mito buddha; red: samurai_3 @ kai");
    refused("SAM-3.3", PLACES, "red: pick hakata rice");
    refused("SAM-3.3", PLACES, "red: pick mito buddha; red: swap hakata rice");
}

#[test]
fn sam_8_8_between_the_halves_only_swaps_are_listed() {
    let mut game = position(PLACES);
    game.plays("red: pick mito buddha");
    let swap =
        |action: &samurai_rules::Action| matches!(action, samurai_rules::Action::SwapFigure { .. });
    assert!(game.legal_for("red").iter().all(swap));
}
