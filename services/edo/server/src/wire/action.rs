//! Actions on the wire.

use edo_rules::{Action, Figure};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules_server::codec::*;

use super::field::{
    BUILDING_KIND, CARD, COLUMN, GOOD, OFFERED_BY, OFFICIAL_KIND, PACKAGE, PRIVILEGE, SLOT, SMALL,
    SPACE, TASK,
};

wire_oneof! {
    /// The one action that a message holds.
    pub(crate) ACTION: pb::Action as Action = kind: pb::action::Kind {
        TakePackage { package: PACKAGE } <=> Action::TakePackage(package),
        TakeCity { city: SPACE } <=> Action::TakeCity(city),
        SelectRonin { space: SPACE } <=> Action::SelectRonin(space),
        RelocateRonin { space: SPACE } <=> Action::RelocateRonin(space),
        LayCard { slot: SLOT, card: CARD, task: TASK } <=> Action::LayCard { slot, card, task },
        TakeBackCard { slot: SLOT } <=> Action::TakeBackCard { slot },
        AddOfficial { slot: SLOT, kind: OFFICIAL_KIND } <=> Action::AddOfficial { slot, kind },
        TakeBackOfficial { slot: SLOT, kind: OFFICIAL_KIND }
            <=> Action::TakeBackOfficial { slot, kind },
        SealPlan {} <=> Action::SealPlan,
        MoveSamurai { from: SPACE, to: SPACE }
            <=> Action::Move { figure: Figure::Samurai(from), to },
        MoveMerchant { to: SPACE } <=> Action::Move { figure: Figure::Merchant, to },
        EndMovement {} <=> Action::EndMovement,
        Collect {} <=> Action::Collect,
        Produce { space: SPACE, full: plain() } <=> Action::Produce { space, full },
        PlaceOfficial { post: SPACE } <=> Action::PlaceOfficial { post },
        Travel { from: SPACE, to: SPACE } <=> Action::Travel { from, to },
        EndTravel {} <=> Action::EndTravel,
        Disperse { space: SPACE } <=> Action::Disperse(space),
        Gather { from: SPACE } <=> Action::Gather { from },
        EndGathering {} <=> Action::EndGathering,
        Build { kind: BUILDING_KIND, space: SPACE, prestige: plain() }
            <=> Action::Build { kind, space, prestige },
        BuyGoods { by: OFFERED_BY, units: SMALL } <=> Action::BuyGoods { by, units },
        BuyPoint { by: OFFERED_BY } <=> Action::BuyPoint { by },
        EndTrade {} <=> Action::EndTrade,
        Recruit {} <=> Action::Recruit,
        BuyCard { card: CARD } <=> Action::BuyCard(card),
        Fulfil { column: COLUMN } <=> Action::Fulfil { column },
        Forfeit {} <=> Action::Forfeit,
        TakeIncome { city: SPACE } <=> Action::TakeIncome { city },
        TakeGood { privilege: PRIVILEGE, good: GOOD } <=> Action::TakeGood { privilege, good },
        EndTurn {} <=> Action::EndTurn,
        SendHome { space: SPACE } <=> Action::SendHome(space),
        PayWages {} <=> Action::PayWages,
        Discard { good: GOOD } <=> Action::Discard(good),
    }
}
