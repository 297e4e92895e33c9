//! `bakufu board`: pictures of a match.

use std::collections::BTreeSet;
use std::path::Path;

use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use tempfile::TempDir;

use crate::command::{answered, complains, json, printed};
use crate::server::Server;

#[test]
fn a_picture_has_the_asked_width_and_the_shape_of_the_board() {
    let folder = TempDir::new().expect("a folder can be made");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (png, svg) = (path("board.png"), path("board.svg"));
    let server = Server::start();
    for game in ["edo", "samurai", "shitenno", "shogun"] {
        let seats = if game == "shogun" { "3" } else { "2" };
        let words = ["play", game, "--seats", seats, "--json", "--server", &server.url];
        let played = json(&words);
        let id = played["match_id"].as_str().expect("an id");
        let words = ["board", id, "--server", &server.url, "--png", &png, "--svg", &svg];
        printed(&[&words[..], &["--width", "500"]].concat());
        let picture = Pixmap::load_png(&png).expect("it is a PNG file");
        assert_eq!(picture.width(), 500, "{game}");
        let drawing = std::fs::read_to_string(&svg).expect("the drawing is there");
        let (_, size) = drawing.split_once(r#"viewBox="0 0 1000 "#).expect("it has a size");
        let (height, _) = size.split_once('"').expect("it has a size");
        let height: f32 = height.parse().expect("a number");
        assert_eq!(picture.height(), (height / 2.0).round() as u32, "{game}");
        let colours: BTreeSet<[u8; 4]> = picture.pixels().iter().map(rgba).collect();
        assert!(colours.len() > 100, "{game} has {} colours", colours.len());
    }
}

fn rgba(pixel: &PremultipliedColorU8) -> [u8; 4] {
    [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
}

#[test]
fn a_seat_sees_its_own_hand_with_its_token_only() {
    let folder = TempDir::new().expect("a folder can be made");
    let data = folder.path().display().to_string();
    let server = Server::start();
    let words = ["play", "samurai", "--human", "--server", &server.url, "--data", &data];
    let left = answered(&words, &mut &b"1\n1\n"[..]);
    assert_eq!(left.code, 0, "{}", left.err);
    let id = left.out.split_whitespace().skip_while(|word| *word != "join").nth(1);
    let id = id.expect("it says how to come back");

    let file = folder.path().join("board.svg").display().to_string();
    let board = ["board", id, "--server", &server.url, "--svg", &file];
    let seen = |more: &[&str]| {
        printed(&[&board[..], more].concat());
        std::fs::read_to_string(&file).expect("the drawing is there")
    };
    let spectator = seen(&[]);
    let own = seen(&["--seat", "1", "--data", &data]);
    assert_ne!(own, spectator);
    let token = Path::new(&data).join(format!("seats/{id}-1.token")).display().to_string();
    assert_eq!(seen(&["--token-file", &token]), own);

    let refused = |code, complaint: &[&str], more: &[&str]| {
        complains(code, complaint, &[&board[..], more].concat());
    };
    let nothing = folder.path().join("nothing").display().to_string();
    refused(64, &["token of seat 2", "BAKUFU_SEAT_TOKEN"], &["--seat", "2", "--data", &nothing]);
    refused(64, &["seat 1, not of seat 2"], &["--seat", "2", "--token-file", &token]);
    let wrong = folder.path().join("wrong").display().to_string();
    std::fs::write(&wrong, "nonsense").expect("the folder takes files");
    refused(1, &["the server refused"], &["--token-file", &wrong]);
    refused(1, &["token file", "--token-file"], &["--token-file", &nothing]);
}

#[test]
fn after_the_end_everyone_looks_through_every_pair_of_eyes() {
    let folder = TempDir::new().expect("a folder can be made");
    let server = Server::start();
    let words = ["play", "samurai", "--seats", "2", "--json", "--server", &server.url];
    let played = json(&words);
    let id = played["match_id"].as_str().expect("an id");
    let seen = |seat: Option<&str>| {
        let file = folder.path().join("board.svg").display().to_string();
        let data = folder.path().display().to_string();
        let mut words = vec!["board", id, "--server", &server.url, "--svg", &file];
        if let Some(seat) = seat {
            words.extend(["--data", &data, "--seat", seat]);
        }
        printed(&words);
        std::fs::read_to_string(&file).expect("the drawing is there")
    };
    let (spectator, one, two) = (seen(None), seen(Some("1")), seen(Some("2")));
    assert!(one != spectator && two != spectator && one != two);
}

#[test]
fn what_can_not_be_drawn_is_explained() {
    let server = Server::start();
    let url = &server.url;
    let at = |id, file| ["board", id, "--png", file, "--server", url.as_str()];
    complains(1, &["no such match"], &at("0123", "board.png"));
    let open = server.open_match();
    complains(1, &["has not started"], &at(&open, "board.png"));
    let played = json(&["play", "samurai", "--seats", "2", "--json", "--server", url]);
    let id = played["match_id"].as_str().expect("an id");
    complains(1, &["/nowhere/board.png", "another file"], &at(id, "/nowhere/board.png"));
}
