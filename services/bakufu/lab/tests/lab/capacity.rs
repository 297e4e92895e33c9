//! `bakufu capacity`, with as few matches as possible.

use serde_json::Value;

use crate::command::{complains, printed};

fn measured(store: &str) -> Value {
    let words = ["capacity", "--json", "--store", store, "--matches", "200", "--seconds", "1"];
    serde_json::from_str(&printed(&words)).expect("--json prints JSON")
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// What holds on every store.
fn makes_sense(level: &Value) {
    assert_eq!(level["matches"], 200);
    assert!(number(&level["fill"]["commits"]) > 200.0, "{level}");
    for rate in [&level["commit"]["rate"], &level["moves"]["rate"]] {
        assert!(number(&rate["calls"]) >= 40.0, "{level}");
    }
    for list in ["list_matches", "list_all_matches", "list_game_versions"] {
        assert_eq!(number(&level["lists"][list]["calls"]), 20.0, "{level}");
    }
}

/// What holds on Redis, be it one server or many.
fn makes_sense_on_redis(level: &Value) {
    makes_sense(level);
    assert!(number(&level["bytes_per_match"]) > 1_000.0, "{level}");
    assert!(number(&level["commit"]["redis_cpu_us"]) > 0.0, "{level}");
    assert_eq!(level["idle"]["replicas"], 2);
    // Each renews its membership at least once. What else a second may hold, such as
    // a question whether the store is there, is far from a hundred.
    let commands = number(&level["idle"]["commands_per_second"]);
    assert!(0.0 < commands && commands < 100.0, "{level}");
    assert!(number(&level["idle"]["sent"]["evalsha"]) >= 2.0, "{level}");
    assert!(number(&level["take_over_seconds"]) > 0.0, "{level}");
}

#[test]
fn every_store_is_filled_with_matches_that_go_on() {
    let report = measured("memory,file,redis");
    let stores = report["stores"].as_array().expect("a list of stores");
    let names: Vec<&Value> = stores.iter().map(|store| &store["store"]).collect();
    assert_eq!(names, ["memory", "file", "redis"]);
    for store in &stores[..2] {
        makes_sense(&store["levels"][0]);
        assert_eq!(store["levels"][0]["take_over_seconds"], Value::Null);
    }
    makes_sense_on_redis(&stores[2]["levels"][0]);
    let phases = report["at_rest"].as_array().expect("a list of phases");
    let bytes: Vec<f64> = phases.iter().map(|phase| number(&phase["bytes"])).collect();
    assert_eq!(bytes.len(), 6);
    assert!(bytes[0] > 1_000.0 && bytes[0] < bytes[3] && bytes[3] < bytes[5], "{bytes:?}");
    let long = report["long"].as_array().expect("a list of lengths");
    assert_eq!(long.iter().map(|it| number(&it["commits"])).collect::<Vec<_>>(), [10.0, 200.0]);
    assert!(long.iter().all(|it| number(&it["redis_cpu_us"]) > 0.0), "{long:?}");
    assert!(report["aims"].as_array().is_some_and(|aims| !aims.is_empty()));
}

#[test]
fn a_cluster_is_made_of_six_servers_and_filled() {
    makes_sense_on_redis(&measured("cluster")["stores"][0]["levels"][0]);
}

#[test]
fn people_read_tables_and_aims() {
    let words = ["capacity", "--store", "memory", "--matches", "100,200", "--seconds", "0.1"];
    let report = printed(&words);
    for part in ["bytes/match", "While nobody plays", "ListMatches ms", "less than 1 % of a core"] {
        assert!(report.contains(part), "{part:?} is missing in:\n{report}");
    }
}

#[test]
fn a_game_that_is_not_there_is_refused_before_anything_starts() {
    complains(64, &["\"go\"", "samurai"], &["capacity", "--game", "go"]);
}
