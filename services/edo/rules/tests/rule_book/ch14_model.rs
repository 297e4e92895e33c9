//! Granularity of the model: data, decisions, paths and refills.

use edo_rules::{Action, Phase};

use super::game::accepted;
use super::position::{laid_out, position, seat, space};

#[test]
fn edo_14_2_a_start_is_one_choice_of_a_package_or_a_city() {
    let game = laid_out("3 players");
    let listed = game.legal_for("red");
    assert_eq!(listed.len(), 5 + 3);
    assert!(listed.iter().all(|a| matches!(a, Action::TakePackage(_) | Action::TakeCity(_))));
}

#[test]
fn edo_14_3_a_ronin_is_selected_and_sent_and_forced_answers_are_given() {
    let mut game = position("3 players ronin; ronin W1 S1 R1; selecting");
    game.plays("red: select W1").draws(&[1]);
    // Wood: only W2 is left, so nobody is asked.
    assert_eq!(game.ronin(), "W2 S1 R1");
    assert!(matches!(game.state.phase, Phase::Plan(_)));
    // An open tile: kind and space are one choice among nine.
    let mut game = position("3 players ronin; ronin W1 S1 R1; selecting");
    game.plays("red: select W1").draws(&[4]);
    assert_eq!(game.legal_for("red").len(), 3 + 1 + 1 + 1);
}

#[test]
fn edo_14_4_a_plan_says_how_many_officials_of_each_kind_stand_on_a_slot() {
    let mut game = position("2 players tokken; red owns Q03; red has 1 whites");
    game.plays("red: lay 2 A2 travel; red: add 2 own; red: add 2 white; red: add 2 black");
    let planned = game.state.player(seat("red")).plan.on(1).expect("a card");
    let officials = planned.officials;
    assert_eq!((officials.own, officials.white, officials.black), (1, 1, 1));
}

#[test]
fn edo_14_5_every_list_stays_short() {
    let text = "5 players tokken ronin; ronin W1 S1 R1; red at C1 C2 C3 C4 C5; red has 60 ryo;
        red does S3 travel with 0 4";
    let mut game = position(text);
    let moves = game.legal_for("red").len();
    assert_eq!(moves, 6 * 27 + 1);
    game.plays("red: stay");
    let journeys = 5 * 27;
    let fulfilments = (1..=3).filter(|c| game.allows(&format!("red: fulfil {c}"))).count();
    assert_eq!(game.legal_for("red").len(), journeys + 3 + fulfilments + 1);
}

#[test]
fn edo_14_6_wages_go_one_by_one() {
    let mut game = position("2 players; wages red; red at C1 C2; red has 2 rice");
    assert_eq!(game.legal_for("red").len(), 3);
    game.plays("red: home C1");
    assert_eq!(game.legal_for("red").len(), 2);
}

#[test]
fn edo_14_7_only_the_cost_and_the_end_of_a_way_matter() {
    let game = position("3 players jiin; red temple Y1 Y2");
    let cost = |from: &str, to: &str| game.state.way_cost(seat("red"), space(from), space(to));
    // From temple to temple by way of Edo, without a single paid road.
    assert_eq!(cost("W1", "R1"), Some(0));
    assert_eq!(cost("C1", "R1"), Some(1));
    assert_eq!(cost("C1", "C3"), Some(2));
}

#[test]
fn edo_14_8_a_demand_without_privilege_leaves_the_privileges_alone() {
    let text = "3 players tokken; demands D06 D07 D08 next D09; privileges none Q02 Q03 next Q04;
        red has 12 ryo; red does A2 travel with 1";
    let game = accepted(text, "red: fulfil 1");
    assert_eq!(game.privileges(), "none Q02 Q03 Q04");
    let text = "3 players tokken; demands D06 D07 D08 next none; privileges Q01 Q02 Q03 next Q04;
        red has 12 ryo; red does A2 travel with 1";
    let game = accepted(text, "red: fulfil 2");
    assert_eq!(game.demands(), "none D06 D08 none");
}
