//! `bakufu play --human` and `bakufu join`: a person at the table.

use std::io::{BufRead, BufReader, Read};
use std::thread;

use tempfile::TempDir;

use crate::command::{Ran, answered, complains, json, printed};
use crate::server::Server;

/// More lines than any game takes.
const LINES_MAX: u32 = 20_000;

/// Types the numbers 1, 2, 3, 1, … to the end: a game ends whatever is chosen,
/// and where there is no such choice the next line is one.
struct Tireless {
    lines: u32,
    pending: Vec<u8>,
}

impl Tireless {
    fn new() -> BufReader<Self> {
        BufReader::new(Self { lines: 0, pending: Vec::new() })
    }
}

impl Read for Tireless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.pending.is_empty() && self.lines < LINES_MAX {
            self.pending = format!("{}\n", self.lines % 3 + 1).into_bytes();
            self.lines += 1;
        }
        let read = (&self.pending[..]).read(buffer)?;
        self.pending.drain(..read);
        Ok(read)
    }
}

fn plays(words: &[&str], answers: &mut dyn BufRead) -> String {
    let words = [&["play"], words].concat();
    let Ran { code, out, err } = answered(&words, answers);
    assert_eq!((code, err.as_str()), (0, ""), "bakufu {words:?}\n{out}");
    out
}

fn says(words: &[&str], answers: &str) -> String {
    plays(words, &mut answers.as_bytes())
}

/// The lines between two answers of the script.
fn after<'a>(out: &'a str, answer: &str) -> &'a str {
    let (_, rest) = out.split_once(&format!("> {answer}\n")).expect("the answer is written down");
    rest.split("\n> ").next().unwrap_or(rest)
}

#[test]
fn every_game_is_played_to_its_end_by_choosing_numbers() {
    for game in json(&["games", "--json"]).as_array().expect("a list of games") {
        let id = game["id"].as_str().expect("a game has an id");
        let out = plays(&[id, "--human", "--seed", "01"], &mut Tireless::new());
        let (_, standings) = out.rsplit_once("\n\n").expect("the standings stand apart");
        let seats = game["seats_min"].as_u64().expect("a number of seats") as usize;
        assert!(standings.trim_start().starts_with("place"), "{id}: {standings}");
        assert_eq!(standings.lines().count(), seats + 1, "{id}: {standings}");
        assert!(standings.contains("Player 1") && standings.contains("Bot 1"), "{standings}");
    }
}

#[test]
fn a_seed_and_the_same_choices_repeat_the_match() {
    let play = |seed| says(&["samurai", "--human", "--seed", seed], "1\n1\n1\nv\nl\n");
    assert_eq!(play("02"), play("02"));
    assert_ne!(play("02"), play("03"));
}

#[test]
fn the_board_is_told_in_words_and_the_choices_are_numbered() {
    let out = says(&["samurai", "--human", "--seats", "3", "--seat", "2", "--seed", "04"], "");
    for part in
        ["Seats\n", "Seat 2  Player 2 (you)", "Seat 1  Bot 1", "\nSamurai. ", "Edo, capital"]
    {
        assert!(out.contains(part), "{part:?} is missing in:\n{out}");
    }
    assert!(out.contains("Choose your hand\n    1  Choose helmet 4\n    2  Choose"), "{out}");
    assert!(out.contains("Type ? for help."), "{out}");
}

#[test]
fn wrong_numbers_are_explained_and_asked_again() {
    let out = says(&["samurai", "--human", "--seed", "05"], "0\n999\n1\n");
    assert_eq!(after(&out, "0"), "There is no choice 0: type 1 to 20.");
    assert_eq!(after(&out, "999"), "There is no choice 999: type 1 to 20.");
    assert!(after(&out, "1").contains("    1  Choose helmet 3"), "{out}");
}

#[test]
fn a_step_is_taken_back_with_u() {
    let out = says(&["samurai", "--human", "--seed", "05"], "u\n2\nu 7\nu\nu\n");
    assert_eq!(after(&out, "u"), "There is nothing to take back.");
    assert!(after(&out, "2").ends_with("    u  Put helmet 3 back"), "{out}");
    assert_eq!(after(&out, "u 7"), "There is no step 7 to take back.");
    let (_, undone) = out.split_once("> u 7\n").expect("it was answered");
    let again = after(undone, "u");
    assert!(again.contains("    2  Choose helmet 3"), "it can be chosen again:\n{again}");
    assert!(undone.contains("> u\nThere is nothing to take back."), "{undone}");
}

#[test]
fn words_find_choices_and_parts_of_the_board() {
    let answers = "rice 4\n/3\nno such thing\nv edo\nv nowhere\na\n?\n";
    let out = says(&["samurai", "--human", "--seed", "06"], answers);
    assert_eq!(after(&out, "rice 4"), "Choose your hand\n    7  Choose rice 4");
    assert_eq!(after(&out, "/3").lines().count(), 5, "{out}");
    assert!(after(&out, "no such thing").starts_with("Nothing has these words"), "{out}");
    assert_eq!(after(&out, "v edo").lines().count(), 1, "{out}");
    assert!(after(&out, "v nowhere").starts_with("Nothing on the board"), "{out}");
    assert_eq!(after(&out, "a").lines().count(), 21, "{out}");
    assert!(after(&out, "?").contains("resign"), "{out}");
}

