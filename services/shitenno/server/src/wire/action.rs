//! Actions on the wire.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::codec::*;
use shitenno_rules::Action;

use super::field::{CARD, ELEMENT, LOT_NAME, MODE, POSITION, PROVINCE, TITLE};

wire_oneof! {
    /// The one action that a message holds.
    pub(crate) ACTION: pb::Action as Action = kind: pb::action::Kind {
        LayTile { lot: LOT_NAME, tile: TITLE } <=> Action::LayTile { lot, tile },
        ReturnTile { lot: LOT_NAME } <=> Action::ReturnTile { lot },
        LayCard { lot: LOT_NAME, card: CARD } <=> Action::LayCard { lot, card },
        ReturnCard { lot: LOT_NAME, card: CARD } <=> Action::ReturnCard { lot, card },
        Offer {} <=> Action::Offer,
        Accept {} <=> Action::Accept,
        Refuse {} <=> Action::Refuse,
        Present {} <=> Action::Present,
        Choose { lot: LOT_NAME } <=> Action::Choose(lot),
        Aim { province: PROVINCE, mode: MODE } <=> Action::Aim { province, mode },
        PayCard { card: CARD } <=> Action::PayCard(card),
        UseJoker { card: CARD } <=> Action::UseJoker(card),
        ApplyExchange { from: ELEMENT, to: ELEMENT } <=> Action::ApplyExchange { from, to },
        ApplyPlusOne { element: ELEMENT } <=> Action::ApplyPlusOne(element),
        TakeBack {} <=> Action::TakeBack,
        Control {} <=> Action::Control,
        UseDraw {} <=> Action::UseDraw,
        EndTurn {} <=> Action::EndTurn,
        Gild { province: PROVINCE, position: POSITION } <=> Action::Gild { province, position },
        Decline {} <=> Action::Decline,
    }
}
