//! The worked examples of the expansion, with their exact numbers.

use edo_rules::Phase;

use super::game::{accepted, leaves, refused};
use super::position::{laid_out, position, seat, space};

#[test]
fn edo_ex_18_a_temple_on_a_river_space() {
    let text = "3 players jiin; green at V1; green has 2 wood 1 rice; green does A1 build with 1";
    let game = leaves(text, "green: build temple V1", "green", "1 points");
    let cost = |colour: &str, from: &str, to: &str| {
        game.state.way_cost(seat(colour), space(from), space(to))
    };
    assert_eq!(cost("green", "C1", "EDO"), Some(0));
    assert_eq!(cost("green", "C2", "C1"), Some(2));
    assert_eq!(cost("red", "C2", "C1"), Some(4));
    assert_eq!(cost("red", "C1", "EDO"), Some(2));
}

#[test]
fn edo_ex_19_the_porcelain_is_delivered() {
    let text = "3 players tokken; demands D07 D12 D01 next D09; privileges Q06 Q10 Q03 next Q01;
        merchant C1; blue at C1; blue has 12 ryo 1 stone; blue does A2 trade with 1";
    let game = leaves(text, "blue: fulfil 3", "blue", "2 ryo, 1 points");
    assert_eq!(game.privileges_of("blue"), "Q03");
    assert_eq!(game.demands(), "D09 D07 D12 none");
    assert_eq!(game.privileges(), "Q06 Q10 Q01 none");
}

#[test]
fn edo_ex_20_the_glassware_is_delivered() {
    let text = "3 players tokken; demands D07 D12 D01 next D09; privileges Q06 Q10 Q03 next Q01;
        blue has 12 ryo; blue does A2 travel with 1";
    let game = leaves(text, "blue: fulfil 1", "blue", "1 points");
    assert_eq!(game.privileges_of("blue"), "Q06");
    assert_eq!(game.demands(), "D09 D12 D01 none");
    assert_eq!(game.privileges(), "Q10 Q03 Q01 none");
}

#[test]
fn edo_ex_21_no_privilege_is_left() {
    let text = "3 players tokken; demands D07 D06 D01 next D09; privileges Q02 none none next none;
        blue has 11 ryo; blue does A2 travel with 1";
    let game = leaves(text, "blue: fulfil 2", "blue", "1 points");
    assert_eq!(
        (game.demands().as_str(), game.privileges().as_str()),
        ("D09 D07 D01 none", "Q02 none none none")
    );
    assert_eq!(game.privileges_of("blue"), "");
}

#[test]
fn edo_ex_22_a_prestige_site_turns_the_income() {
    let text = "3 players tokken; C2 pays 6; C2: red blue; green owns Q01; green at C2;
        green has 4 ryo 2 wood 1 stone; green does A1 build with 1";
    assert_eq!(position(text).income("C2"), [4, 2, 0]);
    let game = accepted(text, "green: build house C2 first");
    assert_eq!((game.sites("C2").as_str(), game.income("C2")), ("green red blue", vec![2, 1, 3]));
}

#[test]
fn edo_ex_23_two_points_by_the_trading_privilege() {
    let text = "3 players tokken; current T04; top T02; merchant C1; C1: blue+; blue at C1;
        blue owns Q05; blue has 19 ryo 3 rice; blue does A2 trade with 1";
    leaves(text, "blue: point; blue: point top", "blue", "6 ryo, 2 points");
    let without = text.replace("C1: blue+; ", "");
    let game = leaves(&without, "blue: point top", "blue", "10 ryo, 3 rice, 1 points");
    assert_eq!(game.active(), "green");
}

#[test]
fn edo_ex_24_full_production_in_a_crowd() {
    let text = "3 players tokken ronin; ronin R1 W1 S1; red at R1; blue at R1 R1; red owns Q12;
        red has 0 ryo; red does A3 harvest with 1";
    leaves(text, "red: produce R1", "red", "1 rice");
    leaves(text, "red: produce R1 full", "red", "4 rice");
}

#[test]
fn edo_ex_25_a_ronin_in_the_forest() {
    let text =
        "3 players ronin; ronin W1 S1 R1; blue at W1; blue has 0 ryo; blue does A1 wood with 1";
    leaves(text, "blue: produce W1", "blue", "2 wood");
}

