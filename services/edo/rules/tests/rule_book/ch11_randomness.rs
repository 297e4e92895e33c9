//! Randomness: what chance decides, and nothing else.

use edo_rules::Phase;

use super::game::accepted;
use super::position::{fresh, laid_out, position};

/// The sides of all draws of a layout, in order.
fn layout(text: &str) -> Vec<u32> {
    let mut game = fresh(text);
    let mut sides = Vec::new();
    while game.sides() > 0 {
        sides.push(game.sides());
        game.draws(&[0]);
    }
    assert_eq!(game.state.phase, Phase::Positions { taken: 0 });
    sides
}

#[test]
fn edo_11_1_every_draw_is_even_among_what_is_left() {
    assert_eq!(layout("2 players"), [2, 3, 9, 8, 10, 9]);
    let all = layout("4 players tokken ronin");
    assert_eq!(all[..8], [4, 3, 9, 8, 7, 6, 10, 9]);
    assert_eq!(all[8..16], [15, 14, 13, 12, 11, 10, 12, 9]);
    assert_eq!(all[16..], [2, 2, 2]);
    // Tiles of a round come out of a full bag, those of a dispersal do not.
    let mut game = position("3 players ronin; ronin W1 S1 R1; selecting");
    game.plays("red: select W1");
    assert_eq!(game.sides(), 7);
    let mut game = accepted(
        "3 players ronin; ronin W1 W1 R1; red at W1 W1 W1; red does A2 travel with 1",
        "red: disperse W1",
    );
    game.draws(&[1]);
    assert_eq!(game.sides(), 6);
}

#[test]
fn edo_11_2_without_draws_the_choices_decide_everything() {
    let play = || {
        let mut game = laid_out("2 players");
        game.plays("red: take K1; blue: start C1; blue: take K2; red: start C2");
        game.plans_idly().idles();
        (game.state, game.events)
    };
    assert_eq!(play(), play());
}

#[test]
fn edo_11_3_the_outcomes_of_the_draws_fix_the_layout() {
    let mut one = fresh("3 players tokken ronin");
    let mut two = fresh("3 players tokken ronin");
    while one.sides() > 0 {
        let value = one.sides() - 1;
        one.draws(&[value]);
        two.draws(&[value]);
    }
    assert_eq!(one.state, two.state);
    assert_ne!(one.state, laid_out("3 players tokken ronin").state);
}
