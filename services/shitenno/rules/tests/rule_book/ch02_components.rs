//! The components, as far as they behave; `tests/data.rs` has their numbers.

use super::game::{accepted, refused};
use super::position::{position, province};

#[test]
fn shi_2_3_one_number_is_the_price_and_the_points() {
    for (kamon, koku, points) in [("", "K3 K2", 5), ("ii", "K3 K3", 6), ("ii ii", "K3 K3 K2", 8)] {
        let text = format!(
            "honda sensei, ii daimyo; turn honda; kanto has {kamon}; honda holds K3 K3 K3 K2"
        );
        let game = accepted(&text, &format!("honda: control kanto koku: {koku}"));
        assert_eq!(game.points("honda"), points);
        assert_eq!(game.kamon("kanto"), format!("{kamon} honda").trim());
    }
    let text = "honda sensei, ii daimyo; turn honda; kanto has ii ii; honda holds K3 K3 K1";
    refused("SHI-6.4", text, "honda: aim kanto koku");
}

#[test]
fn shi_2_4_open_figures_and_the_tile_or_the_gate_figure_are_needed() {
    let small = |face: &str, kamon: usize| {
        let kamon = vec!["ii"; kamon].join(" ");
        let text = format!("honda sensei, ii daimyo; chubu has {kamon}; chubu shows {face}/D");
        let game = position(&text);
        province("chubu").troops_needed(game.state.land(province("chubu")).top.map(|top| top.face))
    };
    assert_eq!(small("Bu", 0), [0, 1, 0, 2, 0]);
    assert_eq!(small("Sh", 2), [0, 0, 0, 3, 0]);
    assert_eq!(province("chubu").troops_needed(None), [0, 0, 0, 3, 0]);
    assert_eq!(province("kansai").troops_needed(None), [0, 0, 0, 4, 0]);
    let text = "honda sensei, ii daimyo; turn honda; chubu has ii ii ii; honda holds Sh Sh Bu Sh";
    accepted(text, "honda: control chubu troops: Sh Sh Sh");
}

#[test]
fn shi_2_9_scores_go_on_beyond_the_track() {
    let text = "honda daimyo, ii sensei; turn honda; honda points 98; honda holds K3 K2";
    assert_eq!(accepted(text, "honda: control kanto koku: K3 K2").points("honda"), 105);
}

#[test]
fn shi_2_10_a_kamon_is_placed_with_its_simple_face_and_stays() {
    let text = "honda sensei, ii daimyo; turn honda; honda holds K3 K2 K3 K3; kanto has ii*";
    let mut game = accepted(text, "honda: control kanto koku: K3 K3");
    assert_eq!(game.kamon("kanto"), "ii* honda");
    game.plays("honda: end; honda: gild kanto 2");
    assert_eq!(game.kamon("kanto"), "ii* honda*");
}
