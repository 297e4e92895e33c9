//! Events on the wire, redacted or not.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;
use shogun_rules::{Event, Good, Loss, SEATS_MAX, Skip};

use super::card::{CARD, CARDS, TURNED_UP};
use super::field::{
    BUILDING, COUNT, EVENT_CARD, EVENT_CARDS, ORDER, POINTS, PROVINCE, PROVINCES, RANKING, REGION,
    SEASON, SEAT, SEATS, SPACE, SPACES, SPECIAL,
};
use super::tower::CUBES;

wire_oneof! {
    /// The one event that a message holds.
    pub(crate) EVENT: pb::Event as Event = kind: pb::event::Kind {
        LetterDrawn { seat: SEAT, letter: ordinal(SEATS_MAX) }
            <=> Event::LetterDrawn { seat, letter },
        DraftBegins { seat: SEAT } <=> Event::DraftBegins { seat },
        CardOpened { province: PROVINCE } <=> Event::CardOpened { province },
        PairExchanged { seat: SEAT, first: PROVINCE, second: PROVINCE }
            <=> Event::PairExchanged { seat, pair: [first, second] },
        CardTaken { seat: SEAT, province: PROVINCE, blind: plain() }
            <=> Event::CardTaken { seat, province, blind },
        GroupPlaced { seat: SEAT, province: PROVINCE, armies: COUNT }
            <=> Event::GroupPlaced { seat, province, armies },
        TraySorted {} <=> Event::TraySorted,

        YearBegins { year: COUNT, events: EVENT_CARDS } <=> Event::YearBegins { year, events },
        SeasonBegins { year: COUNT, season: SEASON, orders: all_of(ORDER) }
            <=> Event::SeasonBegins { year, season, orders },
        SpecialsLaidOut { specials: all_of(SPECIAL) } <=> Event::SpecialsLaidOut { specials },
        CardLaid { seat: SEAT, space: SPACE, card: required(CARD) }
            <=> Event::CardLaid { seat, space, card },
        CardTakenBack { seat: SEAT, space: SPACE, card: required(CARD) }
            <=> Event::CardTakenBack { seat, space, card },
        PlanSealed { seat: SEAT } <=> Event::PlanSealed { seat },
        SpacesEmpty { seat: SEAT, spaces: SPACES } <=> Event::SpacesEmpty { seat, spaces },
        EventDrawn { card: EVENT_CARD } <=> Event::EventDrawn { card },
        TheatresCalmed { provinces: PROVINCES } <=> Event::TheatresCalmed { provinces },
        BidsRevealed { bids as (seats, cards): TURNED_UP } <=> Event::BidsRevealed { seats, cards },
        BidPaid { seat: SEAT, chests: COUNT } <=> Event::BidPaid { seat, chests },
        BidsRanked { ranking: RANKING } <=> Event::BidsRanked { ranking },
        SpecialTaken { seat: SEAT, special: SPECIAL, position: COUNT }
            <=> Event::SpecialTaken { seat, special, position },

        ActionBegins { position: COUNT, order: ORDER, cards: CARDS }
            <=> Event::ActionBegins { position, order, cards },
        OrderRevealed { seat: SEAT, order: ORDER, card: required(CARD) }
            <=> Event::OrderRevealed { seat, order, card },
        ActionTurnedUp { position: COUNT, order: ORDER }
            <=> Event::ActionTurnedUp { position, order },
        Skipped { seat: SEAT, province: PROVINCE, order: ORDER, reason: SKIP_REASON }
            <=> Event::Skipped { seat, order, province, why: reason },
        OrderCancelled { seat: SEAT, province: PROVINCE, space: SPACE }
            <=> Event::OrderCancelled { seat, space, province },
        OrderLost { seat: SEAT, province: PROVINCE, order: ORDER }
            <=> Event::OrderLost { seat, order, province },
        Built { seat: SEAT, province: PROVINCE, building: BUILDING, price: COUNT }
            <=> Event::Built { seat, province, building, price },
        MarkerRemoved { province: PROVINCE, left: COUNT }
            <=> Event::MarkerRemoved { province, left },
        Collected { seat: SEAT, province: PROVINCE, good: GOOD, amount: COUNT }
            <=> Event::Collected { seat, province, good, amount },
        MarkerAdded { province: PROVINCE, markers: COUNT }
            <=> Event::MarkerAdded { province, markers },
        Deployed { seat: SEAT, province: PROVINCE, armies: COUNT, price: COUNT }
            <=> Event::Deployed { seat, province, armies, price },
        TargetChosen { seat: SEAT, from: PROVINCE, target: PROVINCE }
            <=> Event::TargetChosen { seat, from, target },
        TargetDropped { seat: SEAT, from: PROVINCE } <=> Event::TargetDropped { seat, from },
        Declined { seat: SEAT, province: PROVINCE } <=> Event::Declined { seat, province },
        Moved { seat: SEAT, from: PROVINCE, target: PROVINCE, armies: COUNT }
            <=> Event::Moved { seat, from, target, armies },

        Attacked {
            seat: SEAT, from: PROVINCE, target: PROVINCE, defender: or_none(SEAT), armies: COUNT,
        } <=> Event::Attacked { seat, from, target, defender, armies },
        RevoltBegins { seat: SEAT, province: PROVINCE, farmers: COUNT }
            <=> Event::RevoltBegins { seat, province, farmers },
        CubesThrown { cubes: CUBES, tray: CUBES } <=> Event::CubesThrown { cubes, tray },
        CubesOut { cubes: CUBES } <=> Event::CubesOut { cubes },
        Conquered { seat: SEAT, province: PROVINCE, loser: or_none(SEAT), garrison: COUNT }
            <=> Event::Conquered { seat, province, loser, garrison },
        Defended { seat: SEAT, province: PROVINCE, garrison: COUNT }
            <=> Event::Defended { seat, province, garrison },
        AttackFailed { seat: SEAT, province: PROVINCE } <=> Event::AttackFailed { seat, province },
        RevoltHeld { seat: SEAT, province: PROVINCE, garrison: COUNT }
            <=> Event::RevoltHeld { seat, province, garrison },
        TurnedNeutral { seat: SEAT, province: PROVINCE, reason: LOSS_REASON }
            <=> Event::TurnedNeutral { seat, province, loss: reason },

        SeasonEnds { year: COUNT, season: SEASON } <=> Event::SeasonEnds { year, season },
        WinterBegins { year: COUNT, card: EVENT_CARD } <=> Event::WinterBegins { year, card },
        RiceLost { seat: SEAT, lost: COUNT, left: COUNT } <=> Event::RiceLost { seat, lost, left },
        ShortageFound { seat: SEAT, missing: COUNT, provinces: COUNT, farmers: COUNT }
            <=> Event::ShortageFound { seat, missing, provinces, farmers },
        RevoltsDrawn { seat: SEAT, provinces: PROVINCES }
            <=> Event::RevoltsDrawn { seat, provinces },
        HoldingsScored { seat: SEAT, provinces: POINTS, buildings: POINTS }
            <=> Event::HoldingsScored { seat, provinces, buildings },
        MajorityScored { region: REGION, building: BUILDING, seats: SEATS, points: POINTS }
            <=> Event::MajorityScored { region, building, seats, points },
        PointsTold { seat: SEAT, points: POINTS } <=> Event::PointsTold { seat, points },
        YearEnds { year: COUNT } <=> Event::YearEnds { year },
        ChestsShown { seat: SEAT, chests: COUNT } <=> Event::ChestsShown { seat, chests },
        GameOver {} <=> Event::GameOver,
    }
}

wire_enum! {
    SKIP_REASON: pb::SkipReason as Skip = "tells why it was skipped" {
        Chests, Towns, Building, Stock, Supply, Armies, Target,
    };
    GOOD: pb::Good as Good = "names what was collected" { Rice, Chests };
    LOSS_REASON: pb::LossReason as Loss = "tells why the province was lost" { Tie, Revolt };
}

/// So many different elements.
fn all_of<C, const N: usize>(of: C) -> impl Codec<Message = Vec<C::Message>, Value = [C::Value; N]>
where
    C: Codec<Message: PartialEq, Value: Clone>,
{
    refined(
        distinct(of),
        |values| values.try_into().map_err(|_| Malformed::itself(format!("has {N} elements"))),
        |values: &[C::Value; N]| values.to_vec(),
    )
}
