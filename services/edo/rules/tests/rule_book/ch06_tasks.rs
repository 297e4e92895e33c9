//! Tasks of officials: supplies, production, travel, hiring, cards.

use super::game::{accepted, leaves, refused};
use super::position::{position, seat};

#[test]
fn edo_6_1_rice_supply_gives_two_rice_and_needs_no_samurai() {
    let text = "3 players; red does A1 supply with 2";
    leaves(text, "red: collect; red: collect", "red", "1 ryo, 4 rice");
}

#[test]
fn edo_6_2_money_gives_five_ryo_and_needs_no_samurai() {
    let text = "3 players; red has 0 ryo; red does A1 money with 2";
    leaves(text, "red: collect", "red", "5 ryo");
    leaves(text, "red: collect; red: collect", "red", "10 ryo");
}

#[test]
fn edo_6_3_each_official_takes_one_samurai_to_a_space_of_its_type() {
    let wood = "3 players; red has 0 ryo; red at W1 S1 R1; red does A1 wood with 1";
    leaves(wood, "red: produce W1", "red", "3 wood");
    let stone = "3 players; red has 0 ryo; red at W1 S1 R1; red does A2 stone with 1";
    leaves(stone, "red: produce S1", "red", "3 stone");
    let rice = "3 players; red has 0 ryo; red at W1 S1 R1; red does A3 harvest with 1";
    leaves(rice, "red: produce R1", "red", "4 rice");
}

#[test]
fn edo_6_4_own_samurai_lower_the_yield_too() {
    let text = "3 players; red has 0 ryo; red at W1 W1 W2; red does S1 wood with 2 1";
    let all = "red: produce W1; red: produce W1; red: produce W2";
    leaves(text, all, "red", "7 wood");
}

#[test]
fn edo_6_5_no_samurai_works_twice_or_on_another_kind_of_space() {
    let text = "3 players; red at W1 W2 S1; red does A1 wood with 2";
    refused("EDO-6.5", text, "red: produce S1");
    refused("EDO-6.5", text, "red: produce W1; red: produce W1");
    refused("EDO-6.5", &text.replace("W1 W2", "W1"), "red: produce W2");
    refused("EDO-6.5", &text.replace("3 players", "2 players"), "red: produce W2");
    // The second official finds nobody and does nothing.
    let game = accepted("3 players; red at W1; red does A1 wood with 2", "red: produce W1");
    assert!(game.tells("1 official of Seat 1 does nothing.") && game.active() == "blue");
}

#[test]
fn edo_6_6_travel_makes_samurai_or_moves_one_or_two_for_free() {
    let text = "3 players; red has 0 ryo; red at C1 C2; red does A2 travel with 3";
    let mut game = position(text);
    game.plays("red: place B3; red: travel B3 EDO; red: travel C1 W1");
    assert_eq!((game.at("red").as_str(), game.holds("red").as_str()), ("EDO C2 W1", "nothing"));
    game.plays("red: travel W1 W2").refuses("EDO-6.6", "red: travel W2 W1");
    game.plays("red: halt");
    refused("EDO-6.6", text, "red: place V1");
    refused("EDO-5.9", text, "red: travel C3 C1");
    refused("EDO-5.9", text, "red: travel C1 C1");
}

#[test]
fn edo_6_7_only_own_officials_become_samurai() {
    let text = "3 players; red at C1; red does A2 travel with 1 1";
    // Whoever cannot become a samurai is used first.
    accepted(text, "red: travel C1 C2; red: place B1");
    refused("EDO-6.7", text, "red: place B1; red: place B2");
}

#[test]
fn edo_6_8_travel_never_moves_the_merchant() {
    let text = "3 players; merchant C2; red at C1; red does A2 travel with 1";
    refused("EDO-5.9", text, "red: travel C2 C3");
    let game = accepted(text, "red: travel C1 C2");
    assert_eq!(game.state.merchant.id(), "C2");
}

#[test]
fn edo_6_15_hiring_costs_one_rice() {
    let text = "3 players; red has 2 rice; red does S3 recruit with 2";
    let game = leaves(text, "red: recruit; red: recruit", "red", "nothing");
    assert_eq!((game.state.player(seat("red")).whites, game.state.whites_left()), (2, 10));
    let poor = "3 players tokken; red owns Q07; red does A2 recruit with 1";
    refused("EDO-6.15", poor, "red: recruit");
}

#[test]
fn edo_6_16_a_special_card_costs_five_ryo_and_is_owned_once() {
    let text = "3 players; red has 9 ryo; red owns S1; red does A3 buy with 1";
    let game = leaves(text, "red: card S2", "red", "4 ryo");
    assert!(game.state.player(seat("red")).cards.contains(super::position::card("S2")));
    assert_eq!(game.state.copies_left(super::position::card("S2")), 1);
    refused("EDO-6.16", text, "red: card S1");
    refused("EDO-6.16", text, "red: card A1");
    let poor = "3 players tokken; red owns Q07; red has 4 ryo; red does A3 buy with 1";
    refused("EDO-6.16", poor, "red: card S2");
}

#[test]
fn edo_6_17_cards_and_white_officials_stay_for_the_rest_of_the_game() {
    let mut game = position("2 players; red owns S1; red has 2 whites");
    for _ in 0..3 {
        game.plans_idly().idles();
    }
    let red = game.state.player(seat("red"));
    assert_eq!((red.whites, red.cards.len(), game.state.round), (2, 4, 4));
}

#[test]
fn edo_6_18_any_official_may_do_nothing() {
    let text = "3 players; red has 0 ryo; red does A1 money with 2";
    leaves(text, "red: forfeit; red: collect", "red", "5 ryo");
    let game = leaves(text, "red: forfeit; red: forfeit", "red", "nothing");
    assert_eq!(game.active(), "blue");
}
