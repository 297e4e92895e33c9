//! Writes events.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::{Seat, SeatSet};
use pb::event::Kind;
use shogun_rules::{Cards, Event, Good, Loss, Skip};

use super::{card, cubes, provinces};
use crate::numbers::{
    of_building, of_event_card, of_order, of_province, of_region, of_season, of_space, of_special,
};

/// An event.
pub(crate) fn event(event: &Event) -> pb::Event {
    pb::Event { kind: Some(kind(event)) }
}

fn kind(event: &Event) -> Kind {
    match *event {
        Event::LetterDrawn { seat, letter } => Kind::LetterDrawn(pb::LetterDrawn {
            seat: seat.number(),
            letter: u32::from(letter) + 1,
        }),
        Event::DraftBegins { seat } => Kind::DraftBegins(pb::DraftBegins { seat: seat.number() }),
        Event::CardOpened { province } => {
            Kind::CardOpened(pb::CardOpened { province: of_province(province) })
        }
        Event::PairExchanged { seat, pair: [first, second] } => {
            Kind::PairExchanged(pb::PairExchanged {
                seat: seat.number(),
                first: of_province(first),
                second: of_province(second),
            })
        }
        Event::CardTaken { seat, province, blind } => Kind::CardTaken(pb::CardTaken {
            seat: seat.number(),
            province: of_province(province),
            blind,
        }),
        Event::GroupPlaced { seat, province, armies } => Kind::GroupPlaced(pb::GroupPlaced {
            seat: seat.number(),
            province: of_province(province),
            armies: armies.into(),
        }),
        Event::TraySorted => Kind::TraySorted(pb::TraySorted {}),
        Event::YearBegins { year, events } => Kind::YearBegins(pb::YearBegins {
            year: year.into(),
            events: events.iter().map(of_event_card).collect(),
        }),
        Event::SeasonBegins { year, season, orders } => Kind::SeasonBegins(pb::SeasonBegins {
            year: year.into(),
            season: of_season(season),
            orders: orders.map(of_order).to_vec(),
        }),
        Event::SpecialsLaidOut { specials } => Kind::SpecialsLaidOut(pb::SpecialsLaidOut {
            specials: specials.map(of_special).to_vec(),
        }),
        Event::CardLaid { seat, space, card: laid } => Kind::CardLaid(pb::CardLaid {
            seat: seat.number(),
            space: of_space(space),
            card: card(laid),
        }),
        Event::CardTakenBack { seat, space, card: laid } => {
            Kind::CardTakenBack(pb::CardTakenBack {
                seat: seat.number(),
                space: of_space(space),
                card: card(laid),
            })
        }
        Event::PlanSealed { seat } => Kind::PlanSealed(pb::PlanSealed { seat: seat.number() }),
        Event::SpacesEmpty { seat, spaces } => Kind::SpacesEmpty(pb::SpacesEmpty {
            seat: seat.number(),
            spaces: spaces.iter().map(of_space).collect(),
        }),
        Event::EventDrawn { card } => {
            Kind::EventDrawn(pb::EventDrawn { card: of_event_card(card) })
        }
        Event::TheatresCalmed { provinces: calmed } => {
            Kind::TheatresCalmed(pb::TheatresCalmed { provinces: provinces(calmed.iter()) })
        }
        Event::BidsRevealed { seats, cards } => {
            Kind::BidsRevealed(pb::BidsRevealed { bids: turned_up(seats, &cards) })
        }
        Event::BidPaid { seat, chests } => {
            Kind::BidPaid(pb::BidPaid { seat: seat.number(), chests: chests.into() })
        }
        Event::BidsRanked { ranking } => Kind::BidsRanked(pb::BidsRanked {
            ranking: ranking.iter().flatten().map(|seat| seat.number()).collect(),
        }),
        Event::SpecialTaken { seat, special, position } => Kind::SpecialTaken(pb::SpecialTaken {
            seat: seat.number(),
            special: of_special(special),
            position: position.into(),
        }),
        Event::ActionBegins { position, order, cards } => Kind::ActionBegins(pb::ActionBegins {
            position: position.into(),
            order: of_order(order),
            cards: turned_up(holders(&cards), &cards),
        }),
        Event::OrderRevealed { seat, order, card: laid } => {
            Kind::OrderRevealed(pb::OrderRevealed {
                seat: seat.number(),
                order: of_order(order),
                card: card(laid),
            })
        }
        Event::ActionTurnedUp { position, order } => Kind::ActionTurnedUp(pb::ActionTurnedUp {
            position: position.into(),
            order: of_order(order),
        }),
        Event::Skipped { seat, order, province, why } => Kind::Skipped(pb::Skipped {
            seat: seat.number(),
            order: of_order(order),
            province: of_province(province),
            reason: skip_reason(why).into(),
        }),
        Event::OrderCancelled { seat, space, province } => {
            Kind::OrderCancelled(pb::OrderCancelled {
                seat: seat.number(),
                space: of_space(space),
                province: of_province(province),
            })
        }
        Event::OrderLost { seat, order, province } => Kind::OrderLost(pb::OrderLost {
            seat: seat.number(),
            order: of_order(order),
            province: of_province(province),
        }),
        Event::Built { seat, province, building, price } => Kind::Built(pb::Built {
            seat: seat.number(),
            province: of_province(province),
            building: of_building(building),
            price: price.into(),
        }),
        Event::MarkerRemoved { province, left } => Kind::MarkerRemoved(pb::MarkerRemoved {
            province: of_province(province),
            left: left.into(),
        }),
        Event::Collected { seat, province, good: what, amount } => Kind::Collected(pb::Collected {
            seat: seat.number(),
            province: of_province(province),
            good: good(what).into(),
            amount: amount.into(),
        }),
        Event::MarkerAdded { province, markers } => Kind::MarkerAdded(pb::MarkerAdded {
            province: of_province(province),
            markers: markers.into(),
        }),
        Event::Deployed { seat, province, armies, price } => Kind::Deployed(pb::Deployed {
            seat: seat.number(),
            province: of_province(province),
            armies: armies.into(),
            price: price.into(),
        }),
        Event::TargetChosen { seat, from, target } => Kind::TargetChosen(pb::TargetChosen {
            seat: seat.number(),
            from: of_province(from),
            target: of_province(target),
        }),
        Event::TargetDropped { seat, from } => {
            Kind::TargetDropped(pb::TargetDropped { seat: seat.number(), from: of_province(from) })
        }
        Event::Declined { seat, province } => {
            Kind::Declined(pb::Declined { seat: seat.number(), province: of_province(province) })
        }
        Event::Moved { seat, from, target, armies } => Kind::Moved(pb::Moved {
            seat: seat.number(),
            from: of_province(from),
            target: of_province(target),
            armies: armies.into(),
        }),
        Event::Attacked { seat, from, target, defender, armies } => Kind::Attacked(pb::Attacked {
            seat: seat.number(),
            from: of_province(from),
            target: of_province(target),
            defender: defender.map_or(0, Seat::number),
            armies: armies.into(),
        }),
        Event::RevoltBegins { seat, province, farmers } => Kind::RevoltBegins(pb::RevoltBegins {
            seat: seat.number(),
            province: of_province(province),
            farmers: farmers.into(),
        }),
        Event::CubesThrown { cubes: thrown, tray } => {
            Kind::CubesThrown(pb::CubesThrown { cubes: cubes(thrown), tray: cubes(tray) })
        }
        Event::CubesOut { cubes: out } => Kind::CubesOut(pb::CubesOut { cubes: cubes(out) }),
        Event::Conquered { seat, province, loser, garrison } => Kind::Conquered(pb::Conquered {
            seat: seat.number(),
            province: of_province(province),
            loser: loser.map_or(0, Seat::number),
            garrison: garrison.into(),
        }),
        Event::Defended { seat, province, garrison } => Kind::Defended(pb::Defended {
            seat: seat.number(),
            province: of_province(province),
            garrison: garrison.into(),
        }),
        Event::AttackFailed { seat, province } => Kind::AttackFailed(pb::AttackFailed {
            seat: seat.number(),
            province: of_province(province),
        }),
        Event::RevoltHeld { seat, province, garrison } => Kind::RevoltHeld(pb::RevoltHeld {
            seat: seat.number(),
            province: of_province(province),
            garrison: garrison.into(),
        }),
        Event::TurnedNeutral { seat, province, loss } => Kind::TurnedNeutral(pb::TurnedNeutral {
            seat: seat.number(),
            province: of_province(province),
            reason: loss_reason(loss).into(),
        }),
        Event::SeasonEnds { year, season } => {
            Kind::SeasonEnds(pb::SeasonEnds { year: year.into(), season: of_season(season) })
        }
        Event::WinterBegins { year, card } => {
            Kind::WinterBegins(pb::WinterBegins { year: year.into(), card: of_event_card(card) })
        }
        Event::RiceLost { seat, lost, left } => Kind::RiceLost(pb::RiceLost {
            seat: seat.number(),
            lost: lost.into(),
            left: left.into(),
        }),
        Event::ShortageFound { seat, missing, provinces, farmers } => {
            Kind::ShortageFound(pb::ShortageFound {
                seat: seat.number(),
                missing: missing.into(),
                provinces: provinces.into(),
                farmers: farmers.into(),
            })
        }
        Event::RevoltsDrawn { seat, provinces: drawn } => Kind::RevoltsDrawn(pb::RevoltsDrawn {
            seat: seat.number(),
            provinces: provinces(drawn.iter()),
        }),
        Event::HoldingsScored { seat, provinces, buildings } => {
            Kind::HoldingsScored(pb::HoldingsScored {
                seat: seat.number(),
                provinces: provinces.into(),
                buildings: buildings.into(),
            })
        }
        Event::MajorityScored { region, building, seats, points } => {
            Kind::MajorityScored(pb::MajorityScored {
                region: of_region(region),
                building: of_building(building),
                seats: seats.iter().map(Seat::number).collect(),
                points: points.into(),
            })
        }
        Event::PointsTold { seat, points } => {
            Kind::PointsTold(pb::PointsTold { seat: seat.number(), points: points.into() })
        }
        Event::YearEnds { year } => Kind::YearEnds(pb::YearEnds { year: year.into() }),
        Event::ChestsShown { seat, chests } => {
            Kind::ChestsShown(pb::ChestsShown { seat: seat.number(), chests: chests.into() })
        }
        Event::GameOver => Kind::GameOver(pb::GameOver {}),
    }
}

