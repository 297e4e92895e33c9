//! Scoring.

use super::ch10_winter::winter;

/// The points that blue, yellow and red have after a winter with enough rice.
fn points(text: &str) -> [u16; 3] {
    let rice = "blue rice 18; yellow rice 18; red rice 18";
    let game = winter(&format!("{rice}; {text}"));
    ["blue", "yellow", "red"].map(|name| game.points(name))
}

#[test]
fn sho_11_1_provinces_and_buildings_score_one_each() {
    assert_eq!(points("blue kaga 1; blue noto 1; red ise 1"), [2, 0, 1]);
    // A castle is one point, and the most castles of the region are three.
    assert_eq!(points("blue kaga 1 castle; red ise 1"), [5, 0, 1]);
}

#[test]
fn sho_11_2_the_most_of_a_kind_in_a_region_score() {
    assert_eq!(points("blue kaga 1 castle"), [1 + 1 + 3, 0, 0]);
    assert_eq!(points("blue kaga 1 temple"), [1 + 1 + 2, 0, 0]);
    assert_eq!(points("blue kaga 1 theatre"), [1 + 1 + 1, 0, 0]);
    // Two against one in the same region.
    let more = "blue kaga 1 castle; blue noto 1 castle; red etchu 1 castle";
    assert_eq!(points(more), [2 + 2 + 3, 0, 1 + 1]);
    // Echizen is red on the Sun side and brown on the Moon side, Kaga is brown.
    let two = "blue kaga 1 castle; red echizen 1 castle; red etchu 1 castle";
    assert_eq!(points(two), [1 + 1 + 2, 0, 2 + 2 + 3 + 2]);
    assert_eq!(points(&format!("moon; {two}")), [1 + 1, 0, 2 + 2 + 3]);
}

#[test]
fn sho_11_3_who_shares_the_most_scores_one_less() {
    let tied = |kind: &str| points(&format!("blue kaga 1 {kind}; red etchu 1 {kind}"));
    assert_eq!(tied("castle"), [2 + 2, 0, 2 + 2]);
    assert_eq!(tied("temple"), [2 + 1, 0, 2 + 1]);
    assert_eq!(tied("theatre"), [2, 0, 2]);
}

#[test]
fn sho_11_4_the_points_of_both_winters_add_up() {
    assert_eq!(points("blue kaga 1; blue points 20; year 2"), [21, 0, 0]);
}

#[test]
fn sho_11_5_the_year_ends_with_rice_and_markers_gone() {
    let mut game =
        winter("blue kaga 4 castle !2; blue chests 7; blue rice 12; tray red 2; inside yellow 1");
    assert_eq!((game.rice("blue"), game.stands("kaga").as_str()), (0, "blue 4 castle"));
    assert_eq!((game.chests("blue"), game.tray().as_str()), (7, "red 2"));
    assert_eq!((game.state.events_gone.len(), game.state.events_open.len()), (4, 0));
    game.draws(&[0, 0, 0, 0]);
    assert_eq!((game.state.year, game.state.events_open.len()), (2, 4));
}
