//! The model of state and actions.

use kit_rules::{Pending, Rules, Step, take};
use samurai_rules::{Action, Exchange, Inconsistent, Phase, Samurai, TileSet};

use super::game::accepted;
use super::position::{fresh, position, seat};

#[test]
fn sam_15_1_a_played_position_is_consistent() {
    let mut game = fresh("2 players; option random_figures");
    game.chooses_hands().draws_all();
    game.state.check().unwrap();
    let mut broken = game.state.clone();
    broken.players[0].hand = TileSet::ALL;
    assert_eq!(broken.check(), Err(Inconsistent::Tiles { seat: seat("red") }));
    let mut broken = game.state.clone();
    broken.set_aside[samurai_rules::Figure::Rice] += 1;
    let figure = samurai_rules::Figure::Rice;
    assert_eq!(broken.check(), Err(Inconsistent::Figures { figure }));
}

#[test]
fn sam_15_2_an_exchange_takes_two_steps_and_stays_open_between_them() {
    let game = accepted("2 players; mito rice; tateyama helmet", "red: pick mito rice");
    let Phase::Play(turn) = game.state.phase else { panic!("red is on turn") };
    assert!(matches!(turn.exchange, Some(Exchange::Figure { .. })));
    let game = accepted("2 players; red rice_2 @ kai", "red: lift kai");
    let Phase::Play(turn) = game.state.phase else { panic!("red is on turn") };
    assert!(matches!(turn.exchange, Some(Exchange::Tile { .. })));
}

#[test]
fn sam_15_2_a_swap_is_symmetric() {
    let text = "2 players; mito rice; tateyama helmet";
    let one = accepted(text, "red: pick mito rice; red: swap tateyama helmet");
    let two = accepted(text, "red: pick tateyama helmet; red: swap mito rice");
    assert_eq!(one.state, two.state);
}

#[test]
fn sam_15_2_nobody_ends_a_turn_or_passes_unasked() {
    let game = position("2 players; red to move; red holds ship_2");
    assert!(!game.legal_for("red").contains(&Action::EndTurn));
    let game = accepted("2 players; red to move; red holds ship_2", "red: ship_2 @ pacific_1");
    assert_eq!(game.legal_for("red"), [Action::EndTurn]);
}

#[test]
fn sam_15_3_actions_after_the_end_are_not_awaited() {
    let text =
        "2 players; only; wakayama rice; mito helmet; himeji buddha; red samurai_2a @ settsu";
    let mut game = accepted(text, "blue: rice_3 @ ise");
    assert!(matches!(Samurai::pending(&game.state), Pending::Over(_)));
    let step = Step::Act { seat: seat("blue"), action: Action::EndTurn };
    assert!(take::<Samurai>(&mut game.state, &step, &mut game.events).is_err());
}
