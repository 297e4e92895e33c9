//! Values become messages, always in the same order.

mod event;
mod player;
mod state;

use edo_rules::{Action, EndReason, Figure};
use kit_proto::bakufu::edo::v1 as pb;
use pb::action::Kind;

use crate::numbers::of;

pub(crate) use event::event;
pub(crate) use state::state;

/// An action.
pub(crate) fn action(action: &Action) -> pb::Action {
    pb::Action { kind: Some(kind(action)) }
}

fn kind(action: &Action) -> Kind {
    match *action {
        Action::TakePackage(package) => Kind::TakePackage(pb::TakePackage { package: of(package) }),
        Action::TakeCity(city) => Kind::TakeCity(pb::TakeCity { city: of(city) }),
        Action::SelectRonin(space) => Kind::SelectRonin(pb::SelectRonin { space: of(space) }),
        Action::RelocateRonin(space) => Kind::RelocateRonin(pb::RelocateRonin { space: of(space) }),
        Action::LayCard { slot, card, task } => {
            Kind::LayCard(pb::LayCard { slot: place(slot), card: of(card), task: of(task) })
        }
        Action::TakeBackCard { slot } => Kind::TakeBackCard(pb::TakeBackCard { slot: place(slot) }),
        Action::AddOfficial { slot, kind } => {
            Kind::AddOfficial(pb::AddOfficial { slot: place(slot), kind: of(kind) })
        }
        Action::TakeBackOfficial { slot, kind } => {
            Kind::TakeBackOfficial(pb::TakeBackOfficial { slot: place(slot), kind: of(kind) })
        }
        Action::SealPlan => Kind::SealPlan(pb::SealPlan {}),
        Action::Move { figure: Figure::Samurai(from), to } => {
            Kind::MoveSamurai(pb::MoveSamurai { from: of(from), to: of(to) })
        }
        Action::Move { figure: Figure::Merchant, to } => {
            Kind::MoveMerchant(pb::MoveMerchant { to: of(to) })
        }
        Action::EndMovement => Kind::EndMovement(pb::EndMovement {}),
        Action::Collect => Kind::Collect(pb::Collect {}),
        Action::Produce { space, full } => Kind::Produce(pb::Produce { space: of(space), full }),
        Action::PlaceOfficial { post } => Kind::PlaceOfficial(pb::PlaceOfficial { post: of(post) }),
        Action::Travel { from, to } => Kind::Travel(pb::Travel { from: of(from), to: of(to) }),
        Action::EndTravel => Kind::EndTravel(pb::EndTravel {}),
        Action::Disperse(space) => Kind::Disperse(pb::Disperse { space: of(space) }),
        Action::Gather { from } => Kind::Gather(pb::Gather { from: of(from) }),
        Action::EndGathering => Kind::EndGathering(pb::EndGathering {}),
        Action::Build { kind, space, prestige } => {
            Kind::Build(pb::Build { kind: of(kind), space: of(space), prestige })
        }
        Action::BuyGoods { by, units } => {
            Kind::BuyGoods(pb::BuyGoods { by: of(by), units: units.into() })
        }
        Action::BuyPoint { by } => Kind::BuyPoint(pb::BuyPoint { by: of(by) }),
        Action::EndTrade => Kind::EndTrade(pb::EndTrade {}),
        Action::Recruit => Kind::Recruit(pb::Recruit {}),
        Action::BuyCard(card) => Kind::BuyCard(pb::BuyCard { card: of(card) }),
        Action::Fulfil { column } => Kind::Fulfil(pb::Fulfil { column: place(column) }),
        Action::Forfeit => Kind::Forfeit(pb::Forfeit {}),
        Action::TakeIncome { city } => Kind::TakeIncome(pb::TakeIncome { city: of(city) }),
        Action::TakeGood { privilege, good } => {
            Kind::TakeGood(pb::TakeGood { privilege: of(privilege), good: of(good) })
        }
        Action::EndTurn => Kind::EndTurn(pb::EndTurn {}),
        Action::SendHome(space) => Kind::SendHome(pb::SendHome { space: of(space) }),
        Action::PayWages => Kind::PayWages(pb::PayWages {}),
        Action::Discard(good) => Kind::Discard(pb::Discard { good: of(good) }),
    }
}

fn end_reason(reason: EndReason) -> pb::EndReason {
    match reason {
        EndReason::Points => pb::EndReason::Points,
        EndReason::LastCard => pb::EndReason::LastCard,
    }
}

/// Slots and columns are counted from one on the wire.
fn place(index: u8) -> u32 {
    u32::from(index) + 1
}
