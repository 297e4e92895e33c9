//! What happens to Ronin.

use edo_rules::Event;
use kit_proto::bakufu::edo::v1 as pb;

use super::{of_seat, way};
use crate::from_proto::field::{Read, both, named, small};

pub(super) fn ronin_appeared(m: &pb::RoninAppeared) -> Read<Event> {
    named("space", m.space).map(|space| Event::RoninAppeared { space })
}

pub(super) fn ronin_selected(m: &pb::RoninSelected) -> Read<Event> {
    let (seat, space) = of_seat(m.seat, "space", m.space)?;
    Ok(Event::RoninSelected { seat, space })
}

pub(super) fn location_drawn(m: &pb::LocationDrawn) -> Read<Event> {
    let (seat, tile) = of_seat(m.seat, "tile", m.tile)?;
    Ok(Event::LocationDrawn { seat, tile })
}

pub(super) fn ronin_moved(m: &pb::RoninMoved) -> Read<Event> {
    let (seat, (from, to)) = way(m.seat, m.from, m.to)?;
    Ok(Event::RoninMoved { seat, from, to })
}

pub(super) fn ronin_challenged(m: &pb::RoninChallenged) -> Read<Event> {
    let (seat, space) = of_seat(m.seat, "space", m.space)?;
    Ok(Event::RoninChallenged { seat, space })
}

pub(super) fn ronin_dispersed(m: &pb::RoninDispersed) -> Read<Event> {
    let counts = both(small("ronin", m.ronin), small("tokens", m.tokens));
    let ((seat, space), (ronin, tokens)) = both(of_seat(m.seat, "space", m.space), counts)?;
    Ok(Event::RoninDispersed { seat, space, ronin, tokens })
}

pub(super) fn ronin_held(m: &pb::RoninHeld) -> Read<Event> {
    let (seat, space) = of_seat(m.seat, "space", m.space)?;
    Ok(Event::RoninHeld { seat, space })
}
