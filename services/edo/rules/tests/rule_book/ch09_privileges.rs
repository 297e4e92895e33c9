//! Tokken: the six privileges, each at its moment.

use edo_rules::Phase;

use super::game::{accepted, leaves, refused};
use super::position::{position, seat};

#[test]
fn edo_9_26_a_prestige_site_puts_a_house_first() {
    let text = "3 players tokken; red owns Q01; C1: blue green+; red at C1;
        red has 50 ryo 20 wood 20 stone; red does A1 build with 2";
    let game = accepted(text, "red: build house C1 first");
    assert_eq!(
        (game.sites("C1").as_str(), game.privileges_of("red").as_str()),
        ("red blue green+", "")
    );
    assert!(game.holds("red").starts_with("46 ryo, 18 wood, 19 stone, 1 points"));
    refused("EDO-9.26", text, "red: build fortress C1 first");
    refused("EDO-9.26", &text.replace("green+", "green"), "red: build post C1 first");
    refused(
        "EDO-9.26",
        &text.replace("red owns Q01", "blue owns Q01"),
        "red: build house C1 first",
    );
    let full = text.replace("blue green+", "blue blue blue green green green");
    refused("EDO-6.13", &full, "red: build house C1 first");
    let edo = text.replace("C1: blue green+; red at C1", "EDO: blue; red at EDO");
    assert_eq!(accepted(&edo, "red: build house EDO first").sites("EDO"), "red blue");
}

#[test]
fn edo_9_27_support_lends_a_black_official_while_planning() {
    let text = "2 players tokken; red owns Q03 Q04; red at C1 C2 C3";
    let mut game = position(text);
    game.plays("red: lay 1 A1 wood; red: add 1 own; red: add 1 black");
    game.refuses("EDO-5.3", "red: add 1 black");
    game.plays("red: lay 2 A2 travel; red: add 2 black").refuses("EDO-9.27", "red: add 2 black");
    // The tokens stay until all plans are sealed.
    game.plays("red: lay 3 A3 travel; red: seal");
    assert_eq!(game.privileges_of("red"), "Q03 Q04");
    game.plays("blue: lay 1 A1 wood; blue: lay 2 A2 travel; blue: lay 3 A3 travel; blue: seal");
    assert_eq!(game.privileges_of("red"), "");
    assert!(game.tells("Seat 1 has used 2 privileges of support."));
    refused("EDO-9.27", "2 players tokken; blue owns Q03", "red: lay 1 A1 wood; red: add 1 black");
}

#[test]
fn edo_9_28_trading_opens_the_next_card_for_one_official() {
    let text = "3 players tokken; red owns Q05; merchant C1; red at C1; current T04; top T02;
        red has 19 ryo 3 rice; red does S4 trade with 2";
    // Without the own post: one offer, of the other card.
    let mut game = position(text);
    game.plays("red: point top");
    assert_eq!(
        (game.holds("red").as_str(), game.privileges_of("red").as_str()),
        ("10 ryo, 3 rice, 1 points", "")
    );
    game.refuses("EDO-9.28", "red: buy 1 top").plays("red: buy 1");
    // With it: two different offers of the four.
    let post = text.replace("merchant C1", "C1: red+; merchant C1");
    leaves(&post, "red: buy 2 top; red: point top", "red", "4 ryo, 3 rice, 2 stone, 1 points");
    let mut game = position(&post);
    game.plays("red: buy 1 top").refuses("EDO-7.4", "red: buy 1 top").plays("red: buy 1");
    game.refuses("EDO-9.28", "red: point top");
    let last = text.replace("top T02", "top none; round 10");
    refused("EDO-9.28", &last, "red: point top");
    refused("EDO-9.28", &text.replace("red owns Q05", "blue owns Q05"), "red: point top");
}

