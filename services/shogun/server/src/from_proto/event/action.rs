//! Reads how orders are carried out.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use shogun_rules::{Event, Good, Skip};

use super::{seat_and_province, turned_up};
use crate::from_proto::field::{Read, both, building, byte, card, order, province, seat, space};

pub(super) fn action_begins(m: &pb::ActionBegins) -> Read<Event> {
    let action = both(byte("position", m.position), order("order", m.order));
    let ((position, order), (_, cards)) = both(action, turned_up("cards", &m.cards))?;
    Ok(Event::ActionBegins { position, order, cards })
}

pub(super) fn order_revealed(m: &pb::OrderRevealed) -> Read<Event> {
    both(seat("seat", m.seat), both(order("order", m.order), card("card", &m.card)))
        .map(|(seat, (order, card))| Event::OrderRevealed { seat, order, card })
}

pub(super) fn action_turned_up(m: &pb::ActionTurnedUp) -> Read<Event> {
    both(byte("position", m.position), order("order", m.order))
        .map(|(position, order)| Event::ActionTurnedUp { position, order })
}

pub(super) fn skipped(m: &pb::Skipped) -> Read<Event> {
    let cause = both(order("order", m.order), skip_reason(m.reason));
    both(seat_and_province(m.seat, m.province), cause)
        .map(|((seat, province), (order, why))| Event::Skipped { seat, order, province, why })
}

pub(super) fn order_cancelled(m: &pb::OrderCancelled) -> Read<Event> {
    both(seat_and_province(m.seat, m.province), space("space", m.space))
        .map(|((seat, province), space)| Event::OrderCancelled { seat, space, province })
}

pub(super) fn order_lost(m: &pb::OrderLost) -> Read<Event> {
    both(seat_and_province(m.seat, m.province), order("order", m.order))
        .map(|((seat, province), order)| Event::OrderLost { seat, order, province })
}

pub(super) fn built(m: &pb::Built) -> Read<Event> {
    let what = both(building("building", m.building), byte("price", m.price));
    both(seat_and_province(m.seat, m.province), what).map(
        |((seat, province), (building, price))| Event::Built { seat, province, building, price },
    )
}

pub(super) fn marker_removed(m: &pb::MarkerRemoved) -> Read<Event> {
    both(province("province", m.province), byte("left", m.left))
        .map(|(province, left)| Event::MarkerRemoved { province, left })
}

pub(super) fn collected(m: &pb::Collected) -> Read<Event> {
    let what = both(good(m.good), byte("amount", m.amount));
    both(seat_and_province(m.seat, m.province), what)
        .map(|((seat, province), (good, amount))| Event::Collected { seat, province, good, amount })
}

pub(super) fn marker_added(m: &pb::MarkerAdded) -> Read<Event> {
    both(province("province", m.province), byte("markers", m.markers))
        .map(|(province, markers)| Event::MarkerAdded { province, markers })
}

pub(super) fn deployed(m: &pb::Deployed) -> Read<Event> {
    let what = both(byte("armies", m.armies), byte("price", m.price));
    both(seat_and_province(m.seat, m.province), what).map(|((seat, province), (armies, price))| {
        Event::Deployed { seat, province, armies, price }
    })
}

pub(super) fn target_chosen(m: &pb::TargetChosen) -> Read<Event> {
    let way = both(province("from", m.from), province("target", m.target));
    both(seat("seat", m.seat), way).map(|(seat, (from, target))| Event::TargetChosen {
        seat,
        from,
        target,
    })
}

pub(super) fn target_dropped(m: &pb::TargetDropped) -> Read<Event> {
    both(seat("seat", m.seat), province("from", m.from))
        .map(|(seat, from)| Event::TargetDropped { seat, from })
}

pub(super) fn declined(m: &pb::Declined) -> Read<Event> {
    seat_and_province(m.seat, m.province).map(|(seat, province)| Event::Declined { seat, province })
}

pub(super) fn moved(m: &pb::Moved) -> Read<Event> {
    let way = both(province("from", m.from), province("target", m.target));
    both(both(seat("seat", m.seat), way), byte("armies", m.armies))
        .map(|((seat, (from, target)), armies)| Event::Moved { seat, from, target, armies })
}

fn skip_reason(number: i32) -> Read<Skip> {
    use pb::SkipReason as R;
    Ok(match R::try_from(number).unwrap_or(R::Unspecified) {
        R::Unspecified => return Err(Malformed::field("reason", "tells why it was skipped")),
        R::Chests => Skip::Chests,
        R::Towns => Skip::Towns,
        R::Building => Skip::Building,
        R::Stock => Skip::Stock,
        R::Supply => Skip::Supply,
        R::Armies => Skip::Armies,
        R::Target => Skip::Target,
    })
}

fn good(number: i32) -> Read<Good> {
    match pb::Good::try_from(number) {
        Ok(pb::Good::Rice) => Ok(Good::Rice),
        Ok(pb::Good::Chests) => Ok(Good::Chests),
        Ok(pb::Good::Unspecified) | Err(_) => {
            Err(Malformed::field("good", "names what was collected"))
        }
    }
}
