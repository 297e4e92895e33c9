//! Values become messages, always in the same order.

mod event;
mod part;
mod state;

use kit_proto::bakufu::shitenno::v1 as pb;
use pb::action::Kind;
use shitenno_rules::{Action, Cards, EndReason};

use crate::numbers::{of_card, of_element, of_lot, of_mode, of_province, of_title};

pub(crate) use event::event;
pub(crate) use state::state;

/// An action.
pub(crate) fn action(action: &Action) -> pb::Action {
    let kind = match *action {
        Action::LayTile { lot, tile } => {
            Kind::LayTile(pb::LayTile { lot: of_lot(lot), tile: of_title(tile) })
        }
        Action::ReturnTile { lot } => Kind::ReturnTile(pb::ReturnTile { lot: of_lot(lot) }),
        Action::LayCard { lot, card } => {
            Kind::LayCard(pb::LayCard { lot: of_lot(lot), card: of_card(card) })
        }
        Action::ReturnCard { lot, card } => {
            Kind::ReturnCard(pb::ReturnCard { lot: of_lot(lot), card: of_card(card) })
        }
        Action::Offer => Kind::Offer(pb::Offer {}),
        Action::Accept => Kind::Accept(pb::Accept {}),
        Action::Refuse => Kind::Refuse(pb::Refuse {}),
        Action::Present => Kind::Present(pb::Present {}),
        Action::Choose(lot) => Kind::Choose(pb::Choose { lot: of_lot(lot) }),
        Action::Aim { province, mode } => {
            Kind::Aim(pb::Aim { province: of_province(province), mode: of_mode(mode) })
        }
        Action::PayCard(card) => Kind::PayCard(pb::PayCard { card: of_card(card) }),
        Action::UseJoker(card) => Kind::UseJoker(pb::UseJoker { card: of_card(card) }),
        Action::ApplyExchange { from, to } => {
            Kind::ApplyExchange(pb::ApplyExchange { from: of_element(from), to: of_element(to) })
        }
        Action::ApplyPlusOne(element) => {
            Kind::ApplyPlusOne(pb::ApplyPlusOne { element: of_element(element) })
        }
        Action::TakeBack => Kind::TakeBack(pb::TakeBack {}),
        Action::Control => Kind::Control(pb::Control {}),
        Action::UseDraw => Kind::UseDraw(pb::UseDraw {}),
        Action::EndTurn => Kind::EndTurn(pb::EndTurn {}),
        Action::Gild { province, position } => {
            Kind::Gild(pb::Gild { province: of_province(province), position: position.into() })
        }
        Action::Decline => Kind::Decline(pb::Decline {}),
    };
    pb::Action { kind: Some(kind) }
}

/// The cards of a pile, ascending.
fn cards(pile: &Cards) -> Vec<i32> {
    pile.iter().map(of_card).collect()
}

fn end_reason(reason: EndReason) -> i32 {
    let reason = match reason {
        EndReason::KamonPlaced => pb::EndReason::KamonPlaced,
        EndReason::KokuDrawn => pb::EndReason::KokuDrawn,
    };
    reason.into()
}
