//! The end and its ties.

use kit_rules::{Pending, Rules};
use shogun_rules::Shogun;

use super::ch10_winter::winter;
use super::position::seat;

/// The places of the colours after a second winter in which nobody has
/// anything but points and chests.
pub(crate) fn places(points_and_chests: &[(u8, u8)]) -> Vec<u32> {
    let colours = ["blue", "yellow", "red"];
    let rows = colours.iter().zip(points_and_chests);
    let text: Vec<String> = rows
        .map(|(name, (points, chests))| format!("{name} points {points}; {name} chests {chests}"))
        .collect();
    let game = winter(&format!("year 2; {}", text.join("; ")));
    let Pending::Over(outcome) = Shogun::pending(&game.state) else { panic!("it is not over") };
    let place = |name: &&str| {
        let standing = outcome.standings.iter().find(|standing| standing.seat == seat(name));
        standing.expect("every seat has a place").rank
    };
    colours.iter().map(place).collect()
}

#[test]
fn sho_12_1_the_second_winter_ends_the_game() {
    let mut game = winter("year 2; blue kaga 1; blue rice 18");
    assert!(game.is_over() && game.told("The game ends."));
    game.does_not_await("blue: seal");
    assert!(!winter("blue kaga 1; blue rice 18").is_over());
}

#[test]
fn sho_12_2_points_then_chests_then_shared() {
    assert_eq!(places(&[(30, 0), (31, 0), (29, 9)]), [2, 1, 3]);
    assert_eq!(places(&[(30, 4), (30, 5), (30, 3)]), [2, 1, 3]);
    assert_eq!(places(&[(30, 4), (30, 4), (30, 3)]), [1, 1, 3]);
}

#[test]
fn sho_12_3_everyone_has_a_place() {
    assert_eq!(places(&[(30, 4), (20, 4), (20, 4)]), [1, 2, 2]);
}

#[test]
fn sho_12_4_who_has_no_province_stays_with_the_points() {
    let mut game = winter("year 1; blue kaga 1; blue rice 18; red points 9");
    assert_eq!(game.points("red"), 9);
    game.draws_all();
    assert_eq!(game.awaits(), ["blue"]);
    assert!(game.legal_for("red").is_empty() && !game.is_over());
}
