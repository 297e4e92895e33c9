//! `bakufu admin archive`, into folders and streams that take everything, and into
//! those that do not.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use bytes::Bytes;
use kit_proto::bakufu::play::v1::MatchExport;
use prost::Message;

use crate::admin::Stage;
use crate::command::{complains, into, json, printed};

/// The signal that ends a process whose file gets too large.
const SIGXFSZ: i32 = 25;

impl Stage {
    /// Plays a match to its end.
    fn finished(&self) -> String {
        let url = self.server.url();
        let words = ["play", "samurai", "--seats", "2", "--json", "--server", &url];
        json(&words)["match_id"].as_str().expect("an id").to_owned()
    }

    /// An empty folder for an archive.
    fn archive(&self) -> PathBuf {
        let folder = self.folder.path().join("archive");
        fs::create_dir(&folder).expect("a folder can be made");
        folder
    }

    fn archived(&self, folder: &Path) -> serde_json::Value {
        self.with(&["archive", "--to", text(folder), "--json"], json)
    }

    /// The command as a process of its own, started by a shell after other words.
    fn process(&self, before: &str, to: &str, out: Stdio) -> Output {
        let script = format!("{before} exec \"$0\" \"$@\"");
        let command = |words: &[&str]| {
            let mut shell = Command::new("sh");
            shell.args(["-c", &script, env!("CARGO_BIN_EXE_bakufu")]).args(words);
            let child = shell.stdout(out).stderr(Stdio::piped()).spawn().expect("a shell starts");
            child.wait_with_output().expect("it ends")
        };
        self.with(&["archive", "--to", to], command)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is text")
}

/// The names in a folder without those of interrupted runs, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is there");
    let names = entries.map(|entry| entry.expect("it can be read").file_name());
    let mut names: Vec<String> =
        names.map(|name| name.into_string().expect("the name is text")).collect();
    names.retain(|name| !name.ends_with(".part"));
    names.sort();
    names
}

#[test]
fn finished_matches_are_archived_once_and_their_files_are_true_records() {
    let stage = Stage::new();
    let folder = stage.archive();
    let mut ids = [stage.finished(), stage.finished()];
    ids.sort();
    let running = stage.create().expect("a match that is not over");
    let told = stage.with(&["archive", "--to", text(&folder)], printed);
    assert!(told.contains("2 records written"), "{told}");
    assert_eq!(names(&folder), ids.clone().map(|id| format!("{id}.bin")));
    for id in &ids {
        let file = folder.join(format!("{id}.bin"));
        let told = printed(&["verify", text(&file)]);
        assert!(told.contains("The record is true.") && told.contains(id), "{told}");
    }
    let again = stage.archived(&folder);
    assert_eq!((&again["written"], &again["known"]), (&0.into(), &0.into()), "nothing is left");

    stage.with(&["abort", &running, "--reason", "a test"], printed);
    assert_eq!(stage.archived(&folder)["written"], 1, "what ended since");
    assert_eq!(names(&folder).len(), 3);
    stage.stop();
}

#[test]
fn a_record_that_is_there_is_recognized_and_another_file_is_left_alone() {
    let stage = Stage::new();
    let folder = stage.archive();
    let (one, two) = (stage.finished(), stage.finished());
    let [file_one, file_two] = [&one, &two].map(|id| folder.join(format!("{id}.bin")));
    let url = stage.server.url();
    printed(&["export", &one, "--server", &url, "--out", text(&file_one)]);
    fs::write(&file_two, "a diary").expect("a folder of ours");
    let to = ["archive", "--to", text(&folder)];
    stage.with(&to, |words| complains(1, &["1 records", &two, text(&file_two)], words));
    assert_eq!(fs::read_to_string(&file_two).expect("it is there"), "a diary");
    // The one that was there is marked; the other one waits for room.
    fs::remove_file(&file_two).expect("a folder of ours");
    let report = stage.archived(&folder);
    assert_eq!((&report["written"], &report["known"]), (&1.into(), &0.into()));
    printed(&["verify", text(&file_two)]);
    stage.stop();
}

#[test]
fn a_folder_that_is_missing_or_none_is_named_and_nothing_is_marked() {
    let stage = Stage::new();
    stage.finished();
    let missing = stage.folder.path().join("missing");
    let none = stage.folder.path().join("token");
    for wrong in [&missing, &none] {
        let to = ["archive", "--to", text(wrong)];
        stage.with(&to, |words| complains(1, &[text(wrong), "--to", "goes on"], words));
    }
    // Nobody may write there, not even who may do everything.
    let to = ["archive", "--to", "/proc/self"];
    stage.with(&to, |words| complains(1, &["/proc/self/", ".bin", "--to"], words));
    assert_eq!(stage.archived(&stage.archive())["written"], 1);
    stage.stop();
}

#[test]
fn a_disk_that_is_full_in_mid_record_loses_nothing() {
    let stage = Stage::new();
    let folder = stage.archive();
    let id = stage.finished();
    let full = stage.process("trap '' XFSZ; ulimit -f 1;", text(&folder), Stdio::piped());
    let told = String::from_utf8(full.stderr).expect("complaints are text");
    assert_eq!((full.status.code(), full.stdout.len()), (Some(1), 0), "{told}");
    assert!(told.contains(&format!("{id}.bin")) && told.contains("goes on"), "{told}");
    assert_eq!(fs::read_dir(&folder).expect("it is there").count(), 0, "no part is left");
    assert_eq!(stage.archived(&folder)["written"], 1);
    printed(&["verify", text(&folder.join(format!("{id}.bin")))]);
    stage.stop();
}

#[test]
fn a_run_that_is_killed_in_mid_record_loses_nothing() {
    let stage = Stage::new();
    let folder = stage.archive();
    let id = stage.finished();
    let killed = stage.process("ulimit -c 0; ulimit -f 1;", text(&folder), Stdio::piped());
    assert_eq!(killed.status.signal(), Some(SIGXFSZ), "{killed:?}");
    assert_eq!(names(&folder), Vec::<String>::new(), "no record has its name before it is whole");
    assert_eq!(stage.archived(&folder)["written"], 1);
    printed(&["verify", text(&folder.join(format!("{id}.bin")))]);
    stage.stop();
}

#[test]
fn a_stream_gets_every_record_behind_its_length_and_a_full_one_marks_nothing() {
    let stage = Stage::new();
    let mut ids = [stage.finished(), stage.finished()];
    ids.sort();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let failed = stage.process("", "-", full.into());
    let told = String::from_utf8(failed.stderr).expect("complaints are text");
    assert_eq!(failed.status.code(), Some(1), "{told}");
    assert!(told.contains("standard output") && told.contains("goes on"), "{told}");

    let read = |words: &[&str]| {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        assert_eq!(into(words, &mut std::io::empty(), &mut out, &mut err), 0, "{err:?}");
        let mut bytes = Bytes::from(out);
        let mut found = Vec::new();
        while !bytes.is_empty() {
            let record = MatchExport::decode_length_delimited(&mut bytes).expect("a record");
            found.push(record.game_match.expect("the match").match_id);
        }
        found.sort();
        found
    };
    let to = ["archive", "--to", "-"];
    assert_eq!(stage.with(&to, read), ids);
    assert_eq!(stage.with(&to, read), Vec::<String>::new(), "all of them are marked");
    stage.stop();
}
