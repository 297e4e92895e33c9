//! Tokken: the board of demands and privileges, and how demands are met.

use edo_rules::{Demand, DemandKind, Good, Privilege, PrivilegeKind, Task};

use super::game::{accepted, leaves, refused};
use super::position::{fresh, laid_out, position};

const BOARD: &str = "demands D07 D12 D01 next D09; privileges Q06 Q10 Q03 next Q01";

#[test]
fn edo_9_13_there_are_fifteen_demands_and_twelve_privileges() {
    assert_eq!((Demand::COUNT, Privilege::COUNT), (15, 12));
    let of_kind = |kind| Demand::all().filter(|demand| demand.kind() == kind).count();
    let kinds = [DemandKind::Local, DemandKind::Foreign, DemandKind::Palace];
    assert_eq!(kinds.map(of_kind), [5, 5, 5]);
    let text = "3 players; red at C1; red has 20 ryo; red does A2 travel with 1";
    refused("EDO-9.13", text, "red: fulfil 1");
}

#[test]
fn edo_9_14_the_first_tokens_lie_farthest_from_their_stacks() {
    let mut game = fresh("3 players tokken");
    // Start seat, four profit tiles, two trading cards.
    game.draws(&[0; 7]);
    assert_eq!(game.sides(), 15);
    game.draws(&[0, 0, 0]);
    assert_eq!((game.demands().as_str(), game.sides()), ("D03 D02 D01 none", 12));
    game.draws(&[0, 0, 0]);
    assert_eq!((game.privileges().as_str(), game.sides()), ("Q01 Q02 Q03 none", 12));
    game.draws(&[0]);
    assert_eq!(game.sides(), 9);
    game.draws(&[0]);
    assert_eq!(game.demands(), "D03 D02 D01 D04");
    assert_eq!(game.privileges(), "Q01 Q02 Q03 Q04");
}

#[test]
fn edo_9_15_the_tokens_that_come_next_can_not_be_taken() {
    let text = "3 players tokken; demands none none none next D06; red has 20 ryo; red at C1;
        red does A2 travel with 1";
    refused("EDO-9.15", text, "red: fulfil 1");
    refused("EDO-9.15", text, "red: fulfil 4");
    let text = format!("3 players tokken; {BOARD}; red has 20 ryo; red does A2 travel with 1");
    let mut game = accepted(&text, "red: fulfil 1");
    assert_eq!(game.draws_all().privileges_of("red"), "Q06");
}

#[test]
fn edo_9_16_an_official_of_the_named_task_pays_for_a_point_and_the_privilege() {
    let text = format!("3 players tokken; {BOARD}; red has 12 ryo; red does A2 travel with 0 1");
    let game = leaves(&text, "red: fulfil 1", "red", "1 points");
    assert_eq!(game.privileges_of("red"), "Q06");
    refused("EDO-9.16", &text, "red: fulfil 2");
    let black = "3 players tokken; demands D07 D12 D01 next D09; red has 12 ryo;
        red does A2 travel with 0 0 1";
    leaves(black, "red: fulfil 1", "red", "1 points");
}

#[test]
fn edo_9_17_gaps_close_at_once_and_the_next_official_sees_it() {
    let text =
        format!("3 players tokken; {BOARD}; red has 25 ryo 1 stone; red does A2 travel with 2");
    let mut game = accepted(&text, "red: fulfil 1");
    // Demand stack first, then the privilege stack.
    assert_eq!(game.sides(), 11);
    game.draws(&[0]);
    assert_eq!(game.sides(), 8);
    game.draws(&[0]);
    assert_eq!(game.demands(), "D09 D12 D01 D02");
    assert_eq!(game.privileges(), "Q10 Q03 Q01 Q02");
    game.plays("red: fulfil 1").draws_all();
    assert_eq!(
        (game.demands(), game.privileges_of("red")),
        ("D02 D12 D01 D03".into(), "Q06 Q10".into())
    );
}

#[test]
fn edo_9_18_exhausted_stacks_leave_columns_empty() {
    let text = "3 players tokken; demands D06 D07 D08 next none; privileges Q01 Q02 Q03 next none;
        red has 50 ryo; red does A2 travel with 3";
    let mut game = accepted(text, "red: fulfil 3");
    assert_eq!(game.demands(), "none D06 D07 none");
    assert_eq!((game.privileges().as_str(), game.sides()), ("Q01 Q02 none none", 0));
    game.refuses("EDO-9.15", "red: fulfil 1").plays("red: fulfil 3");
    assert_eq!(
        (game.holds("red").as_str(), game.privileges_of("red").as_str()),
        ("26 ryo, 2 points", "Q03")
    );
    assert_eq!(game.privileges(), "Q01 Q02 none none");
}