#[test]
fn edo_ex_26_which_ronin_may_be_selected() {
    let apart = position("3 players ronin; ronin W1 S1 R1; selecting");
    assert_eq!(apart.legal_for("red").len(), 3);
    let mut together = position("3 players ronin; ronin W1 W1 W1; selecting");
    together.plays("red: select W1");
    let mut pair = position("3 players ronin; ronin W1 W1 S1; selecting");
    pair.refuses("EDO-9.44", "red: select W1").plays("red: select S1");
}

#[test]
fn edo_ex_27_a_single_ronin_joins_or_not() {
    let select = |tile: u32| {
        let mut game = position("3 players ronin; ronin S1 W1 W1; selecting");
        game.plays("red: select S1").draws(&[tile]);
        game
    };
    assert_eq!(select(1).ronin(), "W1 W1 W1");
    assert_eq!(select(2).ronin(), "W1 W1 S2");
    let city = select(3);
    let choices: Vec<String> = city.legal_for("red").iter().map(|a| a.to_string()).collect();
    assert_eq!(choices, ["Kawagoe", "Mito", "Odawara"].map(|c| format!("send the Ronin to {c}")));
}

#[test]
fn edo_ex_28_three_together_and_one_has_to_leave() {
    let mut game = position("3 players ronin; ronin W1 W1 W1; selecting");
    game.plays("red: select W1").draws(&[1]);
    assert_eq!(game.ronin(), "W1 W1 W2");
}

#[test]
fn edo_ex_29_a_dispersal_in_the_city() {
    let text = "3 players ronin; ronin C2 C2 R1; blue at S1 W1 B2; blue has 1 ryo;
        blue does A2 travel with 1";
    let mut game = accepted(text, "blue: move S1 C2; blue: disperse C2");
    game.plays("blue: gather W1; blue: gather B2");
    assert_eq!((game.holds("blue").as_str(), game.at("blue").as_str()), ("nothing", "C2 C2 C2"));
    // Rice: the Ronin on R1 has to be joined. City: none stands in one now.
    game.draws(&[0]);
    assert_eq!((game.ronin().as_str(), game.sides()), ("C2 R1 R1", 6));
    game.draws(&[2]).refuses("EDO-9.47", "blue: send C2");
    assert!(game.allows("blue: send C1") && game.allows("blue: send C3"));
    game.plays("blue: send C3");
    assert_eq!(game.ronin(), "C3 R1 R1");
    assert_eq!(game.state.player(seat("blue")).ronin_tokens, 1);
}

#[test]
fn edo_ex_30_three_against_three_is_not_enough() {
    let text = "3 players ronin; ronin C1 C1 C1; blue at C1 C2 C3; blue does A2 travel with 1";
    let gather = "blue: disperse C1; blue: gather C2; blue: gather C3";
    let game = accepted(text, gather);
    assert!(game.tells("the Ronin stay") && game.active() == "green");
    assert_eq!((game.at("blue").as_str(), game.ronin().as_str()), ("C1 C1 C1", "C1 C1 C1"));
    let game = accepted(&text.replace("blue at C1", "blue at C1 C1"), gather);
    assert_eq!(game.state.player(seat("blue")).ronin_tokens, 2);
}

#[test]
fn edo_ex_31_one_two_and_three_ronin_in_a_city() {
    let text = |ronin: &str| {
        format!(
            "3 players tokken ronin; ronin {ronin}; C1 pays 7; C1: red blue; red owns Q06;
             red at C1; red has 4 ryo 2 wood 1 stone; red does A1 build with 1"
        )
    };
    accepted(&text("C1 W1 S1"), "red: build house C1");
    refused("EDO-9.50", &text("C1 C1 S1"), "red: build house C1");
    assert_eq!(position(&text("C1 C1 S1")).income("C1"), [4, 3, 0]);
    assert_eq!(position(&text("C1 C1 C1")).income("C1"), [0, 0, 0]);
    refused("EDO-9.50", &text("C1 C1 C1"), "red: income C1");
}

#[test]
fn edo_ex_32_two_players_with_neutral_samurai() {
    let text =
        "2 players ronin; ronin W1 S1 W2; red at R1; red has 0 ryo; red does A3 harvest with 1";
    leaves(text, "red: produce R1", "red", "3 rice");
    leaves(&text.replace("W1 S1 W2", "W1 S1 R1"), "red: produce R1", "red", "2 rice");
}

