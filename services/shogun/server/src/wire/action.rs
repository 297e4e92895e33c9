//! Actions on the wire.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::codec::*;
use shogun_rules::Action;

use super::card::CARD;
use super::field::{COUNT, PROVINCE, SPACE, SPECIAL};

wire_oneof! {
    /// The one action that a message holds.
    pub(crate) ACTION: pb::Action as Action = kind: pb::action::Kind {
        ExchangePair {} <=> Action::ExchangePair,
        TakeCard { province: PROVINCE } <=> Action::TakeCard(province),
        TakeBlind {} <=> Action::TakeBlind,
        PlaceGroup { armies: COUNT } <=> Action::PlaceGroup(armies),
        LayCard { space: SPACE, card: required(CARD) } <=> Action::LayCard { space, card },
        TakeBack { space: SPACE } <=> Action::TakeBack { space },
        SealPlan {} <=> Action::SealPlan,
        PickSpecial { special: SPECIAL } <=> Action::PickSpecial(special),
        MarchTo { province: PROVINCE } <=> Action::MarchTo(province),
        MarchWith { armies: COUNT } <=> Action::MarchWith(armies),
        Reconsider {} <=> Action::Reconsider,
        Decline {} <=> Action::Decline,
        FightRevolt { province: PROVINCE } <=> Action::FightRevolt(province),
    }
}
