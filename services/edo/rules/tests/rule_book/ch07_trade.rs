//! The merchant, his offers, and the trading post.

use edo_rules::TradingCard;

use super::game::{accepted, leaves, refused};
use super::position::position;

const TRADE: &str = "merchant C1; red at C1; current T04; red has 10 ryo 3 rice";

#[test]
fn edo_6_14_trade_uses_the_offers_of_the_current_card() {
    let text = format!("3 players; {TRADE}; red does A2 trade with 1");
    leaves(&text, "red: buy 1", "red", "8 ryo, 3 rice, 1 wood");
}

#[test]
fn edo_7_1_everybody_may_move_the_one_merchant_for_money() {
    let text = "3 players; merchant C1; red has 4 ryo; red does A2 travel with 0";
    let game = leaves(text, "red: move merchant EDO", "red", "2 ryo");
    assert_eq!(game.state.merchant.id(), "EDO");
    let text = "3 players; merchant C1; blue has 4 ryo; blue does A1 money with 0";
    leaves(text, "blue: move merchant W1", "blue", "3 ryo");
}

#[test]
fn edo_7_2_an_own_samurai_has_to_stand_with_the_merchant() {
    let text = format!("3 players; {TRADE}; red does S4 trade with 2");
    leaves(&text, "red: buy 1; red: buy 2", "red", "4 ryo, 3 rice, 3 wood");
    let apart = text.replace("red at C1", "red at C2; blue at C1; red has 9 ryo");
    let mut game = position(&apart.replace("3 players", "3 players tokken; red owns Q07"));
    game.refuses("EDO-7.2", "red: buy 1").refuses("EDO-7.2", "red: point");
}

#[test]
fn edo_7_3_an_official_buys_some_units_or_one_point() {
    let text = format!("3 players; {TRADE}; red does A2 trade with 1");
    leaves(&text, "red: buy 3", "red", "4 ryo, 3 rice, 3 wood");
    let game = leaves(&text, "red: point", "red", "6 ryo, 1 points");
    assert_eq!(game.active(), "blue");
    refused("EDO-7.3", &text, "red: buy 4");
    refused("EDO-7.3", &text, "red: buy 0");
    let poor = text.replace("10 ryo", "3 ryo");
    refused("EDO-7.3", &poor, "red: buy 2");
    refused("EDO-7.3", &poor, "red: point");
}

#[test]
fn edo_7_4_with_the_own_trading_post_an_official_uses_both_offers() {
    let text = format!("3 players; C1: red+; {TRADE}; red does S4 trade with 2");
    leaves(&text, "red: point; red: buy 3", "red", "3 wood, 1 points");
    let mut game = position(&text);
    game.plays("red: buy 1").refuses("EDO-7.4", "red: buy 1");
    game.plays("red: close; red: buy 2");
    // Goods of the first offer pay for the second.
    let text = "3 players; C1: red+; merchant C1; red at C1; current T06; red has 4 ryo 2 stone;
        red does A2 trade with 1";
    leaves(text, "red: buy 2; red: point", "red", "1 points");
}

#[test]
fn edo_7_5_anothers_trading_post_is_of_no_use() {
    let text = format!("3 players; C1: blue+; C2: red+; {TRADE}; red does S4 trade with 2");
    let mut game = position(&text);
    // The first trade ends with its one offer, so the next is another official's.
    game.plays("red: point");
    assert_eq!((game.holds("red").as_str(), game.active()), ("6 ryo, 1 points", "red"));
    game.plays("red: buy 3");
    assert_eq!(game.active(), "blue");
}

#[test]
fn edo_7_6_the_current_card_serves_everybody_for_the_whole_round() {
    let mut game = accepted(
        &format!("2 players; {TRADE}; blue at C1; blue has 5 ryo; red does A2 trade with 1"),
        "red: buy 1",
    );
    assert_eq!(game.state.trade.current.map(TradingCard::id), Some("T04"));
    let text = format!("2 players; {TRADE}; blue at C1; blue has 5 ryo; blue does A2 trade with 1");
    let after = accepted(&text, "blue: buy 1");
    assert_eq!((after.holds("blue").as_str(), game.sides()), ("3 ryo, 1 wood", 0));
    game.plays("blue: stay");
}

#[test]
fn edo_7_7_the_ten_cards_offer_what_the_list_says() {
    let offers: Vec<String> = TradingCard::all().map(|card| card.to_string()).collect();
    let expected = [
        "up to 2 wood at 2 Ryo each, or a point for 3 stone",
        "up to 2 stone at 3 Ryo each, or a point for 9 Ryo",
        "up to 3 rice at 1 Ryo each, or a point for 2 Ryo, 2 wood and 1 stone",
        "up to 3 wood at 2 Ryo each, or a point for 4 Ryo and 3 rice",
        "up to 3 stone at 3 Ryo each, or a point for 4 wood",
        "up to 3 rice at 2 Ryo each, or a point for 2 rice and 2 stone",
        "up to 3 wood at 1 Ryo each, or a point for 6 Ryo and 1 stone",
        "up to 2 stone at 2 Ryo each, or a point for 2 Ryo, 2 rice and 2 wood",
        "up to 2 rice at 1 Ryo each, or a point for 3 Ryo, 1 rice, 1 wood and 1 stone",
        "up to 2 stone at 4 Ryo each, or a point for 2 Ryo and 3 wood",
    ];
    assert_eq!(offers, expected);
}
