//! The ten actions.

use super::game::acting;

fn build(kind: &str, rest: &str) -> (String, u8) {
    let game = acting(&format!(
        "3 players; red chests 3; actions build_{kind}; red plans build_{kind} kaga; {rest}"
    ));
    (game.stands("kaga"), game.chests("red"))
}

#[test]
fn sho_7_1_building_takes_chests_a_town_and_a_new_kind() {
    assert_eq!(build("castle", "red kaga 1; red chests 2"), ("red 1".into(), 2));
    assert_eq!(build("castle", "red kaga 1 castle"), ("red 1 castle".into(), 3));
    let full = acting(
        "3 players; red mino 1 temple; red chests 3; actions build_castle;
         red plans build_castle mino",
    );
    assert!(full.told("Seat 3 skips \"build castle\" in Mino: no town is free."));
    assert_eq!(full.chests("red"), 3);
}

#[test]
fn sho_7_2_building_is_paid_and_forced() {
    assert_eq!(build("castle", "red kaga 1"), ("red 1 castle".into(), 0));
    assert_eq!(build("temple", "red kaga 1 castle"), ("red 1 castle temple".into(), 1));
    assert_eq!(
        build("theatre", "red kaga 1 castle temple"),
        ("red 1 castle temple theatre".into(), 2)
    );
}

#[test]
fn sho_7_3_a_theatre_calms_under_its_event() {
    assert_eq!(build("theatre", "red kaga 1 !2; event E01").0, "red 1 theatre !1");
    assert_eq!(build("theatre", "red kaga 1; event E01").0, "red 1 theatre");
    assert_eq!(build("temple", "red kaga 1 !2; event E01").0, "red 1 temple !2");
}

#[test]
fn sho_7_4_rice_first_then_the_revolt_then_the_marker() {
    let text = "3 players; red kaga 3; actions collect_rice; red plans collect_rice kaga";
    let game = acting(text);
    assert_eq!((game.rice("red"), game.stands("kaga").as_str()), (5, "red 3 !1"));
    let mut game = acting(&text.replace("red kaga 3", "red kaga 3 !2"));
    assert_eq!((game.rice("red"), game.thrown().as_str()), (5, "red 3 farmers 2"));
    game.comes_out("red 3 farmers 1");
    assert_eq!(game.stands("kaga"), "red 2 !3");
}

#[test]
fn sho_7_5_the_rice_stays_and_no_marker_follows_a_loss() {
    let mut game =
        acting("3 players; red kaga 3 !1; actions collect_rice; red plans collect_rice kaga");
    assert_eq!(game.thrown(), "red 3 farmers 1");
    game.comes_out("red 1 farmers 1");
    assert_eq!((game.rice("red"), game.stands("kaga").as_str()), (5, "neutral"));
    assert!(!game.told("Kaga now has 1 revolt marker."));
}

#[test]
fn sho_7_6_taxes_work_like_rice() {
    let text = "3 players; red kaga 3; red chests 1; actions collect_taxes;
        red plans collect_taxes kaga";
    let game = acting(text);
    assert_eq!((game.chests("red"), game.stands("kaga").as_str()), (5, "red 3 !1"));
    let mut game = acting(&text.replace("red kaga 3", "red kaga 3 !1"));
    game.comes_out("red 2 farmers 3");
    assert_eq!((game.chests("red"), game.stands("kaga").as_str()), (5, "neutral"));
}

fn deploy(order: &str, rest: &str) -> (String, u8) {
    let game = acting(&format!(
        "3 players; blue kaga 1; actions {order}; blue plans {order} kaga; {rest}"
    ));
    (game.stands("kaga"), game.chests("blue"))
}

#[test]
fn sho_7_7_recruits_need_chests_and_cubes() {
    assert_eq!(deploy("deploy_5", "blue chests 2"), ("blue 1".into(), 2));
    assert_eq!(deploy("deploy_3", "blue chests 1"), ("blue 1".into(), 1));
    assert_eq!(deploy("deploy_3", "blue supply 2"), ("blue 1".into(), 18));
    // Under the event two are enough.
    assert_eq!(deploy("deploy_3", "blue supply 2; event E12"), ("blue 3".into(), 16));
}

#[test]
fn sho_7_8_recruits_are_paid_and_forced() {
    assert_eq!(deploy("deploy_5", "blue chests 3"), ("blue 6".into(), 0));
    assert_eq!(deploy("deploy_3", "blue chests 3"), ("blue 4".into(), 1));
    assert_eq!(deploy("deploy_5", "blue chests 3; event E12"), ("blue 4".into(), 0));
}

#[test]
fn sho_7_9_the_recruit_card_places_six() {
    let card = "display recruit rice taxes attack defence";
    assert_eq!(deploy("deploy_5", card), ("blue 7".into(), 15));
    assert_eq!(deploy("deploy_3", card), ("blue 4".into(), 16));
    assert_eq!(deploy("deploy_5", &format!("{card}; blue supply 5")), ("blue 6".into(), 15));
    assert_eq!(deploy("deploy_5", &format!("{card}; blue supply 4")), ("blue 1".into(), 18));
}

#[test]
fn sho_7_10_one_army_for_one_chest() {
    assert_eq!(deploy("deploy_1_move", "blue chests 1"), ("blue 2".into(), 0));
    assert_eq!(deploy("deploy_1_move", "blue chests 0; blue noto 1"), ("blue 1".into(), 0));
    let game = acting(
        "3 players; blue kaga 5; blue noto 1; blue chests 0; actions deploy_1_move;
         blue plans deploy_1_move kaga",
    );
    assert!(game.awaits().is_empty(), "without the army there is no move either");
}

