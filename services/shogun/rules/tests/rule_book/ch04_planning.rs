//! Planning and bidding.

use kit_rules::{Rules, Step, Violation as _};
use shogun_rules::{Action, Order, Phase, Shogun, Space};

use super::game::acting;
use super::position::{planning, seat};

/// Blue has six provinces, so eleven cards; red has one.
const TABLE: &str = "3 players; blue kaga 2; blue noto 2; blue hida 2; blue etchu 2; blue mino 2;
    blue omi 2; red ise 2";

/// Blue lays everything but the last card.
const LAID: &str = "blue: lay kaga on build_castle; blue: lay noto on build_temple;
    blue: lay hida on build_theatre; blue: lay etchu on collect_rice;
    blue: lay mino on collect_taxes; blue: lay omi on deploy_5; blue: lay chest_0 on deploy_3;
    blue: lay chest_1 on deploy_1_move; blue: lay chest_2 on combat_move_a;
    blue: lay chest_3 on combat_move_b";

#[test]
fn sho_4_1_all_plan_at_once_until_they_seal() {
    let mut game = planning(TABLE);
    assert_eq!(game.awaits(), ["blue", "red"]);
    game.plays(LAID).plays("blue: lay chest_4 on bid; blue: back bid; blue: lay chest_4 on bid");
    game.plays("blue: seal").does_not_await("blue: back bid");
    let step = Step::Act { seat: seat("blue"), action: Action::TakeBack { space: Space::Bid } };
    let refusal = Shogun::apply(&mut game.state.clone(), &step, &mut Vec::new());
    assert_eq!(refusal.expect_err("a sealed plan stays").rule(), "SHO-4.1");
    assert_eq!(game.awaits(), ["red"]);
    game.plays(
        "red: lay ise on bid; red: lay chest_0 on deploy_5; red: lay chest_1 on deploy_3;
         red: lay chest_2 on build_castle; red: lay chest_3 on build_temple;
         red: lay chest_4 on combat_move_a; red: seal",
    );
    assert_eq!(game.state.phase, Phase::DrawEvent);
}

#[test]
fn sho_4_2_own_cards_each_once_one_on_a_space() {
    let mut game = planning(TABLE);
    game.refuses("SHO-4.2", "blue: lay ise on bid").refuses("SHO-4.2", "blue: lay tosa on bid");
    game.plays("blue: lay kaga on deploy_5");
    game.refuses("SHO-4.2", "blue: lay kaga on deploy_3");
    game.refuses("SHO-4.2", "blue: lay noto on deploy_5");
    game.plays("blue: back deploy_5; blue: lay kaga on deploy_3");
}

#[test]
fn sho_4_3_a_province_card_orders_the_action_for_its_province() {
    let game = acting(
        "3 players; blue kaga 2; blue noto 2; blue chests 9; actions build_castle;
         blue plans build_castle noto",
    );
    assert_eq!(
        (game.stands("noto").as_str(), game.stands("kaga").as_str()),
        ("blue 2 castle", "blue 2")
    );
}

#[test]
fn sho_4_4_a_chest_card_on_an_action_is_a_blank() {
    let game = acting(
        "3 players; blue kaga 2; blue chests 9; actions build_castle deploy_5;
         blue plans build_castle chest_4",
    );
    assert_eq!((game.stands("kaga").as_str(), game.chests("blue")), ("blue 2", 9));
    assert!(game.told("Action 1 is \"build castle\": Seat 1 chest card 4."));
}

#[test]
fn sho_4_5_the_bid_is_a_chest_card_a_province_or_nothing() {
    let mut game = planning(TABLE);
    game.plays("blue: lay kaga on bid; blue: back bid; blue: lay chest_2 on bid");
    // Red has six cards for eleven spaces, so the bid may stay empty.
    game.plays(
        "red: lay ise on collect_rice; red: lay chest_0 on deploy_5; red: lay chest_1 on deploy_3;
         red: lay chest_2 on build_castle; red: lay chest_3 on build_temple;
         red: lay chest_4 on combat_move_a; red: seal",
    );
}

#[test]
fn sho_4_6_all_spaces_are_filled_or_all_cards_are_laid() {
    let mut game = planning(TABLE);
    game.plays(LAID).refuses("SHO-4.6", "blue: seal");
    game.plays("blue: lay chest_4 on bid; blue: seal");
    game.plays(
        "red: lay chest_0 on deploy_5; red: lay chest_1 on deploy_3; red: lay chest_2 on bid;
         red: lay chest_3 on build_temple; red: lay chest_4 on combat_move_a",
    );
    game.refuses("SHO-4.6", "red: seal").plays("red: lay ise on collect_rice; red: seal");
    let told = "Seat 3 leaves empty: \"build castle\", \"build theatre\", \"collect taxes\", \
                \"deploy 1 and move\" and \"combat B\".";
    assert!(game.told(told), "{:?}", game.report());
}

#[test]
fn sho_4_7_an_order_may_be_a_bluff() {
    let mut game = planning("3 players; blue mino 2 castle; blue chests 0; red ise 2");
    game.plays("blue: lay mino on build_castle");
    let game = acting(
        "3 players; blue mino 2 castle; blue chests 9; actions build_castle;
         blue plans build_castle mino",
    );
    assert_eq!((game.stands("mino").as_str(), game.chests("blue")), ("blue 2 castle", 9));
}

#[test]
fn sho_4_8_a_wrong_plan_is_refused_and_can_be_mended() {
    let mut game = planning(TABLE);
    game.refuses("SHO-4.8", "blue: back bid");
    game.plays(LAID).refuses("SHO-4.2", "blue: lay ise on bid");
    game.refuses("SHO-4.2", "blue: lay kaga on bid").refuses("SHO-4.6", "blue: seal");
    game.plays("blue: lay chest_4 on bid; blue: seal");
    assert_eq!(game.awaits(), ["red"]);
}

#[test]
fn sho_4_9_without_a_province_there_is_nothing_to_plan() {
    let mut game = planning(TABLE);
    assert!(game.legal_for("yellow").is_empty());
    game.does_not_await("yellow: seal");
    let step = Step::Act { seat: seat("yellow"), action: Action::SealPlan };
    let refusal = Shogun::apply(&mut game.state.clone(), &step, &mut Vec::new());
    assert_eq!(refusal.expect_err("yellow has nothing").rule(), "SHO-4.9");
    game.plays(LAID).plays("blue: lay chest_4 on bid; blue: seal");
    game.plays(
        "red: lay chest_0 on deploy_5; red: lay chest_1 on deploy_3; red: lay chest_2 on bid;
         red: lay chest_3 on build_temple; red: lay chest_4 on combat_move_a;
         red: lay ise on collect_rice; red: seal",
    );
    game.draws_all();
    assert_eq!(game.state.ranking.iter().flatten().count(), 2);
    assert!(!game.state.ranking.contains(&Some(seat("yellow"))));
}

#[test]
fn sho_4_10_half_of_the_actions_are_known_while_planning() {
    let game = planning(TABLE);
    let known: Vec<Option<Order>> = game.state.action_cards.to_vec();
    assert!(known[..5].iter().all(Option::is_some) && known[5..].iter().all(Option::is_none));
    assert!(game.state.specials.iter().all(Option::is_some));
    assert_eq!((game.state.events_open.len(), game.state.event), (4, None));
}
