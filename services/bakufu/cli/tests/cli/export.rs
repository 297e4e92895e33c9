//! `bakufu export` and `bakufu play --export`.

use bakufu_cli::{AllInOne, Setup};
use kit_proto::bakufu::play::v1::MatchExport;
use match_orchestrator_draws::commitment;
use prost::Message;
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::command::{complains, json, printed};

#[test]
fn a_finished_match_is_exported_in_both_forms() {
    let runtime = Runtime::new().expect("a runtime starts");
    let server = runtime.block_on(AllInOne::start(Setup::default())).expect("a server starts");
    let url = server.url();
    let played = json(&["play", "samurai", "--seats", "2", "--json", "--server", &url]);
    let match_id = played["match_id"].as_str().expect("an id");

    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("match.bin");
    let path = file.to_str().expect("the path is text");
    printed(&["export", match_id, "--server", &url, "--out", path]);
    let record = read(&file);
    let exported = json(&["export", match_id, "--server", &url, "--json"]);
    runtime.block_on(server.stop()).expect("the server stops");

    assert_eq!(exported["server_seed"], hex::encode(&record.server_seed));
    assert_eq!(exported["game_match"]["seed_commitment"], played["seed_commitment"]);
    let log = exported["log"].as_array().expect("a list of commits");
    assert_eq!(log.len(), record.log.len());
    assert_eq!(
        log.last().map(|it| &it["state_sha256"]).and_then(|it| it.as_str()).map(str::len),
        Some(64)
    );
    // The game's own messages are spelled out, not shown as bytes.
    let acted = log.iter().find_map(|entry| entry.get("acted")).expect("somebody acted");
    assert!(acted["actions"][0].is_object(), "{acted}");
    let event = log.iter().find_map(|entry| entry["events"].get(0)).expect("something happened");
    assert!(event["payload"].is_object(), "{event}");
}

#[test]
fn a_played_match_can_be_kept_and_its_seed_fits_the_commitment() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("match.bin");
    let path = file.to_str().expect("the path is text");
    let words = ["play", "samurai", "--seats", "2", "--seed", "08", "--json", "--export", path];
    let played = json(&words);
    let record = read(&file);
    let seed: [u8; 32] = record.server_seed[..].try_into().expect("32 bytes");
    let ended = record.game_match.expect("a match");
    let committed = commitment(&seed, &ended.match_id, &ended.rules_version);
    assert_eq!(played["seed_commitment"], hex::encode(committed));
}

#[test]
fn what_can_not_be_exported_is_explained() {
    let nobody = format!("http://127.0.0.1:{}", kit_testing::free_port());
    complains(1, &[&nobody], &["export", "0123", "--server", &nobody]);
    let runtime = Runtime::new().expect("a runtime starts");
    let server = runtime.block_on(AllInOne::start(Setup::default())).expect("a server starts");
    complains(1, &["no such match"], &["export", "0123", "--server", &server.url()]);
    runtime.block_on(server.stop()).expect("the server stops");
    let nowhere = "/nowhere/match.bin";
    let words = ["play", "samurai", "--seats", "2", "--seed", "08", "--export", nowhere];
    complains(1, &[nowhere, "another file"], &words);
}

fn read(file: &std::path::Path) -> MatchExport {
    let bytes = std::fs::read(file).expect("the file is there");
    MatchExport::decode(&bytes[..]).expect("it is a record")
}
