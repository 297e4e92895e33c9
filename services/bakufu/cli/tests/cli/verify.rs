//! `bakufu verify`, and the verifier in another language.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use bakufu_cli::{read_record, record_json};
use bakufu_offline::shipped_rules;
use bytes::Bytes;
use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::log_entry::Change;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_proto::bakufu::rules::v1 as rules;
use match_orchestrator_core::verify::verify;
use prost::Message;
use serde_json::Value as Json;
use tempfile::TempDir;

use crate::command::{complains, printed};
use crate::offline_match;

/// One match of every game, made once for all tests.
static RECORDS: LazyLock<Vec<MatchExport>> = LazyLock::new(offline_match::records);

#[test]
fn a_true_record_of_every_game_gets_a_certificate_in_both_forms() {
    let folder = TempDir::new().expect("a folder can be made");
    for record in &*RECORDS {
        let played = record.game_match.as_ref().expect("a match");
        let binary = write(&folder, "match.bin", &record.encode_to_vec());
        let json = record_json(record).expect("a game of ours").to_string();
        let json = write(&folder, "match.json", json.as_bytes());
        let told = printed(&["verify", &binary]);
        assert_eq!(told, printed(&["verify", &json]), "{}", played.game);
        let draws: usize = record.log.iter().map(|entry| entry.draws.len()).sum();
        let commits = record.log.len();
        for part in [
            "The record is true.",
            &format!("{}, rules {}", played.game, played.rules_version),
            &format!("{commits} with {} actions", commits - played.seats.len() - 2),
            &format!("{draws}, all drawn again"),
            &hex::encode(&played.seed_commitment),
            "Player 2",
        ] {
            assert!(told.contains(part), "{part:?} is missing in:\n{told}");
        }
        assert!(draws > 0, "{} has something to check", played.game);
    }
}

#[test]
fn nothing_of_a_record_is_lost_in_json() {
    let folder = TempDir::new().expect("a folder can be made");
    let known = shipped_rules();
    for record in &*RECORDS {
        let json = record_json(record).expect("a game of ours").to_string();
        let file = write(&folder, "match.json", json.as_bytes());
        let read = read_record(Path::new(&file), &known).expect("it was written by us");
        for (read, written) in read.log.iter().zip(&record.log) {
            assert_eq!(read, written);
        }
        assert_eq!(read, *record);
    }
}

/// What somebody changes in a record, and what is found.
type Forgery = (&'static str, fn(&mut MatchExport), &'static str);

const FORGERIES: [Forgery; 17] = [
    ("the seed", |it| it.server_seed = vec![8; 32].into(), "seed commitment should be"),
    ("the commitment", |it| played(it).seed_commitment = vec![1; 32].into(), "seed commitment"),
    ("the rules version", |it| played(it).rules_version += "x", "the rules version"),
    ("a seat's seed", |it| it.seat_seeds[0] = Bytes::from_static(b"mine"), "one of them"),
    ("a draw", |it| drawing(it).draws[0].value ^= 1, "draw 1 should be"),
    ("a draw less", |it| drawing(it).draws.truncate(0), "the record says none"),
    ("a dropped act", |it| renumbered(it, |log| drop(log.remove(log.len() / 2))), "commit "),
    ("an added act", |it| renumbered(it, |log| log.insert(9, log[8].clone())), "commit 10: "),
    ("swapped acts", |it| it.log.swap(8, 9), "commit 9 is missing: commit 10 stands in its"),
    ("a cut log", |it| it.log.truncate(it.log.len() - 1), "its end is missing"),
    ("other actions", |it| acted(it).actions = vec![Bytes::new()], "is not allowed: actions[0]"),
    ("another state", |it| it.log[9].state_sha256 = vec![0; 32].into(), "should have the hash"),
    ("another player", |it| played(it).seats[0].name = "Eve".into(), "\"Player 1\" has seat 1"),
    ("another moment", |it| *second(it) += 1, "the identity should be"),
    ("another identity", |it| it.log[9].identity = vec![0; 32].into(), "the identity should be"),
    ("another name", |it| seated(it).name = "Eve".into(), "comes out otherwise"),
    ("another result", |it| standings(it).reverse(), "by the log the result is"),
];

#[test]
fn every_forgery_of_every_game_is_named() {
    let known = shipped_rules();
    for record in &*RECORDS {
        let game = &record.game_match.as_ref().expect("a match").game;
        for (what, forge, expected) in FORGERIES {
            let mut forged = record.clone();
            forge(&mut forged);
            let found = verify(&forged, &known).expect_err(what).to_string();
            assert!(found.contains(expected), "{game}, {what}: {found}");
        }
    }
}

