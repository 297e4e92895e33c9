//! Carrying out orders.

use shogun_rules::{Card, Order, Phase, Space};

use super::game::{Game, acting};
use super::position::{order, province, seat};

#[test]
fn sho_6_1_cards_are_turned_up_together_and_resolved_in_turn() {
    let mut game = acting(
        "3 players; blue kaga 3; red ise 3; order red blue; actions combat_move_a;
         blue plans combat_move_a kaga; red plans combat_move_a ise",
    );
    assert_eq!(game.awaits(), ["red"]);
    assert!(game.told("Action 1 is \"combat A\": Seat 1 Kaga, Seat 3 Ise."));
    assert!(game.plan("blue", "combat_move_a").is_none());
    game.does_not_await("blue: stay").plays("red: stay");
    assert_eq!(game.awaits(), ["blue"]);
}

#[test]
fn sho_6_2_another_action_card_is_turned_after_each_of_the_first_five() {
    let mut game = acting("3 players; blue kaga 3; actions build_castle");
    for (position, sides) in [(0, 5), (1, 4), (2, 3), (3, 2)] {
        assert_eq!(game.state.phase, Phase::TurnUp { position });
        assert_eq!(game.sides(), sides);
        let known = game.state.action_cards.iter().flatten().count();
        assert_eq!(known, 5 + usize::from(position));
        game.draws(&[0]);
    }
    // The last card needs no draw, and the season is over.
    assert!(game.told("Action 10 will be \"combat B\"."));
    assert_eq!(game.state.phase, Phase::LayOutActions);
}

#[test]
fn sho_6_3_an_empty_space_does_nothing() {
    let game = acting("3 players; blue kaga 3; blue chests 9; actions build_castle");
    assert_eq!((game.stands("kaga").as_str(), game.chests("blue")), ("blue 3", 9));
    assert!(game.told("Action 1 is \"build castle\"."));
}

#[test]
fn sho_6_4_an_order_is_carried_out_whole_or_not_at_all() {
    let text = "3 players; blue kaga 3; blue chests 3; blue supply 4; actions deploy_5;
        blue plans deploy_5 kaga";
    let game = acting(text);
    assert_eq!((game.stands("kaga").as_str(), game.chests("blue")), ("blue 3", 3));
    assert!(game.told("Seat 1 skips \"deploy 5\" in Kaga: too few armies in the supply."));
    // If it is possible nobody is asked.
    let game = acting(&text.replace("supply 4", "supply 5"));
    assert_eq!((game.stands("kaga").as_str(), game.chests("blue")), ("blue 8", 0));
}

#[test]
fn sho_6_5_marching_is_a_permission() {
    let text = "3 players; blue kaga 3; blue noto 1; blue chests 3; actions combat_move_a
        deploy_1_move; blue plans combat_move_a kaga; blue plans deploy_1_move noto";
    let mut game = acting(text);
    game.plays("blue: stay");
    assert_eq!(game.stands("kaga"), "blue 3");
    game.draws(&[0]).plays("blue: stay");
    assert_eq!((game.stands("noto").as_str(), game.chests("blue")), ("blue 2", 2));
    let must = format!("{text}; option combat_move mandatory");
    acting(&must).refuses("SHO-6.5", "blue: stay");
}

#[test]
fn sho_6_6_what_counts_is_the_moment_of_the_order() {
    // The taxes of this season pay the castle.
    let mut game = acting(
        "3 players; blue kaga 3; blue noto 1; blue chests 0; actions collect_taxes build_castle;
         blue plans collect_taxes kaga; blue plans build_castle noto",
    );
    assert_eq!(game.chests("blue"), 5);
    game.draws(&[0]);
    assert_eq!((game.stands("noto").as_str(), game.chests("blue")), ("blue 1 castle", 2));
}

