//! What happens while plans are made, and when their slots are revealed.

use edo_rules::Event;
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::Seat;

use super::number_of;
use crate::from_proto::field::{Read, both, named, required, seat, slot};
use crate::from_proto::player::planned_card;

pub(super) fn card_laid(m: &pb::CardLaid) -> Read<Event> {
    let card = both(named("card", m.card), named("task", m.task));
    let ((seat, slot), (card, task)) = both(slot_of(m.seat, m.slot), card)?;
    Ok(Event::CardLaid { seat, slot, card, task })
}

pub(super) fn card_taken_back(m: &pb::CardTakenBack) -> Read<Event> {
    let ((seat, slot), card) = both(slot_of(m.seat, m.slot), named("card", m.card))?;
    Ok(Event::CardTakenBack { seat, slot, card })
}

pub(super) fn official_added(m: &pb::OfficialAdded) -> Read<Event> {
    let ((seat, slot), kind) = both(slot_of(m.seat, m.slot), named("kind", m.kind))?;
    Ok(Event::OfficialAdded { seat, slot, kind })
}

pub(super) fn official_taken_back(m: &pb::OfficialTakenBack) -> Read<Event> {
    let ((seat, slot), kind) = both(slot_of(m.seat, m.slot), named("kind", m.kind))?;
    Ok(Event::OfficialTakenBack { seat, slot, kind })
}

pub(super) fn plan_sealed(m: &pb::PlanSealed) -> Read<Event> {
    seat("seat", m.seat).map(|seat| Event::PlanSealed { seat })
}

pub(super) fn support_used(m: &pb::SupportUsed) -> Read<Event> {
    let (seat, count) = number_of(m.seat, "count", m.count)?;
    Ok(Event::SupportUsed { seat, count })
}

pub(super) fn slot_revealed(m: &pb::SlotRevealed) -> Read<Event> {
    let planned = required("planned", &m.planned)
        .and_then(|planned| planned_card(planned).map_err(|malformed| malformed.inside("planned")));
    let (seat, (slot, planned)) = both(seat("seat", m.seat), planned)?;
    Ok(Event::SlotRevealed { seat, slot, planned })
}

fn slot_of(seat_number: u32, slot_number: u32) -> Read<(Seat, u8)> {
    both(seat("seat", seat_number), slot("slot", slot_number))
}
