//! The expansion as a whole, its fifth player, and the temples of Jiin.

use edo_rules::{Edo, Options, Violation};
use kit_rules::{Rules, SeatCount, Violation as _};

use super::game::{accepted, leaves, refused};
use super::position::{laid_out, position, seat};

const TEMPLE: &str = "red has 4 wood 2 rice; red does A1 build with 2";

#[test]
fn edo_9_1_modules_are_played_alone_and_in_any_combination() {
    for modules in [
        "",
        "jiin",
        "tokken",
        "ronin",
        "jiin tokken",
        "jiin ronin",
        "tokken ronin",
        "jiin tokken ronin",
    ] {
        for players in 2..=5 {
            let game = laid_out(&format!("{players} players {modules}"));
            assert_eq!(game.active(), "red");
            assert_eq!(game.state.ronin.is_empty(), !modules.contains("ronin"));
            assert_eq!(game.demands().contains("none"), !modules.contains("tokken"));
        }
    }
    // Without its module nothing of it can be done.
    refused("EDO-9.7", &format!("2 players; red at V1; {TEMPLE}"), "red: build temple V1");
    let travel = "2 players; red at C1; red has 20 ryo; red does A2 travel with 1";
    refused("EDO-9.13", travel, "red: fulfil 1");
    refused("EDO-9.40", travel, "red: disperse W1");
}

#[test]
fn edo_9_2_two_to_five_play_with_three_switches() {
    let names: Vec<&str> = Edo::FACTS.options.iter().map(|option| option.name).collect();
    assert_eq!(names, ["jiin", "tokken", "ronin"]);
    assert!(Edo::FACTS.options.iter().all(|option| option.default == "false"));
    for players in [1, 6] {
        let seats = SeatCount::new(players).expect("a table can have them");
        let refusal = Edo::setup(&Options::default(), seats, &mut Vec::new());
        assert_eq!(refusal, Err(Violation::TableSize));
    }
    assert_eq!(Violation::TableSize.rule(), "EDO-9.2");
}

#[test]
fn edo_9_3_the_fifth_player_has_a_colour_but_adds_nothing_common() {
    let (four, five) = (laid_out("4 players"), laid_out("5 players"));
    let purple = seat("purple");
    let player = five.state.player(purple);
    assert_eq!((player.officials(), player.cards.len(), player.ryo), (5, 3, 10));
    assert_eq!((five.state.houses_left(purple), five.state.posts_left(purple)), (7, 1));
    assert_eq!(four.state.whites_left(), five.state.whites_left());
    assert_eq!(four.state.fortresses_left(), five.state.fortresses_left());
    assert_eq!(four.state.trade.pile, five.state.trade.pile);
}

#[test]
fn edo_9_4_five_play_by_the_same_rules() {
    let mut game = position("5 players");
    game.plans_idly().idles();
    assert_eq!((game.state.round, game.state.start_seat), (2, Some(seat("blue"))));
}

#[test]
fn edo_9_5_everyone_has_three_temples() {
    let rich = "red at V1 V2 V3 Y1; red has 8 wood 4 rice";
    let three = "red: build temple V1; red: build temple V2; red: build temple V3";
    let text = format!("3 players jiin; {rich}; red does S2 build with 1 2");
    let game = accepted(&text, three);
    assert_eq!(game.state.player(seat("red")).temples_left(), 0);
}

#[test]
fn edo_9_6_a_temple_stays() {
    let text = format!("3 players jiin; red at V1; {TEMPLE}");
    let mut game = accepted(&text, "red: build temple V1");
    game.idles();
    assert_eq!(
        game.state.player(seat("red")).temples.iter().map(|s| s.id()).collect::<Vec<_>>(),
        ["V1"]
    );
}

#[test]
fn edo_9_7_temples_belong_to_the_module() {
    assert_eq!(laid_out("3 players jiin").state.player(seat("red")).temples_left(), 3);
    refused("EDO-9.7", &format!("3 players; red at V1; {TEMPLE}"), "red: build temple V1");
}

#[test]
fn edo_9_8_a_temple_costs_two_wood_and_one_rice_and_scores_one() {
    for place in ["W1", "S1", "R1", "V1", "Y1"] {
        let text = format!("3 players jiin; red at {place}; {TEMPLE}");
        leaves(&text, &format!("red: build temple {place}"), "red", "1 rice, 2 wood, 1 points");
    }
    let text = format!("3 players jiin; red at V1; blue at V2; {TEMPLE}");
    refused("EDO-9.8", &text, "red: build temple V2");
    let poor = "3 players jiin tokken; red owns Q07; red at V1; red has 2 wood;
        red does A1 build with 1";
    refused("EDO-9.8", poor, "red: build temple V1");
}

#[test]
fn edo_9_9_a_temple_stands_alone_and_outside_of_cities() {
    let text = format!("3 players jiin; blue temple V1; red at V1 EDO C1; {TEMPLE}");
    for place in ["V1", "EDO", "C1", "B1"] {
        refused("EDO-9.9", &text, &format!("red: build temple {place}"));
    }
    let text = format!("2 players jiin; red at W2; {TEMPLE}");
    refused("EDO-9.9", &text, "red: build temple W2");
}

#[test]
fn edo_9_10_roads_at_the_own_temple_are_free_for_samurai_and_merchant() {
    let text = "3 players jiin; red temple V1; red has 2 ryo; red at C1; red does A1 money with 0";
    leaves(text, "red: move C1 EDO; red: move merchant C1", "red", "2 ryo");
    // The other roads of the way cost as usual.
    leaves(text, "red: move C1 V2", "red", "1 ryo");
    // Without any money free roads are still open.
    let poor = text.replace("2 ryo", "0 ryo");
    leaves(&poor, "red: move C1 V1", "red", "nothing");
    refused("EDO-5.11", &poor, "red: move C1 W1");
}

#[test]
fn edo_9_11_anothers_temple_has_no_effect() {
    let text = "3 players jiin; blue temple V1; red has 2 ryo; red at C1; red does A1 money with 0";
    leaves(text, "red: move C1 EDO", "red", "nothing");
}

#[test]
fn edo_9_12_temples_have_no_weight_and_ronin_do_not_hinder_them() {
    let text = format!("3 players jiin ronin; ronin W1 W1 W1; red at W1; {TEMPLE}");
    let game = accepted(&text, "red: build temple W1");
    let red = seat("red");
    assert_eq!(
        game.state.way_cost(red, super::position::space("C1"), super::position::space("Y1")),
        Some(0)
    );
    let game = position("3 players jiin; red temple V1 W1; C1: blue; C1 pays 5");
    assert_eq!(game.income("C1"), [0, 5, 0]);
}
