//! The worked examples of the final scoring, with their exact numbers.

use super::ch09_end::{ended, hand_points, lines, majority};

#[test]
fn shi_ex_23_hands_and_tiles_at_the_end() {
    for (hand, tiles, points) in [
        ("K1 K2 K3 Sa", "", 6),
        ("K2 Bu+So", "X", 3),
        ("K1", "+1 D", 2),
        ("Sh", "X +1 +1", 3),
        ("Sa Sa+Bu", "+1 +1 D", 0),
        ("So+So", "X X X", 2),
    ] {
        assert_eq!(hand_points(hand, tiles, ""), points, "{hand} with {tiles}");
    }
}

#[test]
fn shi_ex_24_majorities_from_left_to_right() {
    for (kamon, winner) in [
        ("honda ii ii", Some("ii")),
        ("honda ii ii honda", Some("honda")),
        ("honda ii ii* honda", Some("ii")),
        ("sakai honda ii* honda", Some("honda")),
        ("sakai", Some("sakai")),
        ("", None),
    ] {
        assert_eq!(majority(kamon).as_deref(), winner, "{kamon}");
    }
}

#[test]
fn shi_ex_25_two_seals_beat_one() {
    let game = ended(
        "honda hatamoto, ii daimyo, sakai sensei, sakakibara shomyo; turn honda;
         honda points 61; ii points 58; sakai points 61; sakakibara points 60",
    );
    let places: Vec<&str> = game
        .outcome()
        .standings
        .iter()
        .map(|standing| ["honda", "ii", "sakai", "sakakibara"][standing.seat.index()])
        .collect();
    assert_eq!(places, ["sakai", "honda", "sakakibara", "ii"]);
    assert_eq!(game.outcome().winners().count(), 1);
}

#[test]
fn shi_ex_32_a_complete_final_count() {
    let game = ended(
        "honda daimyo, ii hatamoto; turn ii; honda points 58; ii points 63;
         honda holds K2 Sa; honda owns X; ii holds K3; chugoku has honda; chubu has honda;
         hokkaido has honda; kyushu has honda ii; tohoku has ii; shikoku has ii; kansai has ii",
    );
    assert_eq!(lines(&game, "honda"), [58, 2, 1, 24]);
    assert_eq!(lines(&game, "ii"), [63, 3, 0, 18]);
    assert_eq!((game.points("honda"), game.points("ii")), (85, 84));
    let winner = game.outcome().winners().next();
    assert_eq!(winner, Some(game.seat("honda")));
}
