//! Build, and what may stand where.

use super::game::{accepted, leaves, refused};
use super::position::{position, space};

/// Everything that any building costs.
const RICH: &str = "red has 40 ryo 9 rice 9 wood 12 stone";

#[test]
fn edo_6_9_a_building_needs_an_own_samurai_on_the_spot_and_its_price() {
    let text = format!("3 players; red at C1; blue at C2; {RICH}; red does A1 build with 1");
    leaves(&text, "red: build house C1", "red", "36 ryo, 9 rice, 7 wood, 11 stone, 1 points");
    refused("EDO-6.9", &text, "red: build house C2");
    refused("EDO-6.9", &text, "red: build house EDO");
    refused("EDO-6.9", &text, "red: build house V1");
    let poor = "3 players tokken; red owns Q07; red at C1; red has 3 ryo 2 wood 1 stone;
        red does A1 build with 1";
    refused("EDO-6.13", poor, "red: build house C1");
}

#[test]
fn edo_6_10_one_samurai_serves_all_officials_and_they_may_build_apart() {
    let text = format!("3 players; red at C1 C2; {RICH}; red does S2 build with 3");
    let all = "red: build house C1; red: build post C1; red: build house C2";
    let game = accepted(&text, all);
    assert_eq!((game.sites("C1").as_str(), game.sites("C2").as_str()), ("red red+", "red"));
}

#[test]
fn edo_6_11_houses_and_posts_take_the_lowest_site_and_score_at_once() {
    let text = format!("3 players; C1: blue; red at C1; {RICH}; red does A1 build with 2");
    let game = accepted(&text, "red: build post C1; red: build house C1");
    assert_eq!(game.sites("C1"), "blue red+ red");
    assert!(game.holds("red").ends_with("3 points"));
}

#[test]
fn edo_6_12_a_fortress_scores_three_and_then_belongs_to_nobody() {
    let text =
        format!("3 players; C1: blue; C1 pays 5; red at C1; {RICH}; red does A1 build with 1");
    let game = accepted(&text, "red: build fortress C1");
    assert_eq!((game.sites("C1").as_str(), game.income("C1")), ("blue", vec![0, 5, 0]));
    assert_eq!(game.holds("red"), "30 ryo, 9 rice, 9 wood, 6 stone, 3 points");
    assert_eq!(game.state.fortresses_left(), 7);
}

#[test]
fn edo_6_13_what_may_not_be_built() {
    let build = format!("{RICH}; red does A1 build with 2");
    let edo = format!("3 players; red at EDO; EDO: fortress fortress fortress; {build}");
    refused("EDO-6.13", &edo, "red: build post EDO");
    refused("EDO-6.13", &edo, "red: build fortress EDO");
    let post = format!("3 players; red at C1; C1: blue+; {build}");
    refused("EDO-6.13", &post, "red: build post C1");
    let fortress = format!("3 players; red at C1; C1: fortress; {build}");
    refused("EDO-6.13", &fortress, "red: build fortress C1");
    let full = "C1: blue blue green green blue green";
    refused("EDO-6.13", &format!("3 players; red at C1; {full}; {build}"), "red: build house C1");
    refused("EDO-6.13", &format!("3 players; red at C1; {full}; {build}"), "red: build post C1");
    refused("EDO-6.13", &format!("2 players; red at C3; {build}"), "red: build house C3");
    let unpaid = "3 players; red at C1; red has 40 ryo 9 wood; red does A1 build with 1";
    let mut game = position(&unpaid.replace("3 players", "3 players tokken; red owns Q07"));
    game.refuses("EDO-6.13", "red: build house C1");
}

#[test]
fn edo_6_13_edo_takes_three_fortresses_and_an_outer_city_one() {
    let build = format!("{RICH}; red does A1 build with 1");
    let game = accepted(
        &format!("3 players; red at EDO; EDO: fortress fortress; {build}"),
        "red: build fortress EDO",
    );
    assert_eq!(game.state.city(space("EDO")).map(|city| city.fortresses), Some(3));
    accepted(&format!("3 players; red at C1; {build}"), "red: build fortress C1");
}
