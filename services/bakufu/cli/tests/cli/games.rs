//! `bakufu games`.

use crate::command::{complains, json, printed};

#[test]
fn all_shipped_games_are_listed_with_seats_and_defaults() {
    let listed = json(&["games", "--json"]);
    let ids: Vec<&str> = listed
        .as_array()
        .expect("a list of games")
        .iter()
        .map(|game| game["id"].as_str().expect("an id"))
        .collect();
    let shipped: Vec<&str> = bakufu_games::shipped().iter().map(|game| game.facts.id).collect();
    assert_eq!(ids, shipped);
    for game in listed.as_array().expect("a list of games") {
        assert!(game["seats_min"].as_u64() <= game["seats_max"].as_u64(), "{game}");
        for option in game["options"].as_array().expect("a list of options") {
            let values = option["values"].as_array().expect("a list of values");
            assert!(values.contains(&option["default"]), "{option}");
        }
    }
}

#[test]
fn people_read_the_same() {
    let listed = printed(&["games"]);
    assert!(listed.contains("samurai: Samurai, 2 to 4 seats"), "{listed}");
    assert!(listed.contains("--option start_hand=chosen (default) | random"), "{listed}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let nobody = format!("http://127.0.0.1:{}", kit_testing::free_port());
    complains(1, &[&nobody, "bakufu up"], &["games", "--server", &nobody]);
    complains(64, &["no address", "--server"], &["games", "--server", "not a url"]);
}
