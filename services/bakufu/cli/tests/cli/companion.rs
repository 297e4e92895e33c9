//! `bakufu prove` and `bakufu bench`, which another program does.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

use crate::command::printed;

/// A folder with this `bakufu` and, as its companion, a script of this text.
fn installed(companion: Option<&str>) -> TempDir {
    // Beside the build, where a second name for the program costs no copy.
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
    let link = fs::hard_link(env!("CARGO_BIN_EXE_bakufu"), folder.path().join("bakufu"));
    link.expect("the program is built");
    if let Some(text) = companion {
        let script = folder.path().join("bakufu-lab");
        fs::write(&script, format!("#!/bin/sh\n{text}\n")).expect("a folder of ours");
        fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).expect("a file of ours");
    }
    folder
}

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(folder.join("bakufu")).args(words).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("a command writes text")
}

#[test]
fn the_companion_gets_the_same_words_and_its_exit_code_is_passed_on() {
    let folder = installed(Some("echo \"$@\"; echo oh >&2; exit 7"));
    for words in
        [&["prove", "draws", "--draws", "500000"][..], &["bench", "--json", "--seconds", "0.1"]]
    {
        let ran = run(folder.path(), words);
        assert_eq!(ran.status.code(), Some(7));
        assert_eq!(text(&ran.stdout), words.join(" ") + "\n");
        assert_eq!(text(&ran.stderr), "oh\n");
    }
}

#[test]
fn what_can_not_be_parsed_does_not_reach_the_companion() {
    let folder = installed(Some("echo reached"));
    let ran = run(folder.path(), &["prove", "draws", "--draws", "few"]);
    assert_eq!((ran.status.code(), text(&ran.stdout)), (Some(64), ""));
}

#[test]
fn without_a_companion_it_is_said_how_to_get_it() {
    let folder = installed(None);
    let ran = run(folder.path(), &["bench"]);
    assert_eq!((ran.status.code(), text(&ran.stdout)), (Some(1), ""));
    let place = folder.path().join("bakufu-lab");
    for part in [place.to_str().expect("a path"), "cargo install --path services/bakufu/lab"] {
        assert!(text(&ran.stderr).contains(part), "{part:?} is missing in {:?}", ran.stderr);
    }
}

#[test]
fn helps_say_who_does_it_and_how_to_get_it() {
    let overview = printed(&["--help"]);
    assert!(overview.contains("cargo install --path services/bakufu/lab"), "{overview}");
    for command in ["prove", "bench", "capacity"] {
        let help = printed(&[command, "--help"]);
        assert!(help.contains("bakufu-lab"), "{help}");
    }
}