fn holders(cards: &Cards) -> SeatSet {
    let with_card = cards.iter().enumerate().filter(|(_, card)| card.is_some());
    with_card.map(|(index, _)| Seat::from_index(index)).collect()
}

/// What lies before each of these seats.
fn turned_up(seats: SeatSet, cards: &Cards) -> Vec<pb::SeatCard> {
    let of_seat = |seat: Seat| pb::SeatCard {
        seat: seat.number(),
        card: cards.get(seat.index()).copied().flatten().and_then(card),
    };
    seats.iter().map(of_seat).collect()
}

fn skip_reason(why: Skip) -> pb::SkipReason {
    match why {
        Skip::Chests => pb::SkipReason::Chests,
        Skip::Towns => pb::SkipReason::Towns,
        Skip::Building => pb::SkipReason::Building,
        Skip::Stock => pb::SkipReason::Stock,
        Skip::Supply => pb::SkipReason::Supply,
        Skip::Armies => pb::SkipReason::Armies,
        Skip::Target => pb::SkipReason::Target,
    }
}

fn good(good: Good) -> pb::Good {
    match good {
        Good::Rice => pb::Good::Rice,
        Good::Chests => pb::Good::Chests,
    }
}

fn loss_reason(loss: Loss) -> pb::LossReason {
    match loss {
        Loss::Tie => pb::LossReason::Tie,
        Loss::Revolt => pb::LossReason::Revolt,
    }
}
