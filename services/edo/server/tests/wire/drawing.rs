//! Drawings are stable, self-contained, and show no secrets. That they are well
//! formed is a law of all games.

use std::collections::BTreeSet;

use edo_rules::{Phase, SLOTS, Space, State};
use edo_server::EdoWire;
use kit_rules_server::Wire;

use crate::play::{now_and_then, position, schema, settings, view, viewers};

/// The ids of all elements.
pub(crate) fn ids(svg: &str) -> Vec<&str> {
    let parts = svg.split(" id=\"").skip(1);
    parts.map(|part| part.split('"').next().expect("an attribute ends")).collect()
}

#[test]
fn every_view_is_drawn_with_unique_ids_that_all_links_meet() {
    let schema = schema();
    for setting in settings(1) {
        now_and_then(setting, |state| {
            for viewer in viewers(state) {
                let svg = EdoWire::render(view(&schema, state, viewer), viewer)
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
        let kinds: [fn(&State) -> bool; 3] = [
            |state| matches!(state.phase, Phase::Positions { .. }),
            |state| matches!(state.phase, Phase::Plan(_)) && state.round == 3,
            |state| matches!(state.phase, Phase::Turn(_)) && state.round == 2,
        ];
        for kind in kinds {
            let state = position(setting, kind);
            for viewer in viewers(&state) {
                let draw = |message| EdoWire::render(message, viewer).expect("can be drawn");
                let svg = draw(view(&schema, &state, viewer));
                assert_eq!(svg, draw(view(&schema, &state, viewer)), "{setting:?}");
                assert_eq!(svg, draw(EdoWire::state_to_proto(&state)), "{setting:?}");
            }
        }
    }
}

#[test]
fn spaces_slots_and_boards_are_elements_exactly_if_they_are_in_play() {
    let schema = schema();
    for setting in settings(1) {
        let state = position(setting, |state| state.round == 2);
        let svg = EdoWire::render(view(&schema, &state, None), None).expect("can be drawn");
        let drawn: BTreeSet<&str> = ids(&svg).into_iter().collect();
        for space in Space::all() {
            let id = format!("space-{}", space.id().to_ascii_lowercase());
            let in_play = state.side().spaces().contains(space);
            assert_eq!(drawn.contains(id.as_str()), in_play, "{setting:?}: {id}");
        }
        for seat in 1..=5 {
            for slot in 1..=SLOTS {
                let id = format!("slot-{seat}-{slot}");
                assert_eq!(drawn.contains(id.as_str()), seat <= setting.seats, "{setting:?}: {id}");
            }
        }
        assert_eq!(drawn.contains("tokken"), setting.options.tokken, "{setting:?}");
        assert_eq!(drawn.contains("ronin-tokens"), setting.options.ronin, "{setting:?}");
        assert!(!drawn.contains("package-k1"), "{setting:?}: packages are gone");
        assert!(!drawn.contains("cards"), "{setting:?}: a spectator makes no plan");
    }
}

#[test]
fn a_drawing_loads_nothing_and_runs_nothing() {
    let schema = schema();
    let state = position(settings(1)[7], |state| state.round == 2);
    let svg = EdoWire::render(view(&schema, &state, None), None).expect("can be drawn");
    let rest = svg.replacen("xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    for foreign in ["http", "url(", "<script", "<image", "<foreignObject", "@import"] {
        assert!(!rest.contains(foreign), "the drawing has {foreign}");
    }
    // An attribute that runs something begins with "on"; text may hold the word.
    let runs = rest.split(" on").skip(1).any(|part| {
        part.trim_start_matches(|letter: char| letter.is_ascii_lowercase()).starts_with("=\"")
    });
    assert!(!runs, "the drawing runs something");
}

#[test]
fn every_space_and_every_player_has_a_title() {
    let schema = schema();
    for setting in settings(1) {
        let state = position(setting, |state| state.round == 1);
        let svg = EdoWire::render(view(&schema, &state, None), None).expect("can be drawn");
        for id in
            ids(&svg).into_iter().filter(|id| id.starts_with("space-") || id.starts_with("player-"))
        {
            let element = format!("<g id=\"{id}\"><title>");
            assert!(svg.contains(&element), "{setting:?}: {id} has no title");
        }
    }
}
