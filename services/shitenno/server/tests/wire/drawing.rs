//! Drawings are well formed, stable, self-contained, and show no secrets.

use std::collections::BTreeSet;

use kit_rules_server::Wire;
use shitenno_rules::{POSITIONS, Phase, Province};
use shitenno_server::ShitennoWire;

use crate::play::{now_and_then, position, schema, settings, view, viewers};

/// The ids of all elements.
pub(crate) fn ids(svg: &str) -> Vec<&str> {
    let parts = svg.split(" id=\"").skip(1);
    parts.map(|part| part.split('"').next().expect("an attribute ends")).collect()
}

#[test]
fn every_view_is_drawn_well_formed_with_unique_ids_that_all_links_meet() {
    let schema = schema();
    for setting in settings(1) {
        now_and_then(setting, |state| {
            for viewer in viewers(state) {
                let svg = ShitennoWire::render(view(&schema, state, viewer), viewer)
                    .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?}"));
                if let Err(fault) = well_formed(&svg) {
                    panic!("{setting:?} {viewer:?}: {fault}");
                }
                let all = ids(&svg);
                let unique: BTreeSet<&str> = all.iter().copied().collect();
                assert_eq!(unique.len(), all.len(), "{setting:?}: an id stands twice");
                for link in svg.split("href=\"#").skip(1) {
                    let target = link.split('"').next().expect("an attribute ends");
                    assert!(unique.contains(target), "{setting:?}: nothing is called {target}");
                }
            }
        });
    }
}

#[test]
fn the_same_view_gives_the_same_bytes_and_the_whole_state_shows_no_more() {
    let schema = schema();
    for setting in settings(2) {
        for steps in [3, 40, 90] {
            let state = position(setting, steps);
            for viewer in viewers(&state) {
                let draw = |message| ShitennoWire::render(message, viewer).expect("can be drawn");
                let svg = draw(view(&schema, &state, viewer));
                assert_eq!(svg, draw(view(&schema, &state, viewer)), "{setting:?}");
                assert_eq!(svg, draw(ShitennoWire::state_to_proto(&state)), "{setting:?}");
            }
        }
    }
}

#[test]
fn every_province_with_its_positions_and_every_player_is_an_element() {
    let schema = schema();
    for setting in settings(1) {
        let state = position(setting, 80);
        let svg = ShitennoWire::render(view(&schema, &state, None), None).expect("can be drawn");
        let drawn: BTreeSet<&str> = ids(&svg).into_iter().collect();
        for id in Province::all().map(Province::id) {
            let parts = [format!("province-{id}"), format!("troops-{id}")];
            let positions = (1..=POSITIONS).map(|position| format!("position-{id}-{position}"));
            for element in parts.into_iter().chain(positions) {
                assert!(drawn.contains(element.as_str()), "{element}");
            }
        }
        for number in 1..=4 {
            let is_there = drawn.contains(format!("player-{number}").as_str());
            assert_eq!(is_there, number <= setting.seats, "{setting:?}: player {number}");
        }
    }
}

#[test]
fn what_is_known_of_a_position_can_be_read_in_its_titles() {
    let schema = schema();
    let mut met = BTreeSet::new();
    for setting in settings(2) {
        now_and_then(setting, |state| {
            let svg = ShitennoWire::render(view(&schema, state, None), None).expect("drawn");
            for seat in state.seats.seats() {
                let player = state.player(seat);
                let koku = player.hand.koku_cards();
                let (points, troops) = (player.total(), player.hand.troop_cards());
                let told = match state.phase {
                    Phase::Over(_) => format!("{points} points, of these"),
                    _ => format!("{points} points, {troops} troop cards, {koku} koku cards"),
                };
                assert!(svg.contains(&told), "{setting:?}: {told}");
            }
            for (province, land) in Province::all().zip(&state.provinces) {
                let Some(kamon) = land.kamon[0] else { continue };
                let golden = if kamon.golden { " golden" } else { "" };
                let told = format!("{province}, position 1: {}{golden}<", kamon.seat);
                assert!(svg.contains(&told), "{setting:?}: {told}");
                met.insert(kamon.golden);
            }
        });
    }
    assert_eq!(met.len(), 2, "simple and golden kamon were met");
}

#[test]
fn a_drawing_loads_nothing_and_runs_nothing() {
    let schema = schema();
    let state = position(settings(1)[0], 60);
    let svg = ShitennoWire::render(view(&schema, &state, None), None).expect("can be drawn");
    let rest = svg.replacen("xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    for foreign in ["http", "url(", "<script", "<image", "<foreignObject", "@import", " on"] {
        // An attribute that runs something begins with "on"; text may hold the word.
        let found = if foreign == " on" {
            rest.split(" on").skip(1).any(|part| {
                let name = part.trim_start_matches(|c: char| c.is_ascii_lowercase());
                name.starts_with("=\"")
            })
        } else {
            rest.contains(foreign)
        };
        assert!(!found, "the drawing has {foreign}");
    }
}

#[test]
fn the_check_of_well_formedness_finds_what_is_wrong() {
    assert_eq!(well_formed("<a b=\"c\"><d/>e &amp; f</a>\n"), Ok(()));
    for wrong in [
        "",
        "<a>",
        "<a></b>",
        "<a b=c/>",
        "<a b=\"c/>",
        "<a>&</a>",
        "<a>b > c</a>",
        "<a/><b/>",
        "<a b=\"1\" b=\"2\"/>",
    ] {
        assert!(well_formed(wrong).is_err(), "{wrong} passes");
    }
}

/// A strict reader of the XML that drawings are made of.
fn well_formed(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let Some(inside) = rest.strip_prefix('<') else {
            let end = rest.find('<').ok_or("text after the end")?;
            check_text(&rest[..end])?;
            if open.is_empty() {
                return Err(format!("text outside of the document: {}", &rest[..end]));
            }
            rest = &rest[end..];
            continue;
        };
        let end = inside.find('>').ok_or("a tag does not end")?;
        let tag = &inside[..end];
        rest = &inside[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> closes something else"));
            }
            continue;
        }
        roots += usize::from(open.is_empty());
        let body = tag.strip_suffix('/').unwrap_or(tag);
        let name = body.split(' ').next().unwrap_or_default();
        check_attributes(body[name.len()..].trim_end())?;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    match (open.last(), roots) {
        (Some(name), _) => Err(format!("<{name}> is not closed")),
        (None, 1) => Ok(()),
        (None, roots) => Err(format!("{roots} roots")),
    }
}

fn check_attributes(attributes: &str) -> Result<(), String> {
    let mut names = BTreeSet::new();
    let mut rest = attributes;
    while !rest.is_empty() {
        let (name, value) =
            rest.trim_start().split_once("=\"").ok_or(format!("no value: {rest}"))?;
        let (value, after) = value.split_once('"').ok_or(format!("{name} is not closed"))?;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if name.is_empty() || !name.chars().all(is_name) || !names.insert(name) {
            return Err(format!("{name} is no attribute here"));
        }
        check_text(value)?;
        rest = after;
    }
    Ok(())
}

fn check_text(text: &str) -> Result<(), String> {
    let entities = ["amp;", "lt;", "gt;", "quot;"];
    let loose = text.split('&').skip(1).any(|after| !entities.iter().any(|e| after.starts_with(e)));
    if loose || text.contains('>') { Err(format!("not escaped: {text}")) } else { Ok(()) }
}
