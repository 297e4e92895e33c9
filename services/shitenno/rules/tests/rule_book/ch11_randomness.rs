//! Randomness: what is drawn, and among how many.

use kit_rules::{Pending, Refusal, Rules, Step, take};
use shitenno_rules::{Shitenno, Tile, Troop};

use super::position::{bonus, fresh, position};

#[test]
fn shi_11_1_every_tile_can_turn_up_as_often_as_it_lies_there() {
    let mut faces = [0; 4];
    for value in 0..24 {
        let mut game = fresh(2, "");
        game.draws(&[value]);
        let top = game.state.provinces[0].top.expect("it was turned up");
        faces[top.face.index()] += 1;
    }
    assert_eq!(faces, [6; 4]);
    let mut game = fresh(2, "");
    let answer = take::<Shitenno>(&mut game.state, &Step::Drawn(24), &mut game.events);
    assert_eq!(answer, Err(Refusal::NoSuchDraw));
}

#[test]
fn shi_11_2_every_troop_card_can_be_drawn_as_often_as_it_is_there() {
    let mut singles = 0;
    for value in 0..34 {
        let mut game = position("honda daimyo, ii sensei; turn honda; honda owns D");
        game.plays("honda: draw").draws(&[value]);
        singles += usize::from(game.state.players[0].hand.iter().all(|card| card.is_single()));
    }
    assert_eq!(singles, 24);
}

#[test]
fn shi_11_3_every_koku_card_can_be_drawn_as_often_as_it_is_there() {
    let mut values = [0; 3];
    for value in 0..24 {
        let mut game = position("honda daimyo, ii sensei; turn ii; deck ");
        game.plays("ii: end");
        assert_eq!(game.sides(), 24);
        game.draws(&[value]);
        let card = game.state.stock.nth(0).expect("a card was drawn");
        values[usize::from(card.koku()) - 1] += 1;
    }
    assert_eq!(values, [12, 8, 4]);
}

#[test]
fn shi_11_4_every_title_can_be_the_first() {
    let titles = [0, 1, 2, 3].map(|value| {
        let mut game = fresh(4, "");
        for _ in 0..8 {
            game.draws(&[0]);
        }
        game.draws(&[value]);
        game.title("honda")
    });
    assert_eq!(titles, ["hatamoto", "sensei", "shomyo", "daimyo"]);
}

#[test]
fn shi_11_5_first_hands_come_from_the_troop_deck() {
    let mut game = fresh(2, "");
    for _ in 0..10 {
        game.draws(&[0]);
    }
    assert_eq!(game.sides(), 34);
    game.draws(&[33]).draws(&[0]);
    assert_eq!(game.hand("honda"), "Sa So+Sh");
}

#[test]
fn shi_11_6_a_division_draws_from_both_decks() {
    let mut game =
        position("honda daimyo, ii sensei; turn ii; deck Sa Bu So Sh Sa+Bu; koku left 22");
    game.plays("ii: end");
    let mut asked = Vec::new();
    while let Pending::Draw { sides } = Shitenno::pending(&game.state) {
        asked.push(sides.get());
        game.draws(&[0]);
    }
    assert_eq!(asked, [5, 4, 3, 2, 22, 21]);
}

#[test]
fn shi_11_7_a_refilled_deck_is_drawn_like_any_other() {
    let mut game =
        position("honda daimyo, ii sensei; turn honda; honda owns D; deck ; discard So Sa Bu");
    game.plays("honda: draw");
    assert_eq!(game.sides(), 3);
}

#[test]
fn shi_11_8_a_draw_tile_draws_among_all_cards_of_the_deck() {
    let mut game = position("honda daimyo, ii sensei; turn honda; honda owns D; deck So Sa Sa");
    game.plays("honda: draw");
    assert_eq!(game.sides(), 3);
    game.draws(&[2]);
    assert_eq!(game.hand("honda"), "So");
}

#[test]
fn shi_11_1_a_hidden_bonus_is_drawn_among_those_of_its_face() {
    let mut game = fresh(2, "option hidden_bonus");
    assert_eq!(game.sides(), 24);
    game.draws(&[0]);
    // The tile stays among the unseen ones, and is not drawn again.
    assert_eq!((game.sides(), game.state.unseen_tiles.total()), (23, 24));
    let mut game = position(
        "honda daimyo, ii sensei; option hidden_bonus; turn honda; honda holds K3;
         chubu shows Bu/?",
    );
    game.plays("honda: control chubu koku: K3");
    assert_eq!(game.sides(), 6);
    game.draws(&[5]);
    assert_eq!(game.tiles("honda"), "D");
    let tile = Tile { face: Troop::Bushi, bonus: bonus("D") };
    assert_eq!(game.state.unseen_tiles.count(tile), 1);
}
