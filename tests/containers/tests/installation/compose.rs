//! Promises of the compose file about every container.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use tests_harness::{ORCHESTRATOR, shipped_games, workspace_root};

use crate::yaml::{entries, names, read};

const COMPOSE: &str = "deploy/compose.yaml";
/// The one service that the world may reach.
const FRONT: &str = "front";
const STORE: &str = "redis";

fn each_service(check: impl Fn(&str, &Value)) {
    let file = read(COMPOSE);
    let services: Vec<_> = entries(&file["services"]).collect();
    assert!(services.len() > shipped_games().len(), "there is more than games: {services:?}");
    for (name, service) in services {
        check(name, service);
    }
}

#[test]
fn no_container_can_write_to_its_root_or_gain_rights() {
    each_service(|name, service| {
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(names(&service["cap_drop"]), ["ALL"], "{name}");
        assert_eq!(names(&service["security_opt"]), ["no-new-privileges:true"], "{name}");
        assert_eq!(service["privileged"], Value::Null, "{name}");
        assert_eq!(service["network_mode"], Value::Null, "{name}");
    });
}

#[test]
fn every_container_is_bounded_and_comes_back() {
    each_service(|name, service| {
        assert!(service["mem_limit"].is_string(), "{name} says how much memory it may take");
        assert_eq!(service["restart"], "unless-stopped", "{name}");
        assert_eq!(service["logging"]["options"]["max-size"], "10m", "{name}");
    });
}

#[test]
fn every_image_is_pinned() {
    each_service(|name, service| {
        let image = service["image"].as_str().expect("a service has an image");
        let tag = image.rsplit_once(':').map_or("", |(_, tag)| tag);
        assert!(tag.matches('.').count() >= 2, "{name}: {image} names one version");
    });
}

#[test]
fn what_a_service_refers_to_is_there() {
    let file = read(COMPOSE);
    let is_known = |kind: &str, name: &str| !file[kind][name].is_null();
    each_service(|name, service| {
        for network in names(&service["networks"]) {
            assert!(is_known("networks", network), "{name} is on {network}");
        }
        for other in names(&service["depends_on"]) {
            assert!(is_known("services", other), "{name} depends on {other}");
        }
        for mount in names(&service["volumes"]) {
            let source = mount.split(':').next().expect("a mount has a source");
            let is_there = match source.strip_prefix("./") {
                Some(path) => workspace_root().join("deploy").join(path).exists(),
                None => is_known("volumes", source),
            };
            assert!(is_there, "{name} mounts {source}");
            let is_data = !source.starts_with('.');
            assert!(is_data || mount.ends_with(":ro"), "{name} can't change {source}");
        }
    });
}

#[test]
fn the_world_reaches_the_front_only() {
    each_service(|name, service| {
        for port in names(&service["ports"]) {
            assert!(name == FRONT || port.starts_with("127.0.0.1:"), "{name} publishes {port}");
        }
    });
}

#[test]
fn only_orchestrators_reach_redis_and_games() {
    let networks_of = |service: &Value| -> BTreeSet<String> {
        names(&service["networks"]).into_iter().map(str::to_owned).collect()
    };
    let file = read(COMPOSE);
    let store = networks_of(&file["services"][STORE]);
    let games = shipped_games();
    let is_game = |name: &str| games.iter().any(|game| game.id == name);
    each_service(|name, service| {
        let own = networks_of(service);
        if ![STORE, ORCHESTRATOR].contains(&name) {
            assert!(own.is_disjoint(&store), "{name} reaches Redis");
        }
        if !is_game(name) && name != ORCHESTRATOR {
            assert!(!own.contains("rules"), "{name} reaches the games");
        }
        if is_game(name) {
            assert!(own.contains("rules"), "{name} is reached by orchestrators");
        }
    });
    assert_eq!(file["networks"]["store"]["internal"], true);
    assert_eq!(file["networks"]["rules"]["internal"], true);
}

#[test]
fn redis_acknowledges_only_what_is_on_the_disk() {
    let file = read(COMPOSE);
    let command = names(&file["services"][STORE]["command"]);
    for pair in [
        ["--appendonly", "yes"],
        ["--appendfsync", "always"],
        ["--dir", "/data"],
        ["--maxmemory-policy", "noeviction"],
    ] {
        assert!(command.windows(2).any(|words| words == pair), "{pair:?} in {command:?}");
    }
    assert!(names(&file["services"][STORE]["volumes"]).contains(&"redis:/data"));
}

#[test]
fn two_orchestrators_wait_for_redis_and_get_settings_that_exist() {
    let file = read(COMPOSE);
    let service = &file["services"][ORCHESTRATOR];
    assert_eq!(service["deploy"]["replicas"], 2);
    assert_eq!(service["depends_on"][STORE]["condition"], "service_healthy");
    let page = workspace_root().join("services/match-orchestrator/README.md");
    let page = fs::read_to_string(page).expect("the orchestrator has its page");
    let settings: Vec<&str> = entries(&service["environment"]).map(|(name, _)| name).collect();
    for name in settings.iter().filter(|name| name.starts_with("ORCHESTRATOR_")) {
        assert!(page.contains(&format!("`{name}`")), "{name} is a setting");
    }
    let games: Vec<String> = shipped_games().into_iter().map(|game| game.id).collect();
    let addresses = service["environment"]["ORCHESTRATOR_GAMES"].as_str().expect("a list");
    for game in games {
        assert!(addresses.contains(&format!("http://{game}:")), "{game} in {addresses}");
    }
}

#[test]
fn what_can_tell_its_health_is_asked() {
    each_service(|name, service| {
        // The collector's image holds nothing that could ask.
        if name == "collector" {
            return;
        }
        let check = &service["healthcheck"];
        assert_eq!(names(&check["test"])[0], "CMD", "{name}: without a shell");
        assert!(check["interval"].is_string() && check["timeout"].is_string(), "{name}");
    });
}

#[test]
fn our_own_programs_ask_themselves() {
    let file = read(COMPOSE);
    let games = shipped_games().into_iter().map(|game| game.id);
    for name in games.chain([ORCHESTRATOR.to_owned()]) {
        let check = &file["services"][&name]["healthcheck"];
        assert_eq!(names(&check["test"]), ["CMD", "/service", "probe"], "{name}");
    }
}

#[test]
fn whoever_needs_another_waits_until_it_is_well() {
    each_service(|name, service| {
        for (other, dependency) in entries(&service["depends_on"]) {
            assert_eq!(dependency["condition"], "service_healthy", "{name} waits for {other}");
        }
    });
    let file = read(COMPOSE);
    let needs = |name: &str| names(&file["services"][name]["depends_on"]).join(" ");
    assert_eq!(needs(FRONT), ORCHESTRATOR);
    assert_eq!(needs(ORCHESTRATOR), STORE, "a game that is away keeps nobody from the others");
}