#[test]
fn leaving_says_what_becomes_of_the_match() {
    for answers in ["", "1\n1\n", "q\n", "1\nquit\n1\n"] {
        let out = says(&["shitenno", "--human", "--seed", "07"], answers);
        assert!(out.contains("ends with this command"), "{answers:?}:\n{out}");
    }
}

#[test]
fn who_resigns_is_asked_first_and_ranks_last() {
    let out = says(&["samurai", "--human", "--seats", "3", "--seed", "08"], "r\nno\nr\nyes\n");
    assert!(out.contains("Type yes: no\nYou play on.\n"), "{out}");
    let last = out.lines().last().expect("there are standings");
    let words: Vec<&str> = last.split_whitespace().take(4).collect();
    assert_eq!(words, ["3", "1", "Player", "1"], "{out}");
}

#[test]
fn the_board_is_saved_where_it_is_asked_for() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (png, svg, nowhere) = (path("a.png"), path("a.svg"), path("no/a.png"));
    let answers = format!("b {png}\nb {svg}\nb {nowhere}\nb\n");
    let out = says(&["samurai", "--human", "--seed", "09"], &answers);
    assert!(out.contains(&format!("The board is in {png}\n")), "{out}");
    let read = |file: &str| std::fs::read(file).expect("the file is there");
    assert!(read(&png).starts_with(b"\x89PNG"));
    assert!(read(&svg).starts_with(b"<svg"));
    assert!(out.contains(&format!("{nowhere} can't be written")), "{out}");
    let (_, named) = out.rsplit_once("The board is in ").expect("a file was made");
    let named = named.lines().next().expect("it has a name");
    assert!(read(named).starts_with(b"\x89PNG"));
    std::fs::remove_file(named).expect("it can be removed");
}

#[test]
fn a_finished_match_of_a_person_can_be_kept() {
    let folder = TempDir::new().expect("a folder can be made");
    let file = folder.path().join("match.bin").display().to_string();
    let words = ["samurai", "--human", "--seed", "0a", "--export", &file];
    plays(&words, &mut Tireless::new());
    assert!(std::fs::metadata(&file).expect("the record is there").len() > 1000);
}

#[test]
fn on_a_server_a_person_comes_back_to_the_same_seat() {
    let folder = TempDir::new().expect("a folder can be made");
    let data = folder.path().display().to_string();
    let server = Server::start();
    let words = ["samurai", "--human", "--seat", "2", "--server", &server.url, "--data", &data];
    let left = says(&words, "1\nq\n");
    let back = left.lines().last().expect("it says how to come back");
    let words: Vec<&str> = back.split_whitespace().skip(1).collect();
    assert_eq!(words[0], "join", "{left}");
    let joined = answered(&words, &mut Tireless::new());
    assert_eq!((joined.code, joined.err.as_str()), (0, ""), "{}", joined.out);
    assert!(joined.out.contains("Seat 2  Player 2 (you)"), "{}", joined.out);
    // The tile that was chosen before is in the hand.
    assert!(joined.out.contains("    u  Put helmet 4 back"), "{}", joined.out);
    assert!(joined.out.contains("place  seat  player"), "{}", joined.out);
}

#[test]
fn two_people_take_the_open_seats_and_play_when_the_match_starts() {
    let folder = TempDir::new().expect("a folder can be made");
    let server = Server::start();
    let match_id = server.open_match();
    let join = |name: &str| {
        let data = folder.path().join(name).display().to_string();
        let words = ["join", &match_id, "--name", name, "--server", &server.url, "--data", &data];
        let ran = answered(&words, &mut Tireless::new());
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(ran.out.contains(&format!("{name} (you)")), "{}", ran.out);
        let (_, standings) = ran.out.rsplit_once("\n\n").expect("the standings stand apart");
        standings.to_owned()
    };
    let (ann, ben) = thread::scope(|people| {
        let ann = people.spawn(|| join("Ann"));
        (join("Ben"), ann.join().expect("Ann plays to the end"))
    });
    assert_eq!(ann, ben);
    assert!(ann.contains("Ann") && ann.contains("Ben"), "{ann}");
}

#[test]
fn seats_that_are_not_there_are_refused_with_advice() {
    let human = ["play", "samurai", "--human"];
    let with = |more: &[&'static str]| [&human[..], more].concat();
    complains(64, &["no seat 3 among 2", "--seats"], &with(&["--seat", "3"]));
    complains(64, &["2 to 4 seats", "not 5"], &with(&["--seats", "5"]));
    let nobody = format!("http://127.0.0.1:{}", kit_testing::free_port());
    complains(1, &[&nobody, "bakufu up"], &["join", "0123", "--server", &nobody]);
}

#[test]
fn the_help_of_play_says_how_a_person_plays() {
    assert!(printed(&["play", "--help"]).contains("bakufu play samurai --human"));
}