#[test]
fn what_is_no_true_record_is_told_by_the_exit_code() {
    let folder = TempDir::new().expect("a folder can be made");
    let mut forged = RECORDS[0].clone();
    drawing(&mut forged).draws[0].value ^= 1;
    let file = write(&folder, "forged.bin", &forged.encode_to_vec());
    complains(1, &["not the true record", "draw 1 should be"], &["verify", &file]);
    let json = record_json(&forged).expect("a game of ours");
    let file = write(&folder, "forged.json", json.to_string().as_bytes());
    complains(1, &["not the true record", "draw 1 should be"], &["verify", &file]);

    let mut other = json.clone();
    other["game_match"]["rules_version"] = "0.1.0".into();
    let file = write(&folder, "other.json", other.to_string().as_bytes());
    complains(1, &["by rules version 0.1.0", "release"], &["verify", &file]);

    let mut strange = json;
    strange["log"][3]["commit"] = "four".into();
    let strange = strange.to_string();
    for (name, bytes, why) in [
        ("empty", &b""[..], "no match in it"),
        ("noise", b"\xff\xfe\xfd", "no record of a match"),
        ("text", b"hello", "no record of a match"),
        ("half.json", b"{\"format\": 1", "no record of a match"),
        ("other.json", b"{\"a\": 1}", "no match in it"),
        ("strange.json", strange.as_bytes(), "the record.log[3].commit is of another kind"),
    ] {
        complains(64, &[why], &["verify", &write(&folder, name, bytes)]);
    }
    complains(64, &["can't be read"], &["verify", "/nowhere/match.bin"]);
}

/// What somebody changes in the JSON, and what the other verifier finds.
type JsonForgery = (&'static str, fn(&mut Json), &'static str);

const JSON_FORGERIES: [JsonForgery; 10] = [
    ("the seed", |it| it["server_seed"] = "00".repeat(32).into(), "the seed commitment should be"),
    ("a seat's seed", |it| it["seat_seeds"][0] = "aa".into(), "should be"),
    ("a draw", |it| *value(it) = (value(it).as_u64().expect("a number") ^ 1).into(), "should be"),
    ("a draw less", |it| drop(draws(it).remove(0)), "should be"),
    ("a commit's number", |it| it["log"][5]["commit"] = 7.into(), "commit 6 is missing"),
    ("a cut log", |it| drop(it["log"].as_array_mut().expect("a log").pop()), "before the match"),
    ("a seat", |it| it["game_match"]["seats"][1]["name"] = "Eve".into(), "by the log seat 2"),
    ("a name", |it| it["log"][1]["seated"]["seat"]["name"] = "Eve".into(), "the name is not"),
    ("a content", |it| it["log"][3]["content_sha256"] = "00".repeat(32).into(), "the identity"),
    ("an identity", |it| it["log"][3]["identity"] = "00".repeat(32).into(), "the identity should"),
];

#[test]
fn a_match_that_was_rewound_verifies_in_both_languages_and_a_forged_rewind_in_none() {
    let (folder, known) = (TempDir::new().expect("a folder can be made"), shipped_rules());
    for record in offline_match::rewound_records() {
        let verified = verify(&record, &known).unwrap_or_else(|deviation| panic!("{deviation}"));
        assert_eq!(verified.commits, record.log.len() as u64);
        let json = record_json(&record).expect("a game of ours");
        let draws: usize = record.log.iter().map(|entry| entry.draws.len()).sum();
        let file = write(&folder, "match.json", json.to_string().as_bytes());
        let verdict = format!("ok: {} commits, {draws} draws\n", record.log.len());
        assert_eq!(python(&[&file]), (Some(0), verdict));

        let mut forged = record.clone();
        let rewind = forged.log.iter_mut().find_map(|entry| match entry.change.as_mut() {
            Some(Change::Rewound(rewound)) => Some(rewound),
            _ => None,
        });
        rewind.expect("it was rewound").nonce = vec![9; 16].into();
        verify(&forged, &known).expect_err("the nonce is another");
        let json = record_json(&forged).expect("a game of ours");
        let file = write(&folder, "forged.json", json.to_string().as_bytes());
        let (code, told) = python(&[&file]);
        assert_eq!(code, Some(1), "{told}");
    }
}

#[test]
fn a_verifier_in_another_language_comes_to_the_same_verdicts() {
    let folder = TempDir::new().expect("a folder can be made");
    for record in &*RECORDS {
        let json = record_json(record).expect("a game of ours");
        let draws: usize = record.log.iter().map(|entry| entry.draws.len()).sum();
        let file = write(&folder, "match.json", json.to_string().as_bytes());
        let verdict = format!("ok: {} commits, {draws} draws\n", record.log.len());
        assert_eq!(python(&[&file]), (Some(0), verdict));
        // All at once, because it takes a while to begin.
        let forged: Vec<String> = JSON_FORGERIES
            .iter()
            .map(|(what, forge, _)| {
                let mut forged = json.clone();
                forge(&mut forged);
                write(&folder, what, forged.to_string().as_bytes())
            })
            .collect();
        let words: Vec<&str> = forged.iter().map(String::as_str).collect();
        let (code, told) = python(&words);
        assert_eq!(code, Some(1), "{told}");
        for (line, (what, _, expected)) in told.lines().zip(JSON_FORGERIES) {
            assert!(line.contains(": deviation: ") && line.contains(expected), "{what}: {line}");
        }
        assert_eq!(told.lines().count(), JSON_FORGERIES.len());
    }
    let file = write(&folder, "other.json", b"{}");
    assert_eq!(python(&[&file]).0, Some(64));
}

