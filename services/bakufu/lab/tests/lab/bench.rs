//! `bakufu bench`, in the shortest possible time.

use crate::command::{complains, printed};

#[test]
fn everything_is_measured_against_a_real_redis() {
    let words = ["bench", "--json", "--seconds", "0.3", "--concurrency", "1,4"];
    let report: serde_json::Value =
        serde_json::from_str(&printed(&words)).expect("--json prints JSON");
    assert_eq!(report["store"], "Redis");
    let submit = report["submit"].as_array().expect("a list of levels");
    assert_eq!(submit.len(), 2);
    for level in submit {
        for side in ["floor", "product"] {
            assert!(level[side]["calls"].as_u64().is_some_and(|calls| calls > 0), "{level}");
        }
        assert!(level["throughput_ratio"].as_f64().is_some_and(|ratio| ratio > 0.0), "{level}");
    }
    assert_eq!(report["views"].as_array().map(Vec::len), Some(5), "four seats and a spectator");
    assert!(report["playouts"].as_array().is_some_and(|it| it.len() >= 3), "{report}");
    assert!(report["sizes"]["log_bytes"].as_u64() > report["sizes"]["state_bytes"].as_u64());
    assert!(report["aims"].as_array().is_some_and(|aims| !aims.is_empty()));
}

#[test]
fn people_read_tables_and_aims() {
    let words = ["bench", "--store", "memory", "--seconds", "0.1", "--concurrency", "1"];
    let report = printed(&words);
    for part in ["floor/s", "matches/s", "spectator", "at most 1.6× the floor"] {
        assert!(report.contains(part), "{part:?} is missing in:\n{report}");
    }
}

#[test]
fn a_game_that_is_not_there_is_refused_before_anything_starts() {
    complains(64, &["\"go\"", "samurai"], &["bench", "--game", "go"]);
}
