//! Final scoring: the winner, and the places of all others.

use kit_rules::{Outcome, Pending, Rules};
use samurai_rules::{EndReason, FigureCounts, Phase, Samurai};

use super::game::accepted;
use super::position::position;

/// The result of a game in which the seats have captured these helmets,
/// buddhas and rice fields.
pub(crate) fn outcome(captured: &[(u8, u8, u8)]) -> Outcome {
    let mut state = position(&format!("{} players", captured.len())).state;
    for (player, (h, b, r)) in state.players.iter_mut().zip(captured) {
        player.captured_open = FigureCounts::new(*h, *b, *r);
    }
    state.phase = Phase::Over(EndReason::FourthTie);
    match Samurai::pending(&state) {
        Pending::Over(outcome) => outcome,
        other => panic!("the game is over, not {other:?}"),
    }
}

/// The places in the order of the seats.
pub(crate) fn places(captured: &[(u8, u8, u8)]) -> Vec<u32> {
    let mut standings = outcome(captured).standings;
    standings.sort_by_key(|standing| standing.seat);
    standings.iter().map(|standing| standing.rank).collect()
}

#[test]
fn sam_12_1_hidden_captures_are_revealed_and_counted() {
    let text = "3 players; only; wakayama rice; mito helmet; himeji buddha; aside 1 1 0;
        red samurai_2a @ settsu; red captured 2 3 1; blue captured 1 0 4";
    let game = accepted(text, "green: rice_4 @ ise");
    let open: Vec<u32> = game.state.players.iter().map(|p| p.captured_open.total()).collect();
    let hidden: u32 = game.state.players.iter().map(|p| p.captured_hidden.total()).sum();
    assert_eq!((open, hidden), (vec![6, 5, 1, 0], 0));
}

#[test]
fn sam_12_2_only_strictly_the_most_leads_a_type() {
    let led = |captured: &[(u8, u8, u8)]| -> Vec<i64> {
        let mut standings = outcome(captured).standings;
        standings.sort_by_key(|standing| standing.seat);
        standings.iter().map(|standing| standing.score[0].value).collect()
    };
    assert_eq!(led(&[(3, 2, 0), (2, 2, 0)]), [1, 0]);
    assert_eq!(led(&[(3, 2, 0), (3, 3, 1)]), [0, 2]);
}

#[test]
fn sam_12_3_leading_two_types_wins_at_once() {
    assert_eq!(places(&[(3, 3, 0), (2, 2, 9)]), [1, 2]);
    assert_eq!(places(&[(1, 1, 1), (0, 0, 0)]), [1, 2]);
}

#[test]
fn sam_12_4_who_leads_nothing_cannot_win_against_a_leader() {
    assert_eq!(places(&[(3, 0, 0), (2, 4, 4), (2, 4, 4)]), [1, 2, 2]);
}

#[test]
fn sam_12_5_leaders_compare_their_other_figures() {
    // Ten in all against eight, but two other figures against three.
    assert_eq!(places(&[(8, 1, 1), (1, 5, 2)]), [2, 1]);
}

#[test]
fn sam_12_6_a_tie_of_other_figures_goes_by_all_figures() {
    assert_eq!(places(&[(5, 1, 1), (1, 4, 1)]), [1, 2]);
}

#[test]
fn sam_12_7_a_tie_of_all_figures_is_shared() {
    assert_eq!(places(&[(4, 2, 1), (2, 4, 1)]), [1, 1]);
    assert_eq!(places(&[(4, 2, 1), (2, 4, 1), (0, 0, 0)]), [1, 1, 3]);
}

#[test]
fn sam_12_8_without_leaders_the_most_figures_win() {
    assert_eq!(places(&[(3, 3, 1), (3, 3, 2), (0, 0, 2)]), [2, 1, 3]);
    assert_eq!(places(&[(2, 2, 2), (2, 2, 2)]), [1, 1]);
}

#[test]
fn sam_12_9_a_sole_leader_wins_without_comparison() {
    assert_eq!(places(&[(1, 0, 0), (0, 5, 5), (0, 5, 5)]), [1, 2, 2]);
}

#[test]
fn sam_12_10_the_others_follow_leaders_first_then_by_figures() {
    // Red leads two types, blue the third; green has more than blue but leads nothing.
    assert_eq!(places(&[(5, 5, 0), (0, 0, 4), (4, 4, 3), (4, 4, 3)]), [1, 2, 3, 3]);
    let standings = outcome(&[(5, 5, 0), (0, 0, 4), (4, 4, 3), (4, 4, 2)]).standings;
    let order: Vec<u32> = standings.iter().map(|standing| standing.seat.number()).collect();
    assert_eq!(order, [1, 2, 3, 4]);
    let lines: Vec<(&str, i64)> =
        standings[1].score.iter().map(|line| (line.label, line.value)).collect();
    let expected = [
        ("types led", 1),
        ("other figures", 0),
        ("all figures", 4),
        ("helmets", 0),
        ("buddhas", 0),
        ("rice", 4),
    ];
    assert_eq!(lines, expected);
}
