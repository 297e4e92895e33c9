//! Every overlay is what a strict cluster takes.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::LazyLock;

use tests_manifests::{
    Cluster, Sources, edges, faults, overlays, render, schema_faults, tree_secrets, wanted_edges,
};

/// How many versions of Kubernetes have to take the manifests.
const MINORS: usize = 5;

static RENDERED: LazyLock<Vec<Cluster>> = LazyLock::new(|| {
    let all = overlays();
    let rendered = all
        .iter()
        .map(|overlay| render(overlay).unwrap_or_else(|error| panic!("{overlay}: {error}")));
    rendered.collect()
});

#[track_caller]
fn expect_none(overlay: &str, found: &[impl Display]) {
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{overlay}: {} faults\n{}", found.len(), lines.join("\n"));
}

#[test]
fn the_two_overlays_are_rendered() {
    assert_eq!(overlays(), ["dev", "production"]);
}

#[test]
fn the_last_five_versions_of_kubernetes_take_every_object() {
    for cluster in RENDERED.iter() {
        let verdict = schema_faults(cluster, MINORS).unwrap_or_else(|error| panic!("{error}"));
        let numbers: Vec<u32> = verdict
            .minors
            .iter()
            .map(|minor| minor.strip_prefix("1.").and_then(|number| number.parse().ok()).unwrap())
            .collect();
        assert_eq!(numbers.len(), MINORS);
        assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{numbers:?}");
        assert!(numbers[0] >= 33, "{numbers:?}: the schemas are too old");
        let lines: Vec<String> = verdict
            .faults
            .iter()
            .map(|fault| format!("{} in {}: {}", fault.object, fault.minor, fault.why))
            .collect();
        expect_none(&cluster.overlay, &lines);
    }
}

#[test]
fn a_field_that_no_schema_has_is_refused_by_every_version() {
    let mut cluster = RENDERED[0].clone();
    cluster.edit("Deployment", "match-orchestrator")["spec"]["replica"] = 2.into();
    let verdict = schema_faults(&cluster, MINORS).unwrap_or_else(|error| panic!("{error}"));
    let refusing: BTreeSet<&str> =
        verdict.faults.iter().map(|fault| fault.minor.as_str()).collect();
    assert_eq!(refusing.len(), MINORS);
    let first = &verdict.faults[0];
    assert_eq!(first.object, "deployment/match-orchestrator");
    assert!(first.why.contains("'replica' was unexpected"), "{}", first.why);
}

#[test]
fn no_policy_finds_fault() {
    let sources = Sources::read();
    for cluster in RENDERED.iter() {
        expect_none(&cluster.overlay, &faults(cluster, &sources));
    }
}

#[test]
fn exactly_the_wanted_connections_are_possible() {
    let sources = Sources::read();
    for cluster in RENDERED.iter() {
        let possible = edges(cluster);
        assert_eq!(possible, wanted_edges(cluster, &sources), "{}", cluster.overlay);
        // Six kinds of clients, one store; per service metrics, OTLP and DNS twice;
        // and one way to each game.
        assert_eq!(possible.len(), 6 + 1 + 4 * (sources.games.len() + 1) + sources.games.len());
    }
}

#[test]
fn no_secret_stands_in_the_tree() {
    expect_none("k8s", &tree_secrets());
}

#[test]
fn dev_brings_its_redis_and_production_does_not() {
    for cluster in RENDERED.iter() {
        let has_redis = cluster.find("StatefulSet", "redis").is_some();
        assert_eq!(has_redis, cluster.overlay == "dev", "{}", cluster.overlay);
        let has_secret = cluster.of_kind("Secret").count();
        assert_eq!(has_secret, usize::from(cluster.overlay == "production"));
    }
}
