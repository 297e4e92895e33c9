//! Drawings show everything that is in play, and their titles tell it.

use std::collections::BTreeSet;

use shitenno_rules::{General, POSITIONS, Phase, Province};

use crate::play::{Views, settings};

#[test]
fn every_province_with_its_positions_and_every_player_is_an_element() {
    let views = Views::compile();
    for setting in settings(1) {
        let drawn = views.drawn(&setting.after(80), None);
        for id in Province::all().map(Province::id) {
            let parts = [format!("province-{id}"), format!("troops-{id}")];
            let positions = (1..=POSITIONS).map(|position| format!("position-{id}-{position}"));
            for element in parts.into_iter().chain(positions) {
                assert!(drawn.has(&element), "{element}");
            }
        }
        for number in 1..=4 {
            let is_there = drawn.has(&format!("player-{number}"));
            assert_eq!(is_there, number <= setting.seats.get(), "{setting:?}: player {number}");
        }
    }
}

#[test]
fn what_is_known_of_a_position_can_be_read_in_its_titles() {
    let views = Views::compile();
    let mut met = BTreeSet::new();
    for setting in settings(2) {
        setting.now_and_then(7, |state| {
            let svg = views.drawn(state, None).svg;
            for seat in state.seats.seats() {
                let general = General::of(seat);
                assert!(svg.contains(&format!(">{general}<")), "{setting:?}: {general} is drawn");
                assert!(svg.contains(&format!("{seat}, {general}")), "{setting:?}: {general}");
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
                let family = General::of(kamon.seat).family();
                let told = format!("{province}, position 1: {} ({family}){golden}<", kamon.seat);
                assert!(svg.contains(&told), "{setting:?}: {told}");
                met.insert(kamon.golden);
            }
        });
    }
    assert_eq!(met.len(), 2, "simple and golden kamon were met");
}