#[test]
fn sho_6_7_a_lost_province_loses_its_order() {
    let text = "3 players; blue kaga 6; red noto 2; red chests 9; actions combat_move_a
        build_castle; blue plans combat_move_a kaga; red plans build_castle noto";
    let mut game = acting(text);
    game.plays("blue: to noto; blue: with 5");
    assert_eq!(game.plan("red", "build_castle").as_deref(), Some("Noto"));
    game.comes_out("blue 5 red 1");
    assert!(game.told("Noto is taken off \"build castle\" of Seat 3."));
    assert!(game.face_down("red").is_empty());
    game.draws(&[0]);
    assert_eq!((game.stands("noto").as_str(), game.chests("red")), ("blue 4", 9));
    // The same happens if nobody has it any more, and to a bid.
    let mut game = acting(&text.replace("red plans build_castle", "red plans bid"));
    game.plays("blue: to noto; blue: with 5").comes_out("blue 2 red 2");
    assert_eq!(game.stands("noto"), "neutral");
    assert!(game.told("Noto is taken off the bid of Seat 3."));
}

#[test]
fn sho_6_7_a_card_that_is_face_up_is_lost_too() {
    let mut game = acting(
        "3 players; blue kaga 6; red noto 4; actions combat_move_a; blue plans combat_move_a kaga;
         red plans combat_move_a noto",
    );
    game.plays("blue: to noto; blue: with 5").comes_out("blue 5 red 1");
    // Red's own order of this very action is gone as well.
    assert!(matches!(game.state.phase, Phase::TurnUp { position: 0 }));
    assert!(game.state.player(seat("red")).face_up.is_empty());
    assert!(game.told("Seat 3 can no longer carry out \"combat A\" in Noto."));
}

#[test]
fn sho_6_7_an_order_that_was_carried_out_is_not_told_as_lost() {
    let lost = |game: &Game| game.report().iter().any(|line| line.contains("no longer"));
    // Red's order came first.
    let mut game = acting(
        "3 players; blue kaga 6; red noto 4; order red blue; actions combat_move_a;
         blue plans combat_move_a kaga; red plans combat_move_a noto",
    );
    game.plays("red: stay; blue: to noto; blue: with 5").comes_out("blue 5 red 1");
    assert!(game.state.player(seat("red")).face_up.is_empty() && !lost(&game));
    // The province goes with the very order that was carried out in it.
    let mut game =
        acting("3 players; blue kaga 2 !1; actions collect_taxes; blue plans collect_taxes kaga");
    game.comes_out("farmers 1");
    assert!(game.stands("kaga") == "neutral" && !lost(&game));
    // A bid orders nothing.
    let mut game = acting(
        "3 players; blue kaga 6; red noto 4; red etchu 2; actions combat_move_a;
         blue plans combat_move_a kaga; red plans combat_move_a etchu",
    );
    let bid = Card::Province(province("noto"));
    game.state.players[seat("red").index()].face_up.put(Space::Bid.index(), bid).expect("free");
    game.plays("blue: to noto; blue: with 5").comes_out("blue 5 red 1");
    assert_eq!(game.awaits(), ["red"]);
    assert!(!lost(&game));
}

#[test]
fn sho_6_8_a_cancelled_order_does_not_come_back() {
    let mut game = acting(
        "3 players; blue kaga 6; red noto 2; red etchu 6; red chests 9;
         actions combat_move_a combat_move_b build_castle; blue plans combat_move_a kaga;
         red plans combat_move_b etchu; red plans build_castle noto",
    );
    game.plays("blue: to noto; blue: with 5").comes_out("blue 3 red 2").draws(&[0]);
    game.plays("red: to noto; red: with 5").comes_out("red 5 blue 1");
    assert_eq!(game.stands("noto"), "red 4");
    game.draws(&[0]);
    assert_eq!(game.state.action_cards[2], Some(order("build_castle")));
    assert_eq!((game.stands("noto").as_str(), game.chests("red")), ("red 4", 9));
    assert_eq!(Order::ALL[0], order("build_castle"));
}