#[test]
fn edo_9_29_city_income_is_taken_at_once_in_the_own_turn() {
    let text = "3 players tokken ronin; red owns Q06; C1 pays 6; C1: red blue; C2: blue; C2 pays 5;
        ronin W1 S1 R1; red has 0 ryo; red does A1 money with 1";
    leaves(text, "red: income C1", "red", "4 ryo");
    let game = leaves(text, "red: income C1; red: collect", "red", "9 ryo");
    assert_eq!(game.active(), "blue");
    let game = leaves(text, "red: collect; red: income C1", "red", "9 ryo");
    assert_eq!(game.active(), "blue");
    refused("EDO-9.29", text, "red: income C2");
    refused("EDO-9.29", text, "red: income EDO");
    refused("EDO-9.29", text, "red: income V1");
    refused(
        "EDO-9.29",
        &text.replace("red owns Q06", "blue owns Q06; red owns Q07"),
        "red: income C1",
    );
    let held = text.replace("ronin W1 S1 R1", "ronin C1 C1 C1").replace("Q06", "Q06 Q07");
    refused("EDO-9.50", &held, "red: income C1");
    position(text).does_not_await("blue: income C1");
}

#[test]
fn edo_9_30_a_resource_is_taken_in_the_own_turn_or_with_the_wages() {
    let text = "3 players tokken; red owns Q08; red has 0 ryo; red does A1 money with 1";
    leaves(text, "red: good Q08 rice", "red", "1 rice");
    leaves(text, "red: collect; red: good Q08 stone", "red", "5 ryo, 1 stone");
    refused("EDO-9.30", text, "red: good Q08 wood");
    refused("EDO-9.30", &text.replace("Q08", "Q08 Q10"), "red: good Q10 wood");
    let wages = "2 players tokken; wages red; red owns Q08; red at C1; red has 0 ryo";
    leaves(wages, "red: good Q08 rice; red: pay", "red", "nothing");
    let store = "2 players tokken; wages red; red owns Q08; red at C1; red has 9 wood 3 rice";
    let mut game = position(store);
    game.plays("red: pay");
    assert!(matches!(game.state.phase, Phase::Store { .. }));
    // The token itself fills no store, and is of no use there.
    game.refuses("EDO-5.18", "red: good Q08 rice").plays("red: discard wood");
    assert_eq!(game.holds("red"), "2 rice, 8 wood");
}

#[test]
fn edo_9_31_full_production_ignores_all_other_samurai() {
    let text = "3 players tokken; red owns Q10; red at W1 W1; blue at W1 W1; red has 0 ryo;
        red does A1 wood with 2";
    leaves(text, "red: produce W1; red: produce W1", "red", "2 wood");
    leaves(text, "red: produce W1 full; red: produce W1", "red", "4 wood");
    refused("EDO-9.31", text, "red: produce W1 full; red: produce W1 full");
    refused("EDO-9.31", &text.replace("Q10", "Q11"), "red: produce W1 full");
    let bonus = text.replace("A1 wood", "S6 wood");
    leaves(&bonus, "red: produce W1 full", "red", "4 wood");
}

#[test]
fn edo_9_32_a_black_official_serves_one_slot_and_is_gone() {
    let text = "3 players tokken; red at C1; red has 5 ryo; red does A2 travel with 0 0 1";
    refused("EDO-6.7", text, "red: place B1");
    let game = accepted(text, "red: forfeit");
    assert!(game.tells("1 black official leaves Seat 1."));
    let shown = game.state.player(seat("red")).shown[0].expect("revealed");
    assert_eq!(shown.officials.black, 0);
}

#[test]
fn edo_9_33_the_own_turn_is_from_the_reveal_to_the_last_official() {
    let text = "3 players tokken; red owns Q07 Q08 Q09; red at C1 C2; red has 9 ryo;
        red does A2 travel with 1";
    let mut game = position(text);
    game.plays("red: good Q07 wood; red: move C1 V1; red: stay; red: good Q08 rice");
    game.plays("red: travel V1 C1; red: good Q09 rice; red: travel C2 V2");
    assert_eq!((game.holds("red").as_str(), game.active()), ("8 ryo, 2 rice, 1 wood", "blue"));
    position("2 players tokken; red owns Q07").refuses("EDO-5.1", "red: good Q07 wood");
}

