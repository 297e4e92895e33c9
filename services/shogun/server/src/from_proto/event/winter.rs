//! Reads the ends of seasons, winters and years.

use kit_proto::bakufu::shogun::v1 as pb;
use shogun_rules::Event;

use crate::from_proto::field::{
    Read, both, building, byte, event_card, points, provinces, region, season, seat, seats,
};

pub(super) fn season_ends(m: &pb::SeasonEnds) -> Read<Event> {
    both(byte("year", m.year), season("season", m.season))
        .map(|(year, season)| Event::SeasonEnds { year, season })
}

pub(super) fn winter_begins(m: &pb::WinterBegins) -> Read<Event> {
    both(byte("year", m.year), event_card("card", m.card))
        .map(|(year, card)| Event::WinterBegins { year, card })
}

pub(super) fn rice_lost(m: &pb::RiceLost) -> Read<Event> {
    both(seat("seat", m.seat), both(byte("lost", m.lost), byte("left", m.left)))
        .map(|(seat, (lost, left))| Event::RiceLost { seat, lost, left })
}

pub(super) fn shortage_found(m: &pb::ShortageFound) -> Read<Event> {
    let revolts = both(byte("provinces", m.provinces), byte("farmers", m.farmers));
    let ((seat, missing), (provinces, farmers)) =
        both(both(seat("seat", m.seat), byte("missing", m.missing)), revolts)?;
    Ok(Event::ShortageFound { seat, missing, provinces, farmers })
}

pub(super) fn revolts_drawn(m: &pb::RevoltsDrawn) -> Read<Event> {
    both(seat("seat", m.seat), provinces("provinces", &m.provinces))
        .map(|(seat, provinces)| Event::RevoltsDrawn { seat, provinces })
}

pub(super) fn holdings_scored(m: &pb::HoldingsScored) -> Read<Event> {
    let scored = both(points("provinces", m.provinces), points("buildings", m.buildings));
    both(seat("seat", m.seat), scored).map(|(seat, (provinces, buildings))| Event::HoldingsScored {
        seat,
        provinces,
        buildings,
    })
}

pub(super) fn majority_scored(m: &pb::MajorityScored) -> Read<Event> {
    let what = both(region("region", m.region), building("building", m.building));
    let whose = both(seats("seats", &m.seats), points("points", m.points));
    let ((region, building), (seats, points)) = both(what, whose)?;
    Ok(Event::MajorityScored { region, building, seats: seats.into_iter().collect(), points })
}

pub(super) fn points_told(m: &pb::PointsTold) -> Read<Event> {
    both(seat("seat", m.seat), points("points", m.points))
        .map(|(seat, points)| Event::PointsTold { seat, points })
}

pub(super) fn year_ends(m: &pb::YearEnds) -> Read<Event> {
    byte("year", m.year).map(|year| Event::YearEnds { year })
}

pub(super) fn chests_shown(m: &pb::ChestsShown) -> Read<Event> {
    both(seat("seat", m.seat), byte("chests", m.chests))
        .map(|(seat, chests)| Event::ChestsShown { seat, chests })
}
