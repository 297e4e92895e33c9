//! Drawings show everything that is in play, and plans to their own seats only.

use kit_conformance::wire::viewers;
use shogun_rules::{Card, Options, Phase, Province, Space};

use crate::play::{Setting, Views, settings};

#[test]
fn every_province_in_play_is_an_element_and_no_other() {
    let views = Views::compile();
    for setting in settings(1) {
        let state = setting.first(|state| matches!(state.phase, Phase::Plan(_)));
        let drawn = views.drawn(&state, None);
        for province in Province::all() {
            let id = format!("province-{}", province.id());
            let in_play = state.in_play().contains(province);
            assert_eq!(drawn.has(&id), in_play, "{setting:?}: {id}");
        }
    }
}

#[test]
fn the_title_of_a_province_tells_its_owner_and_what_stands_there() {
    let state = plain(4).first(|state| {
        let built = state.provinces.iter().any(|h| !h.buildings.is_empty() && h.markers > 0);
        built && matches!(state.phase, Phase::Act(_))
    });
    let found = Province::all().find(|province| {
        let holding = state.holding(*province);
        !holding.buildings.is_empty() && holding.markers > 0
    });
    let province = found.expect("the position was chosen for it");
    let holding = state.holding(province);
    let svg = Views::compile().drawn(&state, None).svg;
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
    let views = Views::compile();
    let mut compared = 0;
    plain(5).now_and_then(5, |state| {
        if !matches!(state.phase, Phase::Act(_) | Phase::PickSpecial) {
            return;
        }
        for seat in state.seats.seats() {
            let mut blank = state.clone();
            blank.players[seat.index()].plan = Default::default();
            for viewer in viewers(state.seats).into_iter().filter(|viewer| *viewer != Some(seat)) {
                let [drawn, undrawn] = [state, &blank].map(|state| views.drawn(state, viewer).svg);
                assert_eq!(drawn, undrawn, "{seat} for {viewer:?}");
            }
            let Some((index, card)) = state.player(seat).plan.iter().next() else { continue };
            let space = Space::from_index(index).expect("a space of the board");
            let title = match card {
                Card::Province(province) => format!("{space}: {province}, face down"),
                Card::Chests(chests) => format!("{space}: {chests}, face down"),
            };
            let title = title.replace('"', "&quot;");
            let own = views.drawn(state, Some(seat)).svg;
            assert!(own.contains(&title), "{title}");
            compared += 1;
        }
    });
    assert!(compared > 20, "only {compared} plans were looked at");
}

/// The printed game with so many seats.
fn plain(seats: u32) -> Setting {
    Setting::new(seats, Options::default(), 0)
}