#[test]
fn sho_7_11_then_armies_may_move_to_one_own_neighbour() {
    let text = "3 players; blue kaga 1; blue noto 1; actions deploy_1_move;
        blue plans deploy_1_move kaga";
    let mut game = acting(text);
    // The army that was just placed moves.
    game.plays("blue: to noto");
    assert_eq!((game.stands("kaga").as_str(), game.stands("noto").as_str()), ("blue 1", "blue 2"));
    let mut game = acting(text);
    game.plays("blue: stay");
    assert_eq!((game.stands("kaga").as_str(), game.stands("noto").as_str()), ("blue 2", "blue 1"));
}

#[test]
fn sho_7_12_a_move_goes_nowhere_else() {
    let mut game = acting(
        "3 players; blue kaga 3; blue noto 1; red hida 1; actions deploy_1_move;
         blue plans deploy_1_move kaga",
    );
    assert_eq!(game.targets("blue"), ["noto"]);
    game.refuses("SHO-7.12", "blue: to hida").refuses("SHO-7.12", "blue: to etchu");
    game.refuses("SHO-2.2", "blue: to echigo").refuses("SHO-7.15", "blue: to omi");
    game.plays("blue: to noto").refuses("SHO-7.12", "blue: with 4");
    game.refuses("SHO-7.15", "blue: to noto").plays("blue: with 3");
    assert_eq!((game.stands("kaga").as_str(), game.stands("noto").as_str()), ("blue 1", "blue 4"));
}

#[test]
fn sho_7_13_the_two_combats_are_separate() {
    let mut game = acting(
        "3 players; blue kaga 3; blue mino 3; actions combat_move_a combat_move_b;
         blue plans combat_move_a kaga; blue plans combat_move_b mino",
    );
    game.plays("blue: stay").draws(&[0]);
    assert_eq!(game.awaits(), ["blue"]);
    assert!(game.targets("blue").contains(&"owari"));
    game.plays("blue: stay");
}

#[test]
fn sho_7_14_combat_needs_two_armies_and_a_target() {
    let text = "3 players; blue shima 1; actions combat_move_a; blue plans combat_move_a shima";
    let game = acting(text);
    assert!(game.told("Seat 1 skips \"combat A\" in Shima: no army can leave."));
    let closed = "red ise 1 temple; red izu 1 temple; event E06";
    let game = acting(&format!("{}; {closed}", text.replace("shima 1", "shima 4")));
    assert!(game.told("Seat 1 skips \"combat A\" in Shima: there is nowhere to go."));
}

#[test]
fn sho_7_15_a_neighbour_and_at_most_all_but_one() {
    let mut game =
        acting("3 players; blue kaga 4; actions combat_move_a; blue plans combat_move_a kaga");
    game.refuses("SHO-7.15", "blue: to omi").refuses("SHO-7.15", "blue: with 2");
    game.plays("blue: to noto").refuses("SHO-7.15", "blue: with 4");
    game.refuses("SHO-7.15", "blue: with 0").refuses("SHO-7.15", "blue: stay");
    game.plays("blue: reconsider; blue: to hida; blue: with 3");
    assert_eq!(game.stands("kaga"), "blue 1");
}

#[test]
fn sho_7_16_a_march_into_an_own_province_is_no_battle() {
    let mut game = acting(
        "3 players; blue kaga 4; blue noto 1; tray red 2; actions combat_move_a;
         blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 2");
    assert_eq!((game.stands("noto").as_str(), game.tray().as_str()), ("blue 3", "red 2"));
}

#[test]
fn sho_7_17_a_foreign_province_is_attacked() {
    let mut game = acting(
        "3 players; blue kaga 4; red noto 2; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 2");
    assert_eq!(game.thrown(), "blue 2 red 2");
    assert!(game.told("Seat 1 attacks Noto from Kaga with 2 armies; it belongs to Seat 3."));
}

#[test]
fn sho_7_18_a_neutral_province_is_attacked() {
    let mut game =
        acting("3 players; blue kaga 4; actions combat_move_a; blue plans combat_move_a kaga");
    game.plays("blue: to noto; blue: with 2");
    assert!(game.told("Seat 1 attacks Noto from Kaga with 2 armies; it is neutral."));
    assert_eq!(game.thrown(), "blue 2 farmers 1");
}

#[test]
fn sho_7_19_the_target_is_chosen_when_the_order_comes_up() {
    // What red conquered before is among the targets as red's.
    let mut game = acting(
        "3 players; blue kaga 4; red etchu 4; order red blue; actions combat_move_a;
         red plans combat_move_a etchu; blue plans combat_move_a kaga",
    );
    game.plays("red: to noto; red: with 3").comes_out("red 3 farmers 1");
    assert_eq!((game.stands("noto").as_str(), game.awaits()), ("red 2", vec!["blue"]));
    game.plays("blue: to noto; blue: with 3");
    assert_eq!(game.thrown(), "blue 3 red 2");
}

#[test]
fn sho_7_20_a_province_may_be_attacked_again_and_again() {
    let mut game = acting(
        "3 players; blue kaga 4; yellow etchu 4; red noto 3; actions combat_move_a;
         blue plans combat_move_a kaga; yellow plans combat_move_a etchu",
    );
    game.plays("blue: to noto; blue: with 3").comes_out("blue 1 red 3");
    assert_eq!(game.stands("noto"), "red 2");
    game.plays("yellow: to noto; yellow: with 3").comes_out("yellow 3 red 1");
    assert_eq!(game.stands("noto"), "yellow 2");
}
