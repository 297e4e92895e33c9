//! The end and the final scoring.

use shitenno_rules::{EndReason, Phase};

use super::game::Game;
use super::position::position;

/// The last turn of the game is ended by whoever has it.
pub(crate) fn ended(text: &str) -> Game {
    let mut game = position(&format!("{text}; koku left 0"));
    game.everyone_passes();
    game
}

/// Points by name, for kamon, koku, tiles and majorities.
pub(crate) fn lines(game: &Game, name: &str) -> [i64; 4] {
    let seat = game.seat(name);
    let standings = game.outcome().standings;
    let standing = standings.iter().find(|standing| standing.seat == seat);
    let score = &standing.expect("every seat is ranked").score;
    [2, 3, 4, 5].map(|line| score[line].value)
}

pub(crate) fn hand_points(hand: &str, tiles: &str, option: &str) -> i64 {
    let text = format!(
        "honda daimyo, ii hatamoto; {option}; turn ii; honda holds {hand}; honda owns {tiles}"
    );
    let [kamon, koku, tiles, majorities] = lines(&ended(&text), "honda");
    assert_eq!((kamon, majorities), (0, 0));
    koku + tiles
}

/// Who gets the majority of a province with these kamon.
pub(crate) fn majority(kamon: &str) -> Option<String> {
    let text = format!("honda daimyo, sakai sensei, ii hatamoto; turn ii; kanto has {kamon}");
    let game = ended(&text);
    let winner = game.names.iter().find(|name| lines(&game, name)[3] == 6);
    winner.cloned()
}

#[test]
fn shi_9_1_an_empty_supply_or_koku_deck_ends_the_game_after_the_year() {
    let over = |clauses: &str| {
        let mut game = position(&format!("honda daimyo, ii hatamoto; turn ii; {clauses}"));
        game.plays("ii: end");
        game.state.phase
    };
    assert_eq!(over("koku left 4; honda supply 0"), Phase::Over(EndReason::KamonPlaced));
    assert_eq!(over("koku left 0"), Phase::Over(EndReason::KokuDrawn));
    assert_eq!(over("koku left 0; ii supply 0"), Phase::Over(EndReason::KamonPlaced));
    assert_eq!(over("koku left 4"), Phase::DrawStock);
}

#[test]
fn shi_9_1_nothing_is_done_after_the_end() {
    let mut game = ended("honda daimyo, ii hatamoto; turn ii");
    game.does_not_await("ii: end").does_not_await("honda: offer");
}

#[test]
fn shi_9_2_nobody_loses_a_turn_by_the_end() {
    let text = "honda daimyo, ii hatamoto; turn honda; koku left 0; honda supply 1;
        honda holds K3; ii holds K3";
    let mut game = position(text);
    game.plays("honda: control chubu koku: K3; honda: end");
    assert_eq!(game.awaited(), "ii");
    game.plays("ii: control chugoku koku: K3; ii: end");
    assert_eq!(game.state.phase, Phase::Over(EndReason::KamonPlaced));
}

#[test]
fn shi_9_3_koku_and_tiles_come_before_majorities() {
    let text = "honda daimyo, ii hatamoto; turn ii; honda holds K2; kanto has honda ii*";
    let game = ended(text);
    let told: Vec<String> = game.report().split_off(1);
    assert_eq!(
        told,
        [
            "The game ends: no koku card is left to draw.",
            "Seat 1 shows Koku 2: 2 points for koku.",
            "Seat 2 shows no cards: 0 points for koku.",
            "Seat 2 has the majority in Kantō with 2: 6 points.",
        ]
    );
}

#[test]
fn shi_9_4_every_koku_in_hand_is_a_point() {
    assert_eq!(hand_points("K1 K2 K3", "", ""), 6);
    let game = ended("honda daimyo, ii hatamoto; turn ii; honda holds K1 K3 K3; honda points 20");
    assert_eq!(lines(&game, "honda"), [20, 7, 0, 0]);
}

#[test]
fn shi_9_5_tiles_turn_troops_into_koku_and_add_koku() {
    assert_eq!(hand_points("K1 Bu+So", "X X X", ""), 1 + 2);
    assert_eq!(hand_points("K1", "X +1 +1", ""), 1 + 2);
    assert_eq!(hand_points("Sa", "X +1", ""), 1 + 1);
    assert_eq!(hand_points("Sa", "+1 D", ""), 0);
    assert_eq!(hand_points("K3", "D D", ""), 3);
}

#[test]
fn shi_9_6_troops_joker_kamon_and_titles_score_nothing() {
    let game = ended("honda daimyo, ii hatamoto; turn ii; honda holds Sa Sa Bu+So");
    assert_eq!(lines(&game, "honda"), [0; 4]);
    assert_eq!(lines(&game, "ii"), [0; 4]);
}

#[test]
fn shi_9_7_the_largest_presence_scores_six() {
    assert_eq!(majority("honda ii ii").as_deref(), Some("ii"));
    assert_eq!(majority("honda* ii").as_deref(), Some("honda"));
    assert_eq!(majority("honda ii* ii").as_deref(), Some("ii"));
}

#[test]
fn shi_9_8_the_leftmost_of_those_who_tie_takes_all() {
    assert_eq!(majority("honda ii ii honda").as_deref(), Some("honda"));
    assert_eq!(majority("sakai honda* ii*").as_deref(), Some("honda"));
    assert_eq!(majority("ii").as_deref(), Some("ii"));
    assert_eq!(majority(""), None);
}

#[test]
fn shi_9_9_most_points_win_and_more_seals_break_a_tie() {
    let places = |points: [u8; 3]| {
        let [a, b, c] = points;
        let text = format!(
            "honda hatamoto, sakai daimyo, ii sensei; turn honda;
             honda points {a}; sakai points {b}; ii points {c}"
        );
        let standings = ended(&text).outcome().standings;
        standings.iter().map(|standing| (standing.rank, standing.seat.number())).collect::<Vec<_>>()
    };
    assert_eq!(places([9, 5, 7]), [(1, 1), (2, 3), (3, 2)]);
    assert_eq!(places([9, 9, 9]), [(1, 2), (2, 3), (3, 1)]);
    assert_eq!(places([9, 5, 9]), [(1, 3), (2, 1), (3, 2)]);
}

#[test]
fn shi_9_10_four_players_fill_the_board_and_fewer_never_do() {
    use kit_rules::SeatCount;
    use shitenno_rules::{POSITIONS, Province, TableFacts};
    let positions = Province::COUNT * POSITIONS;
    let kamon = [2, 3, 4].map(|seats| {
        let count = SeatCount::new(seats).expect("a table");
        usize::from(TableFacts::of(count).kamon) * count.get()
    });
    assert_eq!((positions, kamon), (32, [24, 30, 32]));
}
