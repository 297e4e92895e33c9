//! Events on the wire, redacted or not.

use edo_rules::{Event, Figure};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules_server::codec::*;

use super::board::INCOMES;
use super::field::{
    AMOUNT, BUILDING_KIND, CARD, DEMAND, END_REASON, GOOD, LOCATION_TILE, OFFICIAL_KIND, PACKAGE,
    PRICE, PRIVILEGE, PROFIT_TILE, SEAT, SLOT, SMALL, SPACE, TASK, TRADING_CARD,
};
use super::player::PLANNED_CARD;

wire_oneof! {
    /// The one event that a message holds.
    pub(crate) EVENT: pb::Event as Event = kind: pb::event::Kind {
        StartSeatChosen { seat: SEAT } <=> Event::StartSeat { seat },
        ProfitLaid { city: SPACE, tile: PROFIT_TILE } <=> Event::ProfitLaid { city, tile },
        CardCurrent { card: TRADING_CARD } <=> Event::CardCurrent { card },
        CardTurnedUp { card: TRADING_CARD } <=> Event::CardTurnedUp { card },
        DemandTurnedUp { demand: DEMAND } <=> Event::DemandTurnedUp { demand },
        PrivilegeTurnedUp { privilege: PRIVILEGE } <=> Event::PrivilegeTurnedUp { privilege },
        RoninAppeared { space: SPACE } <=> Event::RoninAppeared { space },
        PackageTaken { seat: SEAT, package: PACKAGE } <=> Event::PackageTaken { seat, package },
        CityTaken { seat: SEAT, city: SPACE } <=> Event::CityTaken { seat, city },
        RoundBegan { round: SMALL, seat: SEAT } <=> Event::RoundBegan { round, seat },
        RoninSelected { seat: SEAT, space: SPACE } <=> Event::RoninSelected { seat, space },
        LocationDrawn { seat: SEAT, tile: LOCATION_TILE } <=> Event::LocationDrawn { seat, tile },
        RoninMoved { seat: SEAT, from: SPACE, to: SPACE } <=> Event::RoninMoved { seat, from, to },
        CardLaid { seat: SEAT, slot: SLOT, card: CARD, task: TASK }
            <=> Event::CardLaid { seat, slot, card, task },
        CardTakenBack { seat: SEAT, slot: SLOT, card: CARD }
            <=> Event::CardTakenBack { seat, slot, card },
        OfficialAdded { seat: SEAT, slot: SLOT, kind: OFFICIAL_KIND }
            <=> Event::OfficialAdded { seat, slot, kind },
        OfficialTakenBack { seat: SEAT, slot: SLOT, kind: OFFICIAL_KIND }
            <=> Event::OfficialTakenBack { seat, slot, kind },
        PlanSealed { seat: SEAT } <=> Event::PlanSealed { seat },
        SupportUsed { seat: SEAT, count: SMALL } <=> Event::SupportUsed { seat, count },
        SlotRevealed { seat: SEAT, planned as (slot, planned): required(PLANNED_CARD) }
            <=> Event::SlotRevealed { seat, slot, planned },
        SamuraiMoved { seat: SEAT, from: SPACE, to: SPACE, ryo: SMALL }
            <=> Event::Moved { seat, figure: Figure::Samurai(from), to, ryo },
        MerchantMoved { seat: SEAT, to: SPACE, ryo: SMALL }
            <=> Event::Moved { seat, figure: Figure::Merchant, to, ryo },
        Collected { seat: SEAT, gain: required(PRICE) } <=> Event::Collected { seat, gain },
        Produced {
            seat: SEAT, space: SPACE, good: GOOD, amount: SMALL, privilege: or_none(PRIVILEGE),
        } <=> Event::Produced { seat, space, good, amount, privilege },
        OfficialPlaced { seat: SEAT, post: SPACE } <=> Event::OfficialPlaced { seat, post },
        Travelled { seat: SEAT, from: SPACE, to: SPACE } <=> Event::Travelled { seat, from, to },
        RoninChallenged { seat: SEAT, space: SPACE } <=> Event::RoninChallenged { seat, space },
        RoninDispersed { seat: SEAT, space: SPACE, ronin: SMALL, tokens: SMALL }
            <=> Event::RoninDispersed { seat, space, ronin, tokens },
        RoninHeld { seat: SEAT, space: SPACE } <=> Event::RoninHeld { seat, space },
        Built {
            seat: SEAT, kind: BUILDING_KIND, space: SPACE, price: required(PRICE),
            privilege: or_none(PRIVILEGE),
        } <=> Event::Built { seat, kind, space, price, privilege },
        GoodsBought {
            seat: SEAT, card: TRADING_CARD, units: SMALL, privilege: or_none(PRIVILEGE),
        } <=> Event::GoodsBought { seat, card, units, privilege },
        PointBought { seat: SEAT, card: TRADING_CARD, privilege: or_none(PRIVILEGE) }
            <=> Event::PointBought { seat, card, privilege },
        Recruited { seat: SEAT } <=> Event::Recruited { seat },
        CardBought { seat: SEAT, card: CARD } <=> Event::CardBought { seat, card },
        DemandFulfilled { seat: SEAT, demand: DEMAND, privilege: or_none(PRIVILEGE) }
            <=> Event::DemandFulfilled { seat, demand, privilege },
        Forfeited { seat: SEAT, officials: SMALL } <=> Event::Forfeited { seat, officials },
        IncomeTaken { seat: SEAT, city: SPACE, ryo: SMALL, privilege: PRIVILEGE }
            <=> Event::IncomeTaken { seat, city, ryo, privilege },
        GoodTaken { seat: SEAT, good: GOOD, privilege: PRIVILEGE }
            <=> Event::GoodTaken { seat, good, privilege },
        BlackOfficialsLeft { seat: SEAT, officials: SMALL }
            <=> Event::BlackOfficialsLeft { seat, officials },
        SentHome { seat: SEAT, space: SPACE } <=> Event::SentHome { seat, space },
        WagesPaid { seat: SEAT, samurai: SMALL, rice: SMALL }
            <=> Event::WagesPaid { seat, samurai, rice },
        IncomePaid { seat: SEAT, cities: INCOMES } <=> Event::IncomePaid { seat, by_city: cities },
        Discarded { seat: SEAT, good: GOOD, amount: AMOUNT }
            <=> Event::Discarded { seat, good, amount },
        GameOver { reason: END_REASON } <=> Event::GameOver { reason },
        Scored { seat: SEAT, points: AMOUNT, money: AMOUNT, samurai: AMOUNT, ronin: AMOUNT }
            <=> Event::Scored { seat, points, money, samurai, ronin },
    }
}
