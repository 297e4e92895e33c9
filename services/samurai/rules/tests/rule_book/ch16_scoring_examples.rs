//! The worked examples of scoring, with their exact numbers.

use super::ch12_scoring::{outcome, places};

/// The other figures and all figures, in the order of the seats.
fn compared(captured: &[(u8, u8, u8)]) -> Vec<(i64, i64)> {
    let mut standings = outcome(captured).standings;
    standings.sort_by_key(|standing| standing.seat);
    standings.iter().map(|s| (s.score[1].value, s.score[2].value)).collect()
}

#[test]
fn sam_ex_31_three_leaders_compare_their_other_figures() {
    let captured = [(2, 5, 2), (5, 3, 2), (3, 3, 5), (2, 2, 3)];
    assert_eq!(places(&captured), [3, 2, 1, 4]);
    assert_eq!(compared(&captured)[..3], [(4, 9), (5, 10), (6, 11)]);
}

#[test]
fn sam_ex_32_ten_figures_without_a_led_type_do_not_win() {
    let captured = [(6, 1, 2), (3, 3, 4), (3, 3, 4), (0, 5, 3)];
    assert_eq!(places(&captured), [1, 3, 3, 2]);
    let compared = compared(&captured);
    assert_eq!((compared[0], compared[3]), ((3, 9), (3, 8)));
}

#[test]
fn sam_ex_33_two_led_types_beat_more_figures() {
    assert_eq!(places(&[(4, 4, 0), (2, 2, 3), (1, 1, 7)]), [1, 3, 2]);
}

#[test]
fn sam_ex_34_all_three_types_are_led_by_one() {
    assert_eq!(places(&[(4, 4, 4), (3, 3, 3)]), [1, 2]);
}

#[test]
fn sam_ex_35_the_only_leader_wins_with_four_against_ten() {
    assert_eq!(places(&[(3, 1, 0), (2, 4, 4), (2, 4, 4)]), [1, 2, 2]);
}

#[test]
fn sam_ex_36_without_leaders_the_total_decides() {
    assert_eq!(places(&[(3, 3, 3), (3, 3, 2), (1, 2, 3)]), [1, 2, 3]);
    assert_eq!(places(&[(3, 3, 2), (3, 2, 3), (1, 3, 3)]), [1, 1, 3]);
}

#[test]
fn sam_ex_37_four_other_figures_beat_three() {
    let captured = [(4, 1, 2), (2, 3, 2)];
    assert_eq!(places(&captured), [2, 1]);
    assert_eq!(compared(&captured), [(3, 7), (4, 7)]);
}

#[test]
fn sam_ex_38_equal_other_figures_go_by_the_total() {
    let captured = [(5, 1, 1), (1, 4, 1), (0, 0, 0)];
    assert_eq!(places(&captured), [1, 2, 3]);
    assert_eq!(compared(&captured)[..2], [(2, 7), (2, 6)]);
}

#[test]
fn sam_ex_39_equal_in_everything_is_shared() {
    assert_eq!(places(&[(4, 2, 1), (2, 4, 1)]), [1, 1]);
    assert_eq!(places(&[(4, 2, 1), (1, 4, 2), (2, 1, 4)]), [1, 1, 1]);
}

#[test]
fn sam_ex_40_a_type_that_nobody_has_leads_nobody() {
    assert_eq!(places(&[(3, 0, 2), (2, 0, 2)]), [1, 2]);
}