#[test]
fn edo_ex_33_five_players_start() {
    let mut game = laid_out("5 players");
    assert!(game.state.cities.iter().all(|city| city.profit.is_some()));
    game.plays("red: take K1; blue: take K2; green: take K3; yellow: take K4; purple: take K5");
    game.plays(
        "purple: start C1; yellow: start C2; green: start C3; blue: start C4; red: start C5",
    );
    assert!(matches!(game.state.phase, Phase::Plan(_)));
    let open = game.state.open_spaces();
    assert_eq!(open.iter().filter(|space| space.kind().good().is_some()).count(), 9);
    let taken = game.state.players.iter().filter(|player| player.package.is_some()).count();
    assert_eq!(taken, 5);
}

#[test]
fn edo_ex_34_thirteen_illegal_moves() {
    let rich = "red has 40 ryo 9 rice 9 wood 9 stone";
    let build = |players: &str, at: &str| {
        format!("{players}; C1: blue+; red at {at}; {rich}; red does A1 build with 1")
    };
    refused("EDO-6.13", &build("3 players", "EDO"), "red: build post EDO");
    refused("EDO-6.13", &build("3 players", "C1"), "red: build post C1");
    refused("EDO-6.13", &build("2 players", "C3"), "red: build house C3");
    refused("EDO-9.9", &build("3 players jiin", "C1"), "red: build temple C1");
    refused("EDO-9.9", &build("3 players jiin", "B1"), "red: build temple B1");
    let temple = build("3 players jiin; blue temple V1", "V1");
    refused("EDO-9.9", &temple, "red: build temple V1");
    refused("EDO-6.5", "3 players; red at R1 W1; red does A1 wood with 1", "red: produce R1");
    let trade = "3 players tokken; red owns Q07; merchant C1; red at C2; red has 9 ryo;
        red does A2 trade with 1";
    refused("EDO-7.2", trade, "red: buy 1");
    refused("EDO-6.7", "3 players; red at C1; red does A2 travel with 0 1", "red: place B1");
    let mut game =
        position("3 players ronin; ronin W1 S1 R1; red at W1 S1; red does A2 travel with 2");
    game.plays("red: disperse W1; red: face").refuses("EDO-9.54", "red: disperse S1");
    let prestige = build("3 players tokken; red owns Q01", "C2");
    refused("EDO-9.26", &prestige, "red: build post C2 first");
    let blue = "3 players; red at C1; blue has 9 ryo; blue does A1 money with 0";
    refused("EDO-5.10", blue, "blue: move C1 V1");
    let three = "red: lay 1 A1 wood; red: add 1 own; red: add 1 own; red: add 1 own";
    refused("EDO-5.3", "3 players", three);
    let twice = "3 players; red owns S1; red has 9 ryo; red does A3 buy with 1";
    refused("EDO-6.16", twice, "red: card S1");
    refused("EDO-5.2", "3 players", "red: lay 1 A1 wood; red: lay 2 A1 money");
}

#[test]
fn edo_ex_35_support_for_five_officials() {
    let mut game = position("2 players tokken; blue owns Q03; blue at C1; start blue");
    game.plays("blue: lay 1 A2 stone; blue: add 1 black; blue: add 1 own");
    game.refuses("EDO-5.3", "blue: add 1 own");
    game.plays("blue: lay 2 A1 money; blue: add 2 own; blue: add 2 own; blue: lay 3 A3 travel");
    game.plays("blue: add 3 own; blue: seal");
    game.plays("red: lay 1 A1 money; red: lay 2 A2 stone; red: lay 3 A3 travel; red: seal");
    let shown = game.state.player(seat("blue")).shown[0].expect("revealed");
    assert_eq!(shown.officials.total(), 2);
    game.plays("blue: stay");
    assert!(game.tells("1 black official leaves Seat 2."));
    assert_eq!(game.privileges_of("blue"), "");
}

#[test]
fn edo_ex_36_a_plan_half_revealed() {
    let mut game = position("2 players");
    game.plays("red: lay 1 A1 money; red: add 1 own; red: lay 2 A2 stone; red: add 2 own");
    game.plays("red: lay 3 A3 travel; red: seal; blue: lay 1 A1 money; blue: lay 2 A2 stone");
    game.plays("blue: lay 3 A3 travel; blue: seal; red: collect");
    let red = game.state.player(seat("red"));
    assert!(red.shown[0].is_some() && red.shown[1].is_none() && red.shown[2].is_none());
    // What blue may see: the first slot, and that five officials are at home.
    assert_eq!((red.officials(), red.plan.len()), (5, 2));
}
