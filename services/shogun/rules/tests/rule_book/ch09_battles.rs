//! Battles.

use shogun_rules::FARMERS;

use super::game::{Game, acting};

/// Blue attacks Noto of red with four of five armies.
fn attack(noto: &str, rest: &str, out: &str) -> Game {
    let mut game = acting(&format!(
        "4 players; blue kaga 5; {noto}; actions combat_move_a; blue plans combat_move_a kaga;
         {rest}"
    ));
    game.plays("blue: to noto; blue: with 4").comes_out(out);
    game
}

/// What stands in Noto, what is left in the tray, and how much the supplies of
/// blue, red and the farmers have grown since the throw.
fn result(noto: &str, out: &str) -> (String, String, [i16; 3]) {
    let text = format!(
        "4 players; blue kaga 5; {noto}; inside blue 2 red 4 farmers 5; actions combat_move_a;
         blue plans combat_move_a kaga"
    );
    let mut game = acting(&text);
    game.plays("blue: to noto; blue: with 4");
    let supplies =
        |game: &Game| [game.supply("blue"), game.supply("red"), game.state.farmers].map(i16::from);
    let before = supplies(&game);
    game.comes_out(out);
    let after = supplies(&game);
    (game.stands("noto"), game.tray(), [0, 1, 2].map(|at| after[at] - before[at]))
}

/// Collecting rice in Kaga of red, which has three armies and one marker.
fn revolt(out: &str) -> (String, String, [i16; 2]) {
    let mut game = acting(
        "3 players; red kaga 3 castle !1; inside red 2 farmers 5; actions collect_rice;
         red plans collect_rice kaga",
    );
    let before = [game.supply("red"), game.state.farmers].map(i16::from);
    game.comes_out(out);
    let after = [game.supply("red"), game.state.farmers].map(i16::from);
    (game.stands("kaga"), game.tray(), [0, 1].map(|at| after[at] - before[at]))
}

fn told(stands: &str, tray: &str, supplies: [i16; 3]) -> (String, String, [i16; 3]) {
    (stands.to_string(), tray.to_string(), supplies)
}

#[test]
fn sho_9_1_there_are_five_kinds_of_battle() {
    let kinds = [
        attack("red noto 2", "", "blue 3 red 1").stands("noto"),
        attack("red noto 2 !1", "", "blue 3 red 1 farmers 1").stands("noto"),
        attack("red hida 1", "", "blue 3 farmers 1").stands("noto"),
        revolt("red 3 farmers 1").0,
        winter_revolt("red 3 farmers 1").stands("kaga"),
    ];
    assert_eq!(kinds, ["blue 2", "blue 2 !1", "blue 2", "red 2 castle !2", "red 2"]);
}

