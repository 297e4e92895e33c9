//! The turns of a round: reveal, movement, officials.

use edo_rules::{Event, Phase, TurnStep};

use super::game::{accepted, leaves, refused};
use super::position::{position, seat};

#[test]
fn edo_5_7_slot_by_slot_each_player_takes_a_turn() {
    let mut game = position("3 players; start blue");
    game.plans_idly().idles();
    let turns: Vec<(u8, u32)> = game
        .events
        .iter()
        .filter_map(|event| match event {
            Event::SlotRevealed { seat, slot, .. } => Some((*slot, seat.number())),
            _ => None,
        })
        .collect();
    let expected = [(0, 2), (0, 3), (0, 1), (1, 2), (1, 3), (1, 1), (2, 2), (2, 3), (2, 1)];
    assert_eq!(turns, expected);
    position("3 players; red does A1 money with 1").does_not_await("blue: collect");
}

#[test]
fn edo_5_8_a_turn_is_reveal_then_movement_then_officials() {
    let text = "3 players; red has 5 ryo; red at C1; red does A1 money with 1";
    let mut game = position(text);
    let red = game.state.player(seat("red"));
    assert!(red.shown[0].is_some() && red.plan.on(0).is_none() && red.plan.on(1).is_some());
    // The movement has to end before an official works, and is over then.
    game.plays("red: move C1 V1; red: stay").refuses("EDO-5.8", "red: move V1 C1");
    let mut game = position(text);
    game.refuses("EDO-5.8", "red: end");
    game.plays("red: collect");
    assert_eq!(game.holds("red"), "10 ryo");
}

#[test]
fn edo_5_9_each_figure_moves_once_and_any_distance() {
    let text = "3 players; red has 9 ryo; red at C1 B1; red does A1 money with 0";
    let mut game = position(text);
    game.plays("red: move C1 C3; red: move B1 Y1; red: move merchant C1");
    assert_eq!((game.at("red").as_str(), game.holds("red").as_str()), ("Y1 C3", "2 ryo"));
    let text = "3 players; red has 9 ryo; red at C1 B1; red does A1 money with 0";
    refused("EDO-5.9", text, "red: move C1 V1; red: move V1 C1");
    refused("EDO-5.9", text, "red: move merchant V1; red: move merchant C1");
    refused("EDO-5.9", text, "red: move C2 V2");
    refused("EDO-5.9", text, "red: move C1 C1");
    // Two samurai on one space both move.
    let two = text.replace("C1 B1", "C1 C1");
    assert_eq!(accepted(&two, "red: move C1 V1; red: move C1 R2").at("red"), "V1 R2");
}

#[test]
fn edo_5_10_nobody_moves_anothers_samurai_or_ronin() {
    let text = "3 players ronin; ronin W1 S1 R1; red has 9 ryo; red at C1; blue at C2;
        red does A2 travel with 1";
    refused("EDO-5.10", text, "red: move C2 V2");
    refused("EDO-5.10", text, "red: move W1 C1");
    refused("EDO-5.10", text, "red: travel C2 V2");
}

#[test]
fn edo_5_11_the_whole_way_has_to_be_paid() {
    let text = "3 players; red has 2 ryo; red at C1; red does A1 money with 0";
    refused("EDO-5.11", text, "red: move C1 C2");
    leaves(text, "red: move C1 EDO", "red", "nothing");
    refused("EDO-5.11", text, "red: move C1 V1; red: move merchant C1");
}

#[test]
fn edo_5_12_officials_work_one_after_the_other() {
    let text = "3 players; red has 9 ryo; red at C1 C2 C3; red does A2 travel with 2 1";
    let mut game = position(text);
    game.plays("red: travel C1 C2").refuses("EDO-5.12", "red: place B1");
    game.refuses("EDO-5.12", "red: end").plays("red: halt; red: forfeit");
    game.refuses("EDO-5.12", "red: collect").refuses("EDO-5.12", "red: halt");
    game.refuses("EDO-5.12", "red: end").refuses("EDO-5.8", "red: move C2 C1");
    game.plays("red: place B1");
    assert_eq!(game.active(), "blue");
}

#[test]
fn edo_5_12_a_privilege_in_the_middle_does_not_finish_an_official() {
    let text = "3 players tokken; C1: red; red owns Q06; red at C1 C2; red does A2 travel with 2";
    let mut game = position(text);
    game.plays("red: travel C1 C3; red: income C1").refuses("EDO-5.12", "red: place B1");
    game.plays("red: halt; red: place B1");
    assert_eq!((game.at("red").as_str(), game.active()), ("C2 C3 B1", "blue"));
    let text = "3 players tokken; red owns Q07; red does A1 money with 1";
    refused("EDO-5.12", text, "red: collect; red: collect");
}

#[test]
fn edo_5_13_used_officials_stay_on_the_card_unless_they_leave_it() {
    let text = "3 players tokken; red owns Q07; red does A3 travel with 1 1";
    let game = accepted(text, "red: forfeit; red: place B1");
    let shown = game.state.player(seat("red")).shown[0].expect("revealed");
    assert_eq!((shown.officials.own, shown.officials.white), (0, 1));
    let Phase::Turn(turn) = game.state.phase else { panic!("the turn waits for a privilege") };
    assert_eq!((turn.step, turn.officials.total()), (TurnStep::Finishing, 0));
}
