//! Information: who sees what. The server crate holds views against this; here
//! it is what events tell, and what actions depend on.

use kit_rules::{Rules, Seat, Seen};
use shitenno_rules::{Cards, Event, Shitenno};

use super::game::accepted;
use super::position::{cards, fresh, position};

const TURN: &str = "honda sensei, ii hatamoto; turn honda; honda holds Sa Sa; chugoku shows Sa/D";

#[test]
fn shi_10_1a_what_one_may_do_does_not_depend_on_the_hands_of_others() {
    let (one, two) = (position(TURN), position(&format!("{TURN}; ii holds Sa Bu+So K3")));
    assert_eq!(one.legal_for("honda"), two.legal_for("honda"));
}

#[test]
fn shi_10_1b_a_dealt_hand_is_told_with_its_number_and_its_cards_apart() {
    let mut game = fresh(2, "");
    game.settles();
    let dealt = game.events.iter().find(|event| matches!(event, Event::HandDealt { .. }));
    let dealt = dealt.expect("a hand");
    assert_eq!(Shitenno::seen(dealt, Seat::new(1)), Seen::Whole);
    for other in [Seat::new(2), None] {
        let counted = Seen::Part("Seat 1 draws 2 cards.".to_owned());
        assert_eq!(Shitenno::seen(dealt, other), counted);
    }
}

#[test]
fn shi_6_11_nobody_else_notices_how_a_payment_is_put_together() {
    let text = "honda daimyo, ii sensei; turn honda; honda holds Sh Sh So; chubu shows So/D";
    let mut game = position(text);
    game.plays("honda: aim chubu troops; honda: pay Sh; honda: back; honda: back");
    assert_eq!(game.events.len(), 4, "{:?}", game.report());
    for event in &game.events {
        assert_eq!(Shitenno::seen(event, Seat::new(1)), Seen::Whole);
        assert_eq!(Shitenno::seen(event, Seat::new(2)), Seen::Nothing);
        assert_eq!(Shitenno::seen(event, None), Seen::Nothing);
    }
}

#[test]
fn shi_10_1c_lots_and_answers_are_told_to_everyone() {
    let game = accepted(
        "honda daimyo, sakai sensei, ii hatamoto; stock Sa Bu K1",
        "honda: form 3: Sa K1; sakai: refuse; ii: accept",
    );
    let told = game.report();
    for line in [
        "Seat 1 offers the Shōmyō with Samurai and Koku 1.",
        "Seat 2 refuses.",
        "Seat 3 accepts the Shōmyō with Samurai and Koku 1.",
    ] {
        assert!(told.contains(&line.to_owned()), "{told:?}");
    }
}

#[test]
fn shi_10_1d_titles_and_tiles_are_in_the_open() {
    let text = "honda daimyo, ii sensei; turn honda; honda holds K3; chubu shows Sa/+1";
    let game = accepted(text, "honda: control chubu koku: K3");
    assert!(game.report().contains(&"Seat 1 takes a +1 tile from Chūbu.".to_owned()));
}

#[test]
fn shi_10_1e_a_kamon_is_told_with_its_place_and_points() {
    let text = "honda daimyo, ii sensei; turn honda; honda holds K3";
    let game = accepted(text, "honda: control chubu koku: K3");
    let told = "Seat 1, the Daimyō, controls position 1 of Chūbu with Koku 3: \
        3 points and 2 for the title.";
    assert!(game.report().contains(&told.to_owned()), "{:?}", game.report());
}

#[test]
fn shi_10_1f_the_face_of_an_upper_tile_is_known_to_all() {
    for option in ["", "option hidden_bonus"] {
        let mut game = fresh(2, option);
        game.draws(&[0]);
        let told = game.report();
        assert!(told[0].starts_with("On the gate of Chūgoku lies a Samurai tile"), "{told:?}");
    }
}

#[test]
fn shi_10_1g_lower_tiles_are_one_pile_that_nothing_depends_on() {
    let one = position(TURN);
    let mut two = position(TURN);
    two.state.unseen_tiles = shitenno_rules::Tiles::EMPTY;
    assert_eq!(one.legal_for("honda"), two.legal_for("honda"));
}

#[test]
fn shi_10_1h_decks_have_no_order() {
    let mut game = position("honda daimyo, ii sensei; turn honda; honda owns D; deck Sa Bu");
    game.plays("honda: draw");
    let mut other = super::game::Game {
        state: game.state.clone(),
        events: Vec::new(),
        names: game.names.clone(),
    };
    game.draws_card("Sa");
    other.draws_card("Bu");
    assert_eq!((game.hand("honda"), other.hand("honda")), ("Sa".into(), "Bu".into()));
}

#[test]
fn shi_10_1i_the_number_of_cards_left_is_known() {
    let mut game = position("honda daimyo, ii sensei; turn honda; honda owns D; deck Sa Bu");
    game.state.troop_deck.cards = Cards::EMPTY;
    assert!(game.allows("honda: draw"));
    game.state.troop_deck.count = 0;
    assert!(!game.allows("honda: draw"));
}

#[test]
fn shi_10_1j_the_discarded_troops_are_in_the_open() {
    let game = accepted(
        "honda daimyo, ii sensei; turn honda; honda holds Sh Sh So; chubu shows So/D",
        "honda: control chubu troops: Sh Sh So",
    );
    assert_eq!(game.state.discard, cards("So Sh Sh"));
}

#[test]
fn shi_10_1k_spent_koku_and_used_tiles_are_in_the_open() {
    let game = accepted(
        "honda daimyo, ii sensei; turn honda; honda holds K2; honda owns +1",
        "honda: control chubu koku: K2, +1 koku",
    );
    assert_eq!(game.state.spent_koku, cards("K2"));
    assert_eq!(game.state.used_tiles.counts(), &[0, 1, 0]);
}

#[test]
fn shi_10_1l_a_drawn_card_is_told_to_its_owner_only() {
    let mut game = position("honda daimyo, ii sensei; turn honda; honda owns D; deck Sa Bu");
    game.plays("honda: draw").draws_card("Sa");
    let event = *game.events.last().expect("a card was drawn");
    assert_eq!(event.to_string(), "Seat 1 draws Samurai.");
    assert!(Shitenno::reveals(&event));
    assert_eq!(Shitenno::seen(&event, Seat::new(1)), Seen::Whole);
    for other in [Seat::new(2), None] {
        let counted = Seen::Part("Seat 1 draws a troop card.".to_owned());
        assert_eq!(Shitenno::seen(&event, other), counted);
    }
}

#[test]
fn shi_10_2_the_bonus_of_an_upper_tile_is_known() {
    let mut game = fresh(2, "");
    game.turns_up("Bu/X");
    assert_eq!(game.report(), ["On the gate of Chūgoku lies a Bushi tile, exchange below."]);
}

#[test]
fn shi_10_3_hands_stay_hidden_even_where_they_could_be_counted() {
    let game = accepted(
        "honda daimyo, ii sensei; stock Sa K3",
        "honda: split A4: K3 | B3: Sa; ii: choose A",
    );
    assert_eq!(game.hand("ii"), "K3");
    assert!(game.state.players.iter().all(|player| player.shown_hand.is_empty()));
}