#[test]
fn edo_9_19_local_demands_cost_both_foreign_ones_ryo_and_those_of_the_palace_goods() {
    for demand in Demand::all() {
        let price = demand.price();
        let goods: u8 = Good::ALL.into_iter().map(|good| price.good(good)).sum();
        let (ryo, goods) = (price.ryo > 0, goods > 0);
        let expected = match demand.kind() {
            DemandKind::Local => (true, true),
            DemandKind::Foreign => (true, false),
            DemandKind::Palace => (false, true),
        };
        assert_eq!((ryo, goods), expected, "{}", demand.id());
    }
    let porcelain = Demand::from_id("D01").expect("a demand");
    assert_eq!(porcelain.price().to_string(), "10 Ryo and 1 stone");
    let prices: Vec<String> = Demand::all().map(|d| d.price().to_string()).skip(5).collect();
    assert_eq!(prices[..5], ["11 Ryo", "12 Ryo", "12 Ryo", "13 Ryo", "14 Ryo"]);
}

#[test]
fn edo_9_20_a_local_demand_needs_a_samurai_with_the_merchant() {
    let text = format!(
        "3 players tokken; {BOARD}; C1: red+; merchant C1; red at C1; current T04;
         red has 20 ryo 1 stone; red does A2 trade with 1"
    );
    // It replaces the whole trade of this official, trading post or not.
    let mut game = leaves(&text, "red: fulfil 3", "red", "10 ryo, 1 points");
    game.draws_all();
    assert_eq!(game.active(), "blue");
    let apart =
        text.replace("merchant C1", "merchant C2").replace("red at", "red owns Q07; red at");
    refused("EDO-7.2", &apart, "red: fulfil 3");
    let begun =
        text.replace("A2 trade with 1", "S4 trade with 2").replace("20 ryo", "20 ryo 3 rice");
    refused("EDO-5.12", &begun, "red: buy 1; red: fulfil 3");
}

#[test]
fn edo_9_21_a_foreign_demand_needs_no_samurai() {
    let text = format!("3 players tokken; {BOARD}; red has 12 ryo; red does A2 travel with 1");
    let game = leaves(&text, "red: fulfil 1", "red", "1 points");
    assert_eq!(game.at("red"), "");
}

#[test]
fn edo_9_22_a_demand_of_the_palace_needs_a_samurai_in_edo_and_no_site() {
    let text = format!(
        "3 players tokken; {BOARD}; EDO: blue blue blue blue blue blue green green green;
         red at EDO; red has 4 stone; red does A1 build with 1"
    );
    let game = leaves(&text, "red: fulfil 2", "red", "1 points");
    assert!(!game.sites("EDO").contains("red"));
    let apart = text.replace("red at EDO", "red at C1; red owns Q07");
    refused("EDO-9.22", &apart, "red: fulfil 2");
}

#[test]
fn edo_9_23_a_demand_is_paid_in_full() {
    let text =
        format!("3 players tokken; {BOARD}; red has 11 ryo; red at C1; red does S3 travel with 1");
    refused("EDO-9.23", &text, "red: fulfil 1");
    let text = format!(
        "3 players tokken; {BOARD}; red at EDO C1; red has 9 ryo 3 stone 3 wood; red does S2 build with 1"
    );
    refused("EDO-9.23", &text, "red: fulfil 2");
}

#[test]
fn edo_9_24_privileges_lie_open_and_are_used_once() {
    let text = "3 players tokken; red owns Q07 Q09; red does A1 money with 1";
    let mut game = position(text);
    game.plays("red: good Q07 wood").refuses("EDO-9.24", "red: good Q07 stone");
    assert_eq!(
        (game.privileges_of("red").as_str(), game.holds("red").as_str()),
        ("Q09", "1 ryo, 1 wood")
    );
    let text = "3 players tokken; red owns Q09; blue owns Q07; red does A1 money with 1";
    refused("EDO-9.24", text, "red: good Q07 wood");
}

#[test]
fn edo_9_25_the_privileges_are_of_six_kinds() {
    use PrivilegeKind::*;
    let kinds = [PrestigeSite, Support, Trading, CityIncome, Resource, FullProduction];
    let count = |kind| Privilege::all().filter(|privilege| privilege.kind() == kind).count();
    assert_eq!(kinds.map(count), [2, 2, 1, 1, 3, 3]);
    let goods = |id: &str| Privilege::from_id(id).expect("a privilege").goods().to_vec();
    assert_eq!(goods("Q07"), [Good::Wood, Good::Stone]);
    assert_eq!(goods("Q08"), [Good::Rice, Good::Stone]);
    assert_eq!(goods("Q09"), [Good::Rice, Good::Wood]);
    assert_eq!((goods("Q10"), goods("Q12")), (vec![Good::Wood], vec![Good::Rice]));
    assert_eq!(laid_out("3 players tokken").state.tokken.privilege_stack.len(), 12 - 4);
    assert_eq!(Demand::from_id("D11").map(Demand::task), Some(Task::Build));
}
