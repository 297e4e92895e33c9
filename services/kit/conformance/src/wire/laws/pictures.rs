//! What people look at.

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::Viewer;
use kit_rules::Rules;
use kit_rules_server::{StateOf, Wire, engine};

use crate::laws::corpus::sample;
use crate::laws::one_line;
use crate::play::legal;
use crate::wire::svg::Picture;
use crate::wire::{WireTable, state_bytes, viewer_number};

/// How many positions of a match are drawn.
const POSITIONS: usize = 12;

/// Every viewer gets a well-formed SVG document, the same each time.
///
/// # Errors
/// If the law is broken.
pub fn pictures_are_well_formed_and_repeatable<W: Wire>(
    table: &WireTable<W>,
) -> Result<(), String> {
    for state in positions(table)? {
        let bytes = state_bytes::<W>(&state);
        for viewer in table.viewers() {
            let svg = draw(table, &bytes, viewer)?;
            Picture::read(&svg).map_err(|why| format!("{viewer:?}: {why}"))?;
            if draw(table, &bytes, viewer)? != svg {
                return Err(format!("{viewer:?}: the same view is drawn differently"));
            }
        }
    }
    Ok(())
}

/// Every legal action has a label, and the element that it names is in the
/// picture that the acting seat sees.
///
/// # Errors
/// If the law is broken.
pub fn legal_actions_point_into_the_picture<W: Wire>(table: &WireTable<W>) -> Result<(), String> {
    for state in positions(table)? {
        let bytes = state_bytes::<W>(&state);
        for seat in W::Game::pending(&state).seats().iter() {
            let svg = draw(table, &bytes, Viewer::Seat(seat))?;
            let picture = Picture::read(&svg).map_err(|why| format!("{seat}: {why}"))?;
            for action in legal::<W::Game>(&state, seat) {
                let label = W::label(&state, seat, &action);
                one_line(&label.text).map_err(|why| format!("{seat}: {action}: label: {why}"))?;
                one_line(&label.group).map_err(|why| format!("{seat}: {action}: group: {why}"))?;
                if !label.element.is_empty() && !picture.has_id(&label.element) {
                    let element = label.element;
                    return Err(format!("{seat}: {action}: {element:?} is not in the picture"));
                }
            }
        }
    }
    Ok(())
}

/// Some positions, with the first and the last.
fn positions<W: Wire>(table: &WireTable<W>) -> Result<Vec<StateOf<W>>, String> {
    let mut all = Vec::new();
    table.walk_settled(|state| {
        all.push(state.clone());
        Ok(())
    })?;
    let mut some = sample(&mut table.table.numbers(4), &all, POSITIONS);
    some.extend(all.first().cloned());
    some.extend(all.last().cloned());
    Ok(some)
}

fn draw<W: Wire>(table: &WireTable<W>, state: &Bytes, viewer: Viewer) -> Result<String, String> {
    let view = table.view(state, viewer)?;
    engine::render::<W>(&pb::RenderRequest { view, viewer: viewer_number(viewer) })
        .map_err(|reason| format!("{viewer:?}: no picture: {reason}"))
}
