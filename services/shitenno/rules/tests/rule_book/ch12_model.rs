//! The model of state and actions.

use kit_rules::Rules;
use shitenno_rules::{Action, Element, Event, Inconsistent, LotName, Mode, Shitenno, Troop};

use super::game::accepted;
use super::position::{card, fresh, position, province};

#[test]
fn shi_12_1_the_steps_of_a_payment_are_secret_and_those_of_a_division_are_not() {
    let (lot, element) = (LotName::A, Element::Koku);
    let aim = Action::Aim { province: province("kanto"), mode: Mode::Koku };
    let exchange = Action::ApplyExchange { from: element, to: Element::Troop(Troop::Bushi) };
    let (pay, joker) = (Action::PayCard(card("Sa")), Action::UseJoker(card("Sa")));
    for action in [aim, pay, joker, exchange, Action::ApplyPlusOne(element), Action::TakeBack] {
        assert!(Shitenno::is_secret(&action), "{action}");
        assert_eq!(Shitenno::is_retraction(&action), action == Action::TakeBack, "{action}");
    }
    let laid = Action::LayCard { lot, card: card("Sa") };
    for action in [laid, Action::Control, Action::Offer, Action::EndTurn, Action::UseDraw] {
        assert!(!Shitenno::is_secret(&action) && !Shitenno::is_retraction(&action), "{action}");
    }
    for action in [Action::ReturnTile { lot }, Action::ReturnCard { lot, card: card("Sa") }] {
        assert!(!Shitenno::is_secret(&action) && Shitenno::is_retraction(&action), "{action}");
    }
}

#[test]
fn shi_12_2_equal_cards_are_one_choice() {
    let text = "honda daimyo, sakai shomyo, ii sensei; stock Sa Sa Sa Bu K1 K1";
    let cards = |action: &&Action| matches!(action, Action::LayCard { .. });
    assert_eq!(position(text).legal_for("honda").iter().filter(cards).count(), 3);
}

#[test]
fn shi_12_4_without_draw_tiles_the_deck_is_empty_in_division_8_5_or_4() {
    for (seats, left, division) in [(2, 30, 8), (3, 28, 5), (4, 26, 4)] {
        let mut game = fresh(seats, "");
        while game.state.round == 0 {
            game.draws(&[0]);
        }
        assert_eq!(game.state.troop_deck.count, left);
        let mut short = None;
        while short.is_none() {
            game.settles().divides_somehow();
            // The cards that were dealt are discarded, so that the deck comes back.
            for player in &mut game.state.players {
                for card in core::mem::take(&mut player.hand).iter() {
                    let koku = card.is_koku();
                    let pile =
                        if koku { &mut game.state.spent_koku } else { &mut game.state.discard };
                    pile.put(card);
                }
            }
            game.everyone_passes().settles();
            let refilled = |event: &Event| matches!(event, Event::DeckRefilled { .. });
            short = game.events.iter().any(refilled).then_some(game.state.round);
        }
        assert_eq!(short, Some(division));
    }
}

#[test]
fn shi_12_5_a_played_position_is_consistent_and_says_what_is_not() {
    let mut game = fresh(3, "");
    game.settles();
    assert_eq!(game.state.check(), Ok(()));
    let mut broken = game.state.clone();
    broken.players[0].hand.put(card("Sa"));
    assert_eq!(broken.check(), Err(Inconsistent::Cards { card: card("Sa") }));
    let mut broken = game.state.clone();
    broken.players[1].supply -= 1;
    assert_eq!(broken.check(), Err(Inconsistent::Supply { seat: game.seat("sakakibara") }));
    let mut broken = game.state.clone();
    broken.provinces[0].top = None;
    assert!(matches!(broken.check(), Err(Inconsistent::Gate { .. })));
}

#[test]
fn shi_12_3_a_payment_without_any_card_is_listed() {
    let text = "honda hatamoto, ii sensei; turn honda; honda owns +1 +1; chugoku shows Sa/D";
    let game = accepted(text, "honda: aim chugoku troops");
    let jokers = game.legal_for("honda");
    assert_eq!(jokers, [Action::UseJoker(card("Sa")), Action::TakeBack]);
}