#[test]
fn edo_9_33_a_trade_stays_open_for_an_income_that_could_pay() {
    let text = "3 players tokken; C1: red+; C1 pays 6; merchant C1; red at C1; current T04;
        red owns Q06; red has 4 ryo 3 rice; red does A2 trade with 1";
    let mut game = accepted(text, "red: point");
    assert!(game.allows("red: income C1") && game.allows("red: close"));
    game.refuses("EDO-7.3", "red: buy 1").plays("red: income C1; red: buy 3");
    assert_eq!((game.holds("red").as_str(), game.active()), ("3 wood, 1 points", "blue"));
    // Whoever declines keeps the privilege, and the trade is over.
    let mut game = accepted(text, "red: point; red: close; red: income C1");
    assert_eq!((game.holds("red").as_str(), game.active()), ("6 ryo, 1 points", "blue"));
    game.does_not_await("red: buy 1");
    // Not for one that pays nothing of it, nor where it can't be taken.
    let barred = text.replace("tokken;", "tokken ronin; ronin C1 C1 C1;");
    for other in [text.replace("Q06", "Q08"), barred] {
        assert!(!accepted(&other, "red: point").allows("red: close"), "{other}");
    }
}

#[test]
fn edo_9_33_a_trade_stays_open_for_resources_that_could_pay() {
    let text = "3 players tokken; C1: red+; merchant C1; red at C1; current T06; red owns Q08 Q09;
        red has 2 ryo 1 stone; red does A2 trade with 1";
    // Two rice and two stone: only stone of the one and rice of the other will do.
    let pays = "red: buy 1; red: good Q08 stone; red: good Q09 rice; red: point";
    assert_eq!(leaves(text, pays, "red", "1 points").active(), "blue");
    let mut game = accepted(text, "red: buy 1; red: good Q09 wood");
    assert!(!game.allows("red: close"), "nothing pays for the stone and the rice any more");
    game.plays("red: good Q08 rice");
    assert_eq!((game.holds("red").as_str(), game.active()), ("2 rice, 1 wood, 1 stone", "blue"));
    let short = text.replace("1 stone", "0 stone");
    assert!(!accepted(&short, "red: buy 1").allows("red: close"));
}

#[test]
fn edo_9_33_privileges_serve_while_ronin_are_dispersed() {
    let text = "3 players tokken ronin; ronin C1 C1 S1; C1: red blue; C1 pays 6; red owns Q06 Q07;
        red at S1 C2; red has 0 ryo; red does A2 travel with 1";
    let mut game = accepted(text, "red: disperse S1; red: good Q07 stone; red: gather C2");
    // City: the Ronin has to join the two in C1, and would bar the income.
    game.draws(&[3]);
    assert!(game.allows("red: send C1"));
    game.plays("red: income C1");
    assert_eq!((game.ronin().as_str(), game.active()), ("C1 C1 C1", "blue"));
    assert_eq!(game.holds("red"), "4 ryo, 1 stone");
    let mut late = accepted(text, "red: disperse S1; red: gather C2");
    late.draws(&[3]).plays("red: send C1").refuses("EDO-9.50", "red: income C1");
    // Without an income to be taken nobody is asked.
    let mut forced = accepted(&text.replace("Q06 Q07", "Q07"), "red: disperse S1; red: gather C2");
    assert_eq!(forced.draws(&[3]).ronin(), "C1 C1 C1");
}

#[test]
fn edo_9_34_a_privilege_may_serve_in_the_turn_that_brought_it() {
    let text = "3 players tokken; demands D11 D12 D13 next D14; privileges Q06 Q01 Q03 next Q02;
        EDO: blue; red at EDO; red has 4 ryo 2 wood 5 stone; red does A1 build with 2";
    let mut game = accepted(text, "red: fulfil 2");
    game.draws_all().plays("red: build house EDO first");
    assert_eq!((game.sites("EDO").as_str(), game.holds("red").as_str()), ("red blue", "2 points"));
    let text = "3 players tokken; demands D11 D12 D13 next D14; privileges Q01 Q06 Q03 next Q02;
        EDO: red; EDO pays 8; red at EDO; red has 4 stone; red does A1 build with 1";
    let mut game = accepted(text, "red: fulfil 2");
    game.draws_all().plays("red: income EDO");
    assert_eq!(game.holds("red"), "8 ryo, 1 points");
}
