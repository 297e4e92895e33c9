//! Chance is a step, and nothing else is random.

use kit_rules::{Pending, Rules, SeatCount, Step, Violation as _};
use samurai_rules::{Options, Samurai};

use super::position::{fresh, position, seat};

fn sides(state: &samurai_rules::State) -> Option<u32> {
    match Samurai::pending(state) {
        Pending::Draw { sides } => Some(sides.get()),
        _ => None,
    }
}

#[test]
fn sam_14_1_start_seat_hands_and_figures_are_drawn_in_this_order() {
    let quick = fresh("2 players; option random_hands; option random_figures").state.options;
    let options = Options { start_seat: None, ..quick };
    let mut game = fresh("2 players");
    let two = SeatCount::new(2).unwrap();
    game.state = Samurai::setup(&options, two, &mut game.events).unwrap();
    let mut asked = Vec::new();
    while let Some(count) = sides(&game.state) {
        asked.push(count);
        game.draws(&[0]);
    }
    assert_eq!(asked[..11], [2, 20, 19, 18, 17, 16, 20, 19, 18, 17, 16]);
    // Three types in two cities, then what is left of it.
    assert_eq!(asked[11], 6);
    assert_eq!(asked.len(), 11 + 18);
}

#[test]
fn sam_14_1_a_refill_draws_by_index_from_a_set() {
    let text = "2 players; red to move; red holds rice_4; red pool ship_2 helmet_3 ship_1a;
        blue holds rice_2";
    for (value, drawn) in [(0, "helmet_3"), (1, "ship_2"), (2, "ship_1a")] {
        let mut game = position(text);
        game.plays("red: rice_4 @ kai; red: end").draws(&[value]);
        let player = game.state.player(seat("red"));
        assert_eq!(player.drawn.iter().next().unwrap().id(), drawn);
    }
}

#[test]
fn sam_14_1_nothing_else_is_drawn() {
    let mut game =
        position("2 players; red to move; red holds rice_4 rice_3 rice_2 ship_2 ship_1a");
    game.plays("red: rice_4 @ kai");
    assert_eq!(sides(&game.state), None);
    let refusal = Samurai::apply(&mut game.state, &Step::Drawn(0), &mut game.events).unwrap_err();
    assert_eq!(refusal.rule(), "SAM-14.1");
}
