//! Decisions: what is decided by whom.

use shogun_rules::{Action, Phase};

use super::ch02_setup::{all_blind, drafting};
use super::ch10_winter::winter;
use super::game::acting;
use super::position::{planning, sealed};

#[test]
fn sho_15_1_in_the_draft_a_card_is_chosen() {
    let mut game = drafting();
    let told: Vec<String> = game.legal_for("blue").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["take Aki", "take Awa-Shikoku", "take the top card of the deck"]);
    all_blind(&mut game, &["blue", "yellow", "red"]);
    assert_eq!(game.legal_for("blue")[0], Action::ExchangePair);
}

#[test]
fn sho_15_2_then_a_group_is_chosen() {
    let mut game = drafting();
    game.plays("blue: take aki");
    let groups: Vec<Action> = [2, 3, 4, 5].map(Action::PlaceGroup).to_vec();
    assert_eq!(game.legal_for("blue"), groups);
}

#[test]
fn sho_15_3_a_plan_is_made_card_by_card() {
    let game = planning("3 players; blue kaga 2; red noto 2");
    // Six cards on eleven spaces; nothing to take back or to seal yet.
    assert_eq!(game.legal_for("blue").len(), 66);
    assert!(game.legal_for("blue").iter().all(|action| matches!(action, Action::LayCard { .. })));
}

#[test]
fn sho_15_4_a_special_card_is_chosen() {
    let mut game = sealed("3 players; blue kaga 1; red noto 1; blue plans bid chest_2");
    game.draws(&[0]);
    assert_eq!(game.legal_for("blue").len(), 5);
    game.plays("blue: pick rice");
    assert_eq!(game.legal_for("red").len(), 4);
}

#[test]
fn sho_15_5_a_move_may_be_made_after_deploying() {
    let mut game = acting(
        "3 players; blue kaga 2; blue noto 1; blue hida 1; actions deploy_1_move;
         blue plans deploy_1_move kaga",
    );
    let told: Vec<String> = game.legal_for("blue").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["march to Hida", "march to Noto", "stay"]);
    game.plays("blue: to hida");
    let told: Vec<String> = game.legal_for("blue").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["march with 1 army", "march with 2 armies", "choose another target"]);
}

#[test]
fn sho_15_6_a_target_and_a_number_or_nothing() {
    let mut game =
        acting("3 players; blue shima 3; actions combat_move_a; blue plans combat_move_a shima");
    let told: Vec<String> = game.legal_for("blue").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["march to Ise", "march to Izu", "stay"]);
    game.plays("blue: to ise; blue: reconsider; blue: stay");
    assert!(matches!(game.state.phase, Phase::TurnUp { position: 0 }));
}

#[test]
fn sho_15_7_the_order_of_revolts_is_chosen() {
    let mut game = winter("red kaga 3; red noto 3; red hida 3; red mino 3; red rice 1");
    game.draws(&[0, 0]);
    let told: Vec<String> = game.legal_for("red").iter().map(ToString::to_string).collect();
    assert_eq!(told, ["fight the revolt in Hida", "fight the revolt in Kaga"]);
}

#[test]
fn sho_15_8_a_single_answer_is_given_without_asking() {
    // One army can march, so its number is not asked for.
    let mut game = acting(
        "3 players; blue kaga 2; blue noto 1; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto");
    assert_eq!(game.stands("noto"), "blue 2");
    // The fifth of five players gets the last special card.
    let mut game = sealed(
        "5 players; blue kaga 1; yellow noto 1; red ise 1; black kii 1; purple omi 1;
         blue plans bid chest_4; yellow plans bid chest_3; red plans bid chest_2;
         black plans bid chest_1; purple plans bid chest_0",
    );
    game.draws(&[0]);
    game.plays("blue: pick attack; yellow: pick defence; red: pick taxes; black: pick recruit");
    assert!(game.told("Seat 5 takes rice and is number 2 in the order of play."));
    // The last group of a draft has only one size.
    let mut game = drafting();
    let own = ["kaga 5", "noto 4", "hida 4", "mino 3", "omi 3", "ise 2", "kii 2", "izu 2"];
    for text in own {
        let (id, armies) = text.split_once(' ').expect("province and armies");
        let holding = &mut game.state.provinces[super::position::province(id).index()];
        holding.owner = Some(super::position::seat("blue"));
        holding.armies = armies.parse().expect("a number");
    }
    game.plays("blue: take aki");
    assert_eq!(game.stands("aki"), "blue 2");
}

#[test]
fn sho_15_9_small_steps_make_a_plan_listable() {
    // Nine provinces: 14! / 3! plans, but never more than 14 · 11 steps.
    let game = planning(
        "3 players; blue kaga 2; blue noto 2; blue hida 2; blue mino 2; blue omi 2; blue ise 2;
         blue kii 2; blue izu 2; blue owari 2",
    );
    assert_eq!(game.legal_for("blue").len(), 14 * 11);
}
