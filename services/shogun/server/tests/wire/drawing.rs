//! Drawings are stable, self-contained, complete, and show no secrets.

use std::collections::BTreeSet;

use kit_rules::Seat;
use kit_rules_server::Wire;
use shogun_rules::{Card, Phase, Province, Space, State};
use shogun_server::ShogunWire;

use crate::play::{Setting, first, now_and_then, schema, settings, view, viewers};

/// The ids of all elements.
pub(crate) fn ids(svg: &str) -> Vec<&str> {
    let parts = svg.split(" id=\"").skip(1);
    parts.map(|part| part.split('"').next().expect("an attribute ends")).collect()
}

/// The drawing of a position as somebody sees it.
fn drawn(state: &State, viewer: Option<Seat>) -> String {
    let seen = view(&schema(), state, viewer);
    ShogunWire::render(seen, viewer).unwrap_or_else(|malformed| panic!("{malformed:?}"))
}

#[test]
fn every_view_is_drawn_with_unique_ids_that_all_links_meet() {
    let schema = schema();
    for setting in settings(1) {
        now_and_then(setting, 9, |state| {
            for viewer in viewers(state) {
                let svg = ShogunWire::render(view(&schema, state, viewer), viewer)
                    .unwrap_or_else(|malformed| panic!("{setting:?}: {malformed:?}"));
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
    for setting in settings(1) {
        now_and_then(setting, 60, |state| {
            for viewer in viewers(state) {
                let draw = |message| ShogunWire::render(message, viewer).expect("can be drawn");
                let svg = draw(view(&schema, state, viewer));
                assert_eq!(svg, draw(view(&schema, state, viewer)), "{setting:?}");
                assert_eq!(svg, draw(ShogunWire::state_to_proto(state)), "{setting:?}");
            }
        });
    }
}

#[test]
fn every_province_in_play_is_an_element_and_no_other() {
    for setting in settings(1) {
        let state = first(setting, |state| matches!(state.phase, Phase::Plan(_)));
        let svg = drawn(&state, None);
        let drawn: BTreeSet<&str> = ids(&svg).into_iter().collect();
        for province in Province::all() {
            let id = format!("province-{}", province.id());
            let in_play = state.in_play().contains(province);
            assert_eq!(drawn.contains(id.as_str()), in_play, "{setting:?}: {id}");
        }
    }
}

#[test]
fn the_title_of_a_province_tells_its_owner_and_what_stands_there() {
    let state = first(plain(4), |state| {
        let built = state.provinces.iter().any(|h| !h.buildings.is_empty() && h.markers > 0);
        built && matches!(state.phase, Phase::Act(_))
    });
    let found = Province::all().find(|province| {
        let holding = state.holding(*province);
        !holding.buildings.is_empty() && holding.markers > 0
    });
    let province = found.expect("the position was chosen for it");
    let holding = state.holding(province);
    let svg = drawn(&state, None);
    let title = svg.split(&format!("<title>{province}, ")).nth(1).expect("it has a title");
    let title = title.split("</title>").next().expect("a title ends");
    let owner = holding.owner.expect("buildings have an owner");
    let building = holding.buildings.iter().next().expect("there is one");
    for part in [format!("{owner} with {} arm", holding.armies), building.to_string()] {
        assert!(title.contains(&part), "{title} lacks {part}");
    }
    assert!(title.contains("revolt marker"), "{title}");
}

#[test]
fn a_plan_is_face_up_in_the_own_drawing_and_in_no_other() {
    let schema = schema();
    let mut compared = 0;
    now_and_then(plain(5), 5, |state| {
        if !matches!(state.phase, Phase::Act(_) | Phase::PickSpecial) {
            return;
        }
        for seat in state.seats.seats() {
            let mut blank = state.clone();
            blank.players[seat.index()].plan = Default::default();
            let draw =
                |state: &State, viewer| ShogunWire::render(view(&schema, state, viewer), viewer);
            for viewer in viewers(state).into_iter().filter(|viewer| *viewer != Some(seat)) {
                assert_eq!(draw(state, viewer), draw(&blank, viewer), "{seat} for {viewer:?}");
            }
            let Some((index, card)) = state.player(seat).plan.iter().next() else { continue };
            let space = Space::from_index(index).expect("a space of the board");
            let title = match card {
                Card::Province(province) => format!("{space}: {province}, face down"),
                Card::Chests(chests) => format!("{space}: {chests}, face down"),
            };
            let title = title.replace('"', "&quot;");
            let own = draw(state, Some(seat)).expect("can be drawn");
            assert!(own.contains(&title), "{title}");
            compared += 1;
        }
    });
    assert!(compared > 20, "only {compared} plans were looked at");
}

#[test]
fn a_drawing_loads_nothing_and_runs_nothing() {
    for viewer in [None, Seat::new(1)] {
        let state = first(plain(5), |state| matches!(state.phase, Phase::Act(_)));
        let svg = drawn(&state, viewer);
        let rest = svg.replacen("xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
        for foreign in ["http", "url(", "<script", "<image", "<foreignObject", "@import"] {
            assert!(!rest.contains(foreign), "the drawing has {foreign}");
        }
        // An attribute that runs something begins with "on".
        let runs = rest.split(" on").skip(1).any(|part| {
            part.trim_start_matches(|c: char| c.is_ascii_lowercase()).starts_with("=\"")
        });
        assert!(!runs, "an attribute runs something");
    }
}

/// The printed game with so many seats.
fn plain(seats: u32) -> Setting {
    let all = settings(1).into_iter();
    let mut plain = all.filter(|s| s.seats == seats && s.options == Default::default());
    plain.next().expect("the printed game is a setting")
}
