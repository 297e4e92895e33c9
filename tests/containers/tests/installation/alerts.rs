//! Alerts can fire, and the page says what to do about each.

use std::fs;

use serde_json::Value;
use tests_harness::workspace_root;

use crate::expression::grouped;
use crate::yaml::{names, read};

const ALERTS: &str = "deploy/prometheus/alerts.yaml";

/// What the alerts ask for, each with its name.
pub(crate) fn expressions() -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("it is text").to_owned();
    rules().iter().map(|rule| (text(&rule["alert"]), text(&rule["expr"]))).collect()
}

fn rules() -> Vec<Value> {
    let file = read(ALERTS);
    file["groups"][0]["rules"].as_array().expect("there are rules").clone()
}

#[test]
fn every_alert_says_how_urgent_it_is_and_what_to_do() {
    let page = workspace_root().join("deploy/README.md");
    let page = fs::read_to_string(page).expect("there is a page");
    for rule in rules() {
        let name = rule["alert"].as_str().expect("an alert has a name");
        let severity = rule["labels"]["severity"].as_str().unwrap_or_default();
        assert!(["page", "ticket"].contains(&severity), "{name}: {severity:?}");
        let summary = rule["annotations"]["summary"].as_str().unwrap_or_default();
        assert!(!summary.is_empty(), "{name} says what happened");
        let left = grouped(rule["expr"].as_str().expect("an alert has a condition"));
        for rest in summary.split("$labels.").skip(1) {
            let label = rest.split([' ', '}']).next().expect("a split has a first part");
            assert!(left.contains(label), "{name} is asked for {label}: {left:?}");
        }
        assert!(page.contains(&format!("| {name} |")), "the page says what to do about {name}");
    }
}

/// `./tests/run` plays that file with promtool.
#[test]
fn every_alert_is_played() {
    let played = read("tests/containers/promtool/alerts.yaml");
    let tests = played["tests"].as_array().expect("there are tests");
    let cases = tests.iter().flat_map(|test| test["alert_rule_test"].as_array()).flatten();
    let fires = |name: &str| {
        let of_it = |case: &&Value| case["alertname"] == name;
        cases.clone().filter(of_it).any(|case| case["exp_alerts"].is_array())
    };
    for (name, _) in expressions() {
        assert!(fires(&name), "{name} is shown to fire");
    }
}

#[test]
fn prometheus_finds_its_rules_and_every_process() {
    let config = read("deploy/prometheus/prometheus.yaml");
    assert_eq!(names(&config["rule_files"]), ["alerts.yaml"]);
    let jobs = config["scrape_configs"].as_array().expect("there are jobs");
    let compose = read("deploy/compose.yaml");
    for (job, name) in jobs.iter().zip(["match-orchestrator", "games"]) {
        let source = &job["dns_sd_configs"][0];
        assert_eq!((names(&source["names"]), &source["port"]), (vec![name], &9464.into()));
    }
    let watched = |service: &str| compose["services"][service]["networks"].clone();
    assert_eq!(names(&watched("samurai")["watch"]["aliases"]), ["games"]);
    assert!(names(&watched("match-orchestrator")).contains(&"watch"));
}

#[test]
fn the_collector_takes_what_services_send() {
    let config = read("deploy/collector.yaml");
    let compose = read("deploy/compose.yaml");
    let telemetry = &compose["x-telemetry"]["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];
    assert_eq!(telemetry, "http://collector:4317");
    assert_eq!(config["receivers"]["otlp"]["protocols"]["grpc"]["endpoint"], "0.0.0.0:4317");
    let pipeline = &config["service"]["pipelines"]["traces"];
    for part in ["receivers", "processors", "exporters"] {
        for name in names(&pipeline[part]) {
            assert!(!config[part][name].is_null(), "{name} is one of the {part}");
        }
    }
}
