//! The dashboard shows what there is, and the page explains what it shows.

use std::fs;

use serde_json::Value;
use tests_harness::workspace_root;

use crate::yaml::read;

const DASHBOARD: &str = "deploy/grafana/dashboards/moves.json";
const PAGE: &str = "deploy/README.md";

/// What the panels ask for, each with its title.
pub(crate) fn expressions() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for panel in panels() {
        let title = panel["title"].as_str().expect("a panel has a title");
        let targets = panel["targets"].as_array().expect("a panel has queries");
        let queries = targets.iter().map(|target| target["expr"].as_str().expect("it is text"));
        all.extend(queries.map(|query| (title.to_owned(), query.to_owned())));
    }
    all
}

fn text(path: &str) -> String {
    let path = workspace_root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn panels() -> Vec<Value> {
    let dashboard: Value = serde_json::from_str(&text(DASHBOARD)).expect("a dashboard is JSON");
    dashboard["panels"].as_array().expect("a dashboard has panels").clone()
}

#[test]
fn every_panel_has_its_place_and_its_explanation() {
    let page = text(PAGE);
    let mut places = Vec::new();
    for panel in panels() {
        let title = panel["title"].as_str().expect("a panel has a title");
        let description = panel["description"].as_str().unwrap_or_default();
        assert!(description.ends_with('.'), "{title} says what it tells");
        assert!(page.contains(&format!("| {title} |")), "{PAGE} explains {title:?}");
        places.push(panel["gridPos"].clone());
    }
    for (index, place) in places.iter().enumerate() {
        assert!(!places[..index].contains(place), "two panels at {place}");
    }
}

#[test]
fn the_dashboard_reads_the_data_source_that_is_provisioned() {
    let source = read("deploy/grafana/datasource.yaml");
    let uid = &source["datasources"][0]["uid"];
    assert!(uid.is_string());
    for panel in panels() {
        assert_eq!(panel["datasource"]["uid"], *uid, "{}", panel["title"]);
    }
    let folder = &read("deploy/grafana/dashboards.yaml")["providers"][0]["options"]["path"];
    let mounts = &read("deploy/compose.yaml")["services"]["grafana"]["volumes"];
    let mount = format!("./grafana/dashboards:{}:ro", folder.as_str().expect("a path"));
    assert!(mounts.as_array().expect("a list").contains(&Value::String(mount)));
}
