//! Drawings show everything that is in play.

use samurai_rules::{Cell, Figure};

use crate::play::{Views, settings};

#[test]
fn every_cell_in_play_and_every_figure_is_an_element() {
    let views = Views::compile();
    for setting in settings(1) {
        let state = setting.after(80);
        let drawn = views.drawn(&state, None);
        for cell in Cell::all() {
            let id = format!("cell-{}", cell.id());
            assert_eq!(drawn.has(&id), cell.is_in_play(state.seats), "{id}");
            let Cell::Settlement(settlement) = cell else { continue };
            for figure in Figure::ALL {
                let id = format!("figure-{}-{}", settlement.id(), figure.id());
                let stands = state.figures_in(settlement).contains(figure);
                assert_eq!(drawn.has(&id), stands, "{id}");
            }
        }
    }
}
