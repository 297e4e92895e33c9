//! Drawings show everything that is in play, with a title for what can be tapped.

use edo_rules::{SLOTS, Space};

use crate::play::{Views, position, settings};

#[test]
fn spaces_slots_and_boards_are_elements_exactly_if_they_are_in_play() {
    let views = Views::compile();
    for setting in settings(1) {
        let state = position(setting, |state| state.round == 2);
        let drawn = views.drawn(&state, None);
        for space in Space::all() {
            let id = format!("space-{}", space.id().to_ascii_lowercase());
            let in_play = state.side().spaces().contains(space);
            assert_eq!(drawn.has(&id), in_play, "{setting:?}: {id}");
        }
        for seat in 1..=5 {
            for slot in 1..=SLOTS {
                let id = format!("slot-{seat}-{slot}");
                assert_eq!(drawn.has(&id), seat <= setting.seats, "{setting:?}: {id}");
            }
        }
        assert_eq!(drawn.has("tokken"), setting.options.tokken, "{setting:?}");
        assert_eq!(drawn.has("ronin-tokens"), setting.options.ronin, "{setting:?}");
        assert!(!drawn.has("package-k1"), "{setting:?}: packages are gone");
        assert!(!drawn.has("cards"), "{setting:?}: a spectator makes no plan");
    }
}

#[test]
fn every_space_and_every_player_has_a_title() {
    let views = Views::compile();
    for setting in settings(1) {
        let state = position(setting, |state| state.round == 1);
        let drawn = views.drawn(&state, None);
        let tapped = |id: &&str| id.starts_with("space-") || id.starts_with("player-");
        for id in drawn.ids().filter(tapped) {
            let element = format!("<g id=\"{id}\"><title>");
            assert!(drawn.svg.contains(&element), "{setting:?}: {id} has no title");
        }
    }
}
