//! What happens in a turn.

use edo_rules::{Event, Figure};
use kit_proto::bakufu::edo::v1 as pb;

use super::{number_of, of_seat, way};
use crate::from_proto::field::{Read, both, named, named_or_none, price, seat, small};

pub(super) fn samurai_moved(m: &pb::SamuraiMoved) -> Read<Event> {
    let ((seat, (from, to)), ryo) = both(way(m.seat, m.from, m.to), small("ryo", m.ryo))?;
    Ok(Event::Moved { seat, figure: Figure::Samurai(from), to, ryo })
}

pub(super) fn merchant_moved(m: &pb::MerchantMoved) -> Read<Event> {
    let ((seat, to), ryo) = both(of_seat(m.seat, "to", m.to), small("ryo", m.ryo))?;
    Ok(Event::Moved { seat, figure: Figure::Merchant, to, ryo })
}

pub(super) fn collected(m: &pb::Collected) -> Read<Event> {
    let (seat, gain) = both(seat("seat", m.seat), price("gain", &m.gain))?;
    Ok(Event::Collected { seat, gain })
}

pub(super) fn produced(m: &pb::Produced) -> Read<Event> {
    let place = of_seat(m.seat, "space", m.space);
    let yielded = both(named("good", m.good), small("amount", m.amount));
    let privilege = named_or_none("privilege", m.privilege);
    let (((seat, space), (good, amount)), privilege) = both(both(place, yielded), privilege)?;
    Ok(Event::Produced { seat, space, good, amount, privilege })
}

pub(super) fn official_placed(m: &pb::OfficialPlaced) -> Read<Event> {
    let (seat, post) = of_seat(m.seat, "post", m.post)?;
    Ok(Event::OfficialPlaced { seat, post })
}

pub(super) fn travelled(m: &pb::Travelled) -> Read<Event> {
    let (seat, (from, to)) = way(m.seat, m.from, m.to)?;
    Ok(Event::Travelled { seat, from, to })
}

pub(super) fn built(m: &pb::Built) -> Read<Event> {
    let what = both(of_seat(m.seat, "kind", m.kind), named("space", m.space));
    let how = both(price("price", &m.price), named_or_none("privilege", m.privilege));
    let (((seat, kind), space), (price, privilege)) = both(what, how)?;
    Ok(Event::Built { seat, kind, space, price, privilege })
}

pub(super) fn goods_bought(m: &pb::GoodsBought) -> Read<Event> {
    let what = both(of_seat(m.seat, "card", m.card), small("units", m.units));
    let (((seat, card), units), privilege) = both(what, named_or_none("privilege", m.privilege))?;
    Ok(Event::GoodsBought { seat, card, units, privilege })
}

pub(super) fn point_bought(m: &pb::PointBought) -> Read<Event> {
    let privilege = named_or_none("privilege", m.privilege);
    let ((seat, card), privilege) = both(of_seat(m.seat, "card", m.card), privilege)?;
    Ok(Event::PointBought { seat, card, privilege })
}

pub(super) fn recruited(m: &pb::Recruited) -> Read<Event> {
    seat("seat", m.seat).map(|seat| Event::Recruited { seat })
}

pub(super) fn card_bought(m: &pb::CardBought) -> Read<Event> {
    let (seat, card) = of_seat(m.seat, "card", m.card)?;
    Ok(Event::CardBought { seat, card })
}

pub(super) fn demand_fulfilled(m: &pb::DemandFulfilled) -> Read<Event> {
    let privilege = named_or_none("privilege", m.privilege);
    let ((seat, demand), privilege) = both(of_seat(m.seat, "demand", m.demand), privilege)?;
    Ok(Event::DemandFulfilled { seat, demand, privilege })
}

pub(super) fn forfeited(m: &pb::Forfeited) -> Read<Event> {
    let (seat, officials) = number_of(m.seat, "officials", m.officials)?;
    Ok(Event::Forfeited { seat, officials })
}

pub(super) fn income_taken(m: &pb::IncomeTaken) -> Read<Event> {
    let paid = both(of_seat(m.seat, "city", m.city), small("ryo", m.ryo));
    let (((seat, city), ryo), privilege) = both(paid, named("privilege", m.privilege))?;
    Ok(Event::IncomeTaken { seat, city, ryo, privilege })
}

pub(super) fn good_taken(m: &pb::GoodTaken) -> Read<Event> {
    let ((seat, good), privilege) =
        both(of_seat(m.seat, "good", m.good), named("privilege", m.privilege))?;
    Ok(Event::GoodTaken { seat, good, privilege })
}

pub(super) fn black_officials_left(m: &pb::BlackOfficialsLeft) -> Read<Event> {
    let (seat, officials) = number_of(m.seat, "officials", m.officials)?;
    Ok(Event::BlackOfficialsLeft { seat, officials })
}
