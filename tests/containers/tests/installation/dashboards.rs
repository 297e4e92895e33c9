//! The dashboard shows what there is, and the page explains what it shows.

use std::fs;

use serde_json::Value;
use tests_harness::workspace_root;

use crate::expression::grouped;
use crate::shown::LABELS_ADDED;
use crate::yaml::read;

const DASHBOARD: &str = "deploy/grafana/dashboards/moves.json";
const PAGE: &str = "deploy/README.md";

/// What the panels and the choices above them ask for, each with its title.
pub(crate) fn expressions() -> Vec<(String, String)> {
    let panels = targets().into_iter().map(|(title, query, _)| (title, query));
    panels.chain(choices()).collect()
}

/// Title, query and legend of everything that is drawn.
fn targets() -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for panel in panels() {
        let title = panel["title"].as_str().expect("a panel has a title");
        for target in panel["targets"].as_array().expect("a panel has queries") {
            let text = |name: &str| target[name].as_str().expect("it is text").to_owned();
            all.push((title.to_owned(), text("expr"), text("legendFormat")));
        }
    }
    all
}

/// The choices above the panels, `label_values(NAME, LABEL)`, as expressions.
fn choices() -> Vec<(String, String)> {
    let dashboard = dashboard();
    let list = dashboard["templating"]["list"].as_array().expect("there are choices");
    let choice = |choice: &Value| {
        let query = choice["query"]["query"].as_str().expect("a choice has a query");
        let inside = query.strip_prefix("label_values(").and_then(|rest| rest.strip_suffix(')'));
        let (name, label) = inside.and_then(|pair| pair.split_once(", ")).expect("a name, a label");
        (choice["label"].to_string(), format!("sum by ({label}) ({name})"))
    };
    list.iter().map(choice).collect()
}

fn text(path: &str) -> String {
    let path = workspace_root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn dashboard() -> Value {
    serde_json::from_str(&text(DASHBOARD)).expect("a dashboard is JSON")
}

fn panels() -> Vec<Value> {
    dashboard()["panels"].as_array().expect("a dashboard has panels").clone()
}

#[test]
fn a_legend_names_labels_that_its_query_leaves() {
    for (title, query, legend) in targets() {
        for label in legend.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()) {
            let is_left = grouped(&query).contains(label) || LABELS_ADDED.contains(&label);
            assert!(is_left, "{title}: {legend} of {query}");
        }
    }
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
