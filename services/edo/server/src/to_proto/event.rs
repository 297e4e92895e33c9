//! Writes an event.

use edo_rules::{Event, Figure, Price, Space};
use kit_proto::bakufu::edo::v1 as pb;
use pb::event::Kind;

use super::player::planned_card;
use super::{end_reason, place};
use crate::numbers::{of, of_any};

/// An event.
pub(crate) fn event(event: &Event) -> pb::Event {
    pb::Event { kind: Some(kind(event)) }
}

fn kind(event: &Event) -> Kind {
    match *event {
        Event::StartSeat { seat } => {
            Kind::StartSeatChosen(pb::StartSeatChosen { seat: seat.number() })
        }
        Event::ProfitLaid { city, tile } => {
            Kind::ProfitLaid(pb::ProfitLaid { city: of(city), tile: of(tile) })
        }
        Event::CardCurrent { card } => Kind::CardCurrent(pb::CardCurrent { card: of(card) }),
        Event::CardTurnedUp { card } => Kind::CardTurnedUp(pb::CardTurnedUp { card: of(card) }),
        Event::DemandTurnedUp { demand } => {
            Kind::DemandTurnedUp(pb::DemandTurnedUp { demand: of(demand) })
        }
        Event::PrivilegeTurnedUp { privilege } => {
            Kind::PrivilegeTurnedUp(pb::PrivilegeTurnedUp { privilege: of(privilege) })
        }
        Event::RoninAppeared { space } => {
            Kind::RoninAppeared(pb::RoninAppeared { space: of(space) })
        }
        Event::PackageTaken { seat, package } => {
            Kind::PackageTaken(pb::PackageTaken { seat: seat.number(), package: of(package) })
        }
        Event::CityTaken { seat, city } => {
            Kind::CityTaken(pb::CityTaken { seat: seat.number(), city: of(city) })
        }
        Event::RoundBegan { round, seat } => {
            Kind::RoundBegan(pb::RoundBegan { round: round.into(), seat: seat.number() })
        }
        Event::RoninSelected { seat, space } => {
            Kind::RoninSelected(pb::RoninSelected { seat: seat.number(), space: of(space) })
        }
        Event::LocationDrawn { seat, tile } => {
            Kind::LocationDrawn(pb::LocationDrawn { seat: seat.number(), tile: of(tile) })
        }
        Event::RoninMoved { seat, from, to } => {
            Kind::RoninMoved(pb::RoninMoved { seat: seat.number(), from: of(from), to: of(to) })
        }
        Event::CardLaid { seat, slot, card, task } => Kind::CardLaid(pb::CardLaid {
            seat: seat.number(),
            slot: place(slot),
            card: of(card),
            task: of(task),
        }),
        Event::CardTakenBack { seat, slot, card } => Kind::CardTakenBack(pb::CardTakenBack {
            seat: seat.number(),
            slot: place(slot),
            card: of(card),
        }),
        Event::OfficialAdded { seat, slot, kind } => Kind::OfficialAdded(pb::OfficialAdded {
            seat: seat.number(),
            slot: place(slot),
            kind: of(kind),
        }),
        Event::OfficialTakenBack { seat, slot, kind } => {
            Kind::OfficialTakenBack(pb::OfficialTakenBack {
                seat: seat.number(),
                slot: place(slot),
                kind: of(kind),
            })
        }
        Event::PlanSealed { seat } => Kind::PlanSealed(pb::PlanSealed { seat: seat.number() }),
        Event::SupportUsed { seat, count } => {
            Kind::SupportUsed(pb::SupportUsed { seat: seat.number(), count: count.into() })
        }
        Event::SlotRevealed { seat, slot, ref planned } => Kind::SlotRevealed(pb::SlotRevealed {
            seat: seat.number(),
            planned: Some(planned_card(slot, planned)),
        }),
        Event::Moved { seat, figure: Figure::Samurai(from), to, ryo } => {
            Kind::SamuraiMoved(pb::SamuraiMoved {
                seat: seat.number(),
                from: of(from),
                to: of(to),
                ryo: ryo.into(),
            })
        }
        Event::Moved { seat, figure: Figure::Merchant, to, ryo } => {
            Kind::MerchantMoved(pb::MerchantMoved {
                seat: seat.number(),
                to: of(to),
                ryo: ryo.into(),
            })
        }
        Event::Collected { seat, gain } => {
            Kind::Collected(pb::Collected { seat: seat.number(), gain: Some(price(gain)) })
        }
        Event::Produced { seat, space, good, amount, privilege } => Kind::Produced(pb::Produced {
            seat: seat.number(),
            space: of(space),
            good: of(good),
            amount: amount.into(),
            privilege: of_any(privilege),
        }),
        Event::OfficialPlaced { seat, post } => {
            Kind::OfficialPlaced(pb::OfficialPlaced { seat: seat.number(), post: of(post) })
        }
        Event::Travelled { seat, from, to } => {
            Kind::Travelled(pb::Travelled { seat: seat.number(), from: of(from), to: of(to) })
        }
        Event::RoninChallenged { seat, space } => {
            Kind::RoninChallenged(pb::RoninChallenged { seat: seat.number(), space: of(space) })
        }
        Event::RoninDispersed { seat, space, ronin, tokens } => {
            Kind::RoninDispersed(pb::RoninDispersed {
                seat: seat.number(),
                space: of(space),
                ronin: ronin.into(),
                tokens: tokens.into(),
            })
        }
        Event::RoninHeld { seat, space } => {
            Kind::RoninHeld(pb::RoninHeld { seat: seat.number(), space: of(space) })
        }
        Event::Built { seat, kind, space, price: paid, privilege } => Kind::Built(pb::Built {
            seat: seat.number(),
            kind: of(kind),
            space: of(space),
            price: Some(price(paid)),
            privilege: of_any(privilege),
        }),
        Event::GoodsBought { seat, card, units, privilege } => Kind::GoodsBought(pb::GoodsBought {
            seat: seat.number(),
            card: of(card),
            units: units.into(),
            privilege: of_any(privilege),
        }),
        Event::PointBought { seat, card, privilege } => Kind::PointBought(pb::PointBought {
            seat: seat.number(),
            card: of(card),
            privilege: of_any(privilege),
        }),
        Event::Recruited { seat } => Kind::Recruited(pb::Recruited { seat: seat.number() }),
        Event::CardBought { seat, card } => {
            Kind::CardBought(pb::CardBought { seat: seat.number(), card: of(card) })
        }
        Event::DemandFulfilled { seat, demand, privilege } => {
            Kind::DemandFulfilled(pb::DemandFulfilled {
                seat: seat.number(),
                demand: of(demand),
                privilege: of_any(privilege),
            })
        }
        Event::Forfeited { seat, officials } => {
            Kind::Forfeited(pb::Forfeited { seat: seat.number(), officials: officials.into() })
        }
        Event::IncomeTaken { seat, city, ryo, privilege } => Kind::IncomeTaken(pb::IncomeTaken {
            seat: seat.number(),
            city: of(city),
            ryo: ryo.into(),
            privilege: of(privilege),
        }),
        Event::GoodTaken { seat, good, privilege } => Kind::GoodTaken(pb::GoodTaken {
            seat: seat.number(),
            good: of(good),
            privilege: of(privilege),
        }),
        Event::BlackOfficialsLeft { seat, officials } => {
            Kind::BlackOfficialsLeft(pb::BlackOfficialsLeft {
                seat: seat.number(),
                officials: officials.into(),
            })
        }
        Event::SentHome { seat, space } => {
            Kind::SentHome(pb::SentHome { seat: seat.number(), space: of(space) })
        }
        Event::WagesPaid { seat, samurai, rice } => Kind::WagesPaid(pb::WagesPaid {
            seat: seat.number(),
            samurai: samurai.into(),
            rice: rice.into(),
        }),
        Event::IncomePaid { seat, by_city } => {
            Kind::IncomePaid(pb::IncomePaid { seat: seat.number(), cities: cities(&by_city) })
        }
        Event::Discarded { seat, good, amount } => Kind::Discarded(pb::Discarded {
            seat: seat.number(),
            good: of(good),
            amount: amount.into(),
        }),
        Event::GameOver { reason } => {
            Kind::GameOver(pb::GameOver { reason: end_reason(reason).into() })
        }
        Event::Scored { seat, points, money, samurai, ronin } => Kind::Scored(pb::Scored {
            seat: seat.number(),
            points: points.into(),
            money: money.into(),
            samurai: samurai.into(),
            ronin: ronin.into(),
        }),
    }
}

fn price(price: Price) -> pb::Price {
    let Price { ryo, rice, wood, stone } = price;
    pb::Price { ryo: ryo.into(), rice: rice.into(), wood: wood.into(), stone: stone.into() }
}

/// The cities that paid something.
fn cities(by_city: &[u8; Space::CITIES]) -> Vec<pb::CityIncome> {
    let paying = Space::cities().zip(by_city).filter(|(_, ryo)| **ryo > 0);
    paying.map(|(city, ryo)| pb::CityIncome { city: of(city), ryo: u32::from(*ryo) }).collect()
}