#[test]
fn sho_9_2_gather_throw_count_resolve() {
    let mut game = acting(
        "4 players; blue kaga 5; red noto 2; tray yellow 1; actions combat_move_a;
         blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 4");
    // The armies have left the map, and the tray has gone with them.
    assert_eq!((game.stands("noto").as_str(), game.stands("kaga").as_str()), ("red 0", "blue 1"));
    assert_eq!((game.thrown().as_str(), game.tray().as_str()), ("blue 4 yellow 1 red 2", ""));
    game.comes_out("blue 2 red 1 yellow 1");
    assert_eq!((game.stands("noto").as_str(), game.tray().as_str()), ("blue 1", "yellow 1"));
}

#[test]
fn sho_9_3_only_what_lies_in_the_tray_counts() {
    // Two of blue's four got stuck; two old ones of red came out.
    assert_eq!(result("red noto 1", "blue 2 red 3"), told("red 1", "", [2, 2, 0]));
}

#[test]
fn sho_9_4_both_sides_lose_equally_many() {
    assert_eq!(result("red noto 3", "blue 4 red 3"), told("blue 1", "", [3, 3, 0]));
    assert_eq!(result("red noto 3", "blue 1 red 3"), told("red 2", "", [1, 1, 0]));
    assert_eq!(revolt("red 3 farmers 2"), ("red 1 castle !2".into(), String::new(), [2, 2]));
}

#[test]
fn sho_9_5_nobody_holds_back() {
    let mut game = acting(
        "4 players; blue kaga 5; red noto 7; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 3");
    assert_eq!((game.thrown().as_str(), game.stands("kaga").as_str()), ("blue 3 red 7", "blue 2"));
    assert_eq!(game.awaits(), Vec::<&str>::new());
}

#[test]
fn sho_9_6_special_cards_and_castles_add_cubes() {
    let mut game = acting(
        "4 players; display attack rice defence taxes recruit; blue kaga 5; red noto 2 castle;
         event E04; actions combat_move_a; blue plans combat_move_a kaga",
    );
    game.plays("blue: to noto; blue: with 4");
    assert_eq!(game.thrown(), "blue 5 red 4");
}

#[test]
fn sho_9_7_farmers_help_only_where_it_is_calm() {
    assert_eq!(result("red noto 2", "blue 3 red 1 farmers 2"), told("neutral", "", [3, 1, 2]));
    let (stands, tray, supplies) = result("red noto 2 !1", "blue 3 red 1 farmers 2");
    assert_eq!((stands.as_str(), tray.as_str()), ("blue 2 !1", "farmers 2"));
    assert_eq!(supplies, [1, 1, 0]);
}

#[test]
fn sho_9_8_the_attacker_conquers_with_what_is_left() {
    let game = attack("red noto 2 castle theatre !0", "", "blue 4 red 1 farmers 1");
    assert_eq!((game.stands("noto").as_str(), game.tray().as_str()), ("blue 2 castle theatre", ""));
    assert!(game.told("Seat 1 conquers Noto from Seat 3 and keeps 2 armies there."));
    assert_eq!(result("red noto 2", "blue 4 red 1 farmers 1"), told("blue 2", "", [2, 1, 1]));
    assert_eq!(attack("red noto 2 !2", "", "blue 4 red 1").stands("noto"), "blue 3 !2");
}

#[test]
fn sho_9_9_the_defender_loses_farmers_first() {
    assert_eq!(result("red noto 2", "blue 2 red 2 farmers 1"), told("red 1", "", [2, 1, 1]));
    let (stands, tray, supplies) = result("red noto 2", "blue 1 red 2 farmers 3");
    assert_eq!((stands.as_str(), tray.as_str(), supplies), ("red 2", "farmers 2", [1, 0, 1]));
    assert_eq!(result("red noto 2", "red 2"), told("red 2", "", [0, 0, 0]));
}

#[test]
fn sho_9_10_farmers_alone_do_not_hold_a_province() {
    assert_eq!(result("red noto 2", "blue 1 farmers 3"), told("neutral", "", [1, 0, 3]));
    assert_eq!(result("red noto 2", "farmers 1"), told("neutral", "", [0, 0, 1]));
}

#[test]
fn sho_9_11_a_tie_lays_the_province_waste() {
    assert_eq!(result("red noto 2", "blue 2 red 1 farmers 1"), told("neutral", "", [2, 1, 1]));
    assert_eq!(
        result("red noto 2 !1", "blue 2 red 2 farmers 1"),
        told("neutral", "farmers 1", [2, 2, 0])
    );
    let game = attack("red noto 2", "tray yellow 1", "yellow 1");
    assert_eq!((game.stands("noto").as_str(), game.tray().as_str()), ("neutral", "yellow 1"));
}

#[test]
fn sho_9_12_a_neutral_province_has_nothing() {
    let game = attack("red noto 2 castle temple !2", "red plans deploy_5 noto", "blue 2 red 2");
    assert_eq!((game.stands("noto").as_str(), game.stock("castle")), ("neutral", 28));
    assert!(game.state.neutral().contains(super::position::province("noto")));
    assert!(game.face_down("red").is_empty());
    assert!(game.told("Noto is taken off \"deploy 5\" of Seat 3."));
}

#[test]
fn sho_9_13_markers_keep_the_farmers_out() {
    for (out, stands) in
        [("blue 3 red 1 farmers 2", "blue 2 !1"), ("blue 1 red 3 farmers 2", "red 2 !1")]
    {
        let (found, tray, [_, _, farmers]) = result("red noto 2 !1", out);
        assert_eq!((found.as_str(), tray.as_str(), farmers), (stands, "farmers 2", 0));
    }
}

#[test]
fn sho_9_14_the_province_of_origin_is_not_touched() {
    for out in ["blue 4 red 1", "blue 1 red 1", "red 2"] {
        assert_eq!(attack("red noto 2", "", out).stands("kaga"), "blue 1");
    }
}

#[test]
fn sho_9_15_a_conquered_province_can_be_attacked_at_once() {
    let mut game =
        attack("red noto 2", "black etchu 4; black plans combat_move_a etchu", "blue 4 red 1");
    assert_eq!((game.stands("noto").as_str(), game.awaits()), ("blue 3", vec!["black"]));
    game.plays("black: to noto; black: with 3");
    // Black holds the attack card.
    assert_eq!(game.thrown(), "blue 3 black 4");
}

#[test]
fn sho_9_16_farmers_defend_a_neutral_province() {
    let text = "3 players; blue kaga 5; actions combat_move_a; blue plans combat_move_a kaga";
    let mut game = acting(text);
    game.plays("blue: to noto; blue: with 4");
    assert_eq!((game.thrown().as_str(), game.state.farmers), ("blue 4 farmers 1", FARMERS - 1));
    let mut game = acting(&format!("{text}; display attack rice recruit taxes defence; event E03"));
    game.plays("blue: to noto; blue: with 4");
    assert_eq!(game.thrown(), "blue 5 farmers 2");
}

#[test]
fn sho_9_17_more_armies_than_farmers_conquer() {
    assert_eq!(result("red hida 1", "blue 3 farmers 1"), told("blue 2", "", [1, 0, 1]));
    let game = attack("red hida 1", "", "blue 3 farmers 1");
    assert!(!game.state.neutral().contains(super::position::province("noto")));
}

#[test]
fn sho_9_18_otherwise_the_attack_fails() {
    assert_eq!(result("red hida 1", "blue 1 farmers 3"), told("neutral", "farmers 2", [1, 0, 1]));
    assert_eq!(result("red hida 1", "blue 2 farmers 2"), told("neutral", "", [2, 0, 2]));
    let game = attack("red hida 1", "tray yellow 1", "yellow 1");
    assert!(game.told("The attack of Seat 1 fails, and Noto stays neutral."));
}

#[test]
fn sho_9_19_too_few_farmers_all_come() {
    let text = "3 players; blue kaga 5; farmers 1; event E03; actions combat_move_a;
        blue plans combat_move_a kaga";
    let mut game = acting(text);
    game.plays("blue: to noto; blue: with 4");
    assert_eq!((game.thrown().as_str(), game.state.farmers), ("blue 4 farmers 1", 0));
    let game = acting(
        "3 players; blue kaga 5 !3; farmers 2; actions collect_rice; blue plans collect_rice kaga",
    );
    assert_eq!(game.thrown(), "blue 5 farmers 2");
}

#[test]
fn sho_9_20_a_revolt_has_as_many_farmers_as_markers() {
    let game = acting(
        "3 players; red kaga 3 castle !2; display taxes rice defence attack recruit; event E04;
         actions collect_taxes; red plans collect_taxes kaga",
    );
    assert_eq!(game.thrown(), "red 3 farmers 2");
}

#[test]
fn sho_9_21_a_revolt_is_held_with_more_armies() {
    assert_eq!(revolt("red 4 farmers 1"), ("red 3 castle !2".into(), String::new(), [1, 1]));
}

#[test]
fn sho_9_22_a_revolt_is_lost_with_as_many_or_fewer() {
    assert_eq!(revolt("red 2 farmers 2"), ("neutral".into(), String::new(), [2, 2]));
    assert_eq!(revolt("red 1 farmers 3"), ("neutral".into(), "farmers 2".into(), [1, 1]));
    assert_eq!(revolt(""), ("neutral".into(), String::new(), [0, 0]));
}

#[test]
fn sho_9_23_a_winter_revolt_adds_the_farmers_of_the_table() {
    let game = winter_revolt("red 3 farmers 2");
    assert_eq!(game.thrown(), "yellow 1 red 3 farmers 3");
    // Held, and without a new marker; at the end of the year all are gone.
    assert_eq!((game.stands("kaga").as_str(), game.tray().as_str()), ("red 1", "yellow 1"));
    assert_eq!(winter_revolt("red 2 farmers 2").stands("kaga"), "neutral");
}

/// Red lacks one rice, so Kaga with two markers revolts.
fn winter_revolt(out: &str) -> Game {
    let all = "build_castle build_temple build_theatre collect_rice collect_taxes deploy_5
        deploy_3 deploy_1_move combat_move_a combat_move_b";
    let mut game =
        acting(&format!("3 players; red kaga 3 !2; tray yellow 1; season autumn; actions {all}"));
    game.comes_out(&format!("{out} yellow 1"));
    game
}