#[test]
fn a_record_without_the_name_of_a_player_is_as_true_in_both_languages() {
    let folder = TempDir::new().expect("a folder can be made");
    let known = shipped_rules();
    let in_python = |record: &MatchExport| {
        let json = record_json(record).expect("a game of ours").to_string();
        python(&[&write(&folder, "erased.json", json.as_bytes())])
    };
    for record in &*RECORDS {
        let mut erased = record.clone();
        erase_first(&mut erased, "Erased 2");
        verify(&erased, &known).unwrap_or_else(|it| panic!("{it}"));
        let (code, verdict) = in_python(&erased);
        assert_eq!(code, Some(0), "{verdict}");
        erase_first(&mut erased, "Eve");
        verify(&erased, &known).expect_err("it is nobody's name");
        let (code, verdict) = in_python(&erased);
        assert_eq!(code, Some(1));
        assert!(verdict.contains("who was erased is 'Erased 2', not 'Eve'"), "{verdict}");
    }
}

#[test]
fn a_verifier_in_another_language_gives_the_vectors_of_the_document() {
    let document = services().join("match-orchestrator/DRAWS.md");
    let (code, verdict) = python(&["--vectors", document.to_str().expect("text")]);
    assert_eq!((code, verdict.as_str()), (Some(0), "ok: 5 vectors, 58 draws\n"));
    let folder = TempDir::new().expect("a folder can be made");
    let text = std::fs::read_to_string(document).expect("the document");
    let forged = text.replacen("draws         = 4/6", "draws         = 3/6", 1);
    let forged = write(&folder, "forged.md", forged.as_bytes());
    let (code, verdict) = python(&["--vectors", &forged]);
    assert_eq!(code, Some(1));
    assert!(verdict.starts_with("deviation: draws should be 4/6 4/6"), "{verdict}");
}

fn python(words: &[&str]) -> (Option<i32>, String) {
    let script = services().join("bakufu/proofs/python/verify.py");
    let ran = Command::new("python3").arg("-B").arg(script).args(words).output();
    let ran = ran.expect("python3 is installed");
    (ran.status.code(), String::from_utf8(ran.stdout).expect("it writes text"))
}

fn services() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn write(folder: &TempDir, name: &str, bytes: &[u8]) -> String {
    let file = folder.path().join(name);
    std::fs::write(&file, bytes).expect("a folder of ours");
    file.to_str().expect("the path is text").to_owned()
}

fn played(record: &mut MatchExport) -> &mut play::Match {
    record.game_match.as_mut().expect("the match")
}

fn standings(record: &mut MatchExport) -> &mut Vec<rules::Standing> {
    &mut played(record).outcome.as_mut().expect("it is over").standings
}

/// What erasing makes of the player in seat 1, who sat down first.
fn erase_first(record: &mut MatchExport, name: &str) {
    let Some(Change::Seated(seated)) = record.log[1].change.as_mut() else {
        panic!("nobody sat down")
    };
    seated.nonce.clear();
    seated.seat.as_mut().expect("a seat").name = name.to_owned();
    played(record).seats[0].name = name.to_owned();
}

/// The first commit that draws more than two numbers.
fn drawing(record: &mut MatchExport) -> &mut LogEntry {
    record.log.iter_mut().find(|entry| entry.draws.len() > 2).expect("every game draws")
}

fn acted(record: &mut MatchExport) -> &mut play::Acted {
    let acts = record.log.iter_mut().filter_map(|entry| match entry.change.as_mut() {
        Some(Change::Acted(acted)) => Some(acted),
        _ => None,
    });
    acts.last().expect("somebody acted")
}

fn second(record: &mut MatchExport) -> &mut i64 {
    &mut record.log[9].committed_at.as_mut().expect("every commit has a moment").seconds
}

fn seated(record: &mut MatchExport) -> &mut play::Seat {
    let seats = record.log.iter_mut().filter_map(|entry| match entry.change.as_mut() {
        Some(Change::Seated(seated)) => seated.seat.as_mut(),
        _ => None,
    });
    seats.last().expect("somebody sat down")
}

fn renumbered(record: &mut MatchExport, change: fn(&mut Vec<LogEntry>)) {
    change(&mut record.log);
    for (number, entry) in (1..).zip(&mut record.log) {
        entry.commit = number;
    }
}

fn draws(json: &mut Json) -> &mut Vec<Json> {
    let log = json["log"].as_array_mut().expect("a log").iter_mut();
    let mut draws = log.filter_map(|entry| entry["draws"].as_array_mut());
    draws.find(|draws| draws.len() > 2).expect("every game draws")
}

fn value(json: &mut Json) -> &mut Json {
    &mut draws(json)[0]["value"]
}
