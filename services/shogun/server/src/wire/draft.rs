//! Draft on the wire: its cards, and the step, which belongs to the phase.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shogun_rules::{Draft, DraftStep, Province, SEATS_MAX};

use super::field::PROVINCE;

/// The open cards that each seat left.
type OpenCards = [Option<[Province; 2]>; SEATS_MAX];

wire_cases! {
    /// What the active seat has to do.
    pub(super) STEP: pb::Draft as DraftStep = step: pb::DraftStep, "tells what is to be done" {
        Open {} <=> DraftStep::Open,
        Choose {} <=> DraftStep::Choose,
        Blind {} <=> DraftStep::Blind,
        Place { taken: PROVINCE } <=> DraftStep::Place(taken),
    }
}

wire_message! {
    /// The cards; only the rules may know those under the deck.
    pub(super) draft(seats: SeatCount, perspective: Perspective): pb::Draft as Draft = {
        open: array_of(or_none(PROVINCE)),
        under: if_known(perspective == Perspective::Complete, distinct(PROVINCE)),
        seen: seen(seats),
        ..
    } <=> Draft { open, under, seen };

    seen_pair(seats: SeatCount): pb::SeenPair as (Seat, [Province; 2]) = {
        seat: at_table(seats),
        lower: PROVINCE,
        higher: PROVINCE,
    } <=> (seat, [lower, higher])
}

wire_field! {
    seen(seats: SeatCount): Vec<pb::SeenPair> as OpenCards =
        entries(seen_pair(seats), OpenCards::default, put, all);
}

fn put(seen: &mut OpenCards, (seat, pair): (Seat, [Province; 2])) -> Read<()> {
    match seen[seat.index()].replace(pair) {
        None => Ok(()),
        Some(_) => Err(Malformed::field("seat", "stands there twice")),
    }
}

fn all(seen: &OpenCards) -> Vec<(Seat, [Province; 2])> {
    let seats = (0..).map(Seat::from_index);
    seats.zip(seen).filter_map(|(seat, pair)| Some((seat, (*pair)?))).collect()
}
