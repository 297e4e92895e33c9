//! Reads an action.

use edo_rules::{Action, Figure};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules_server::Malformed;
use pb::action::Kind;

use super::field::{Read, both, column, named, slot, small};

/// The one action that the message holds.
pub(crate) fn action(message: &pb::Action) -> Read<Action> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of action"))?;
    read(kind).map_err(|malformed| malformed.inside(name(kind)))
}

fn read(kind: &Kind) -> Read<Action> {
    match kind {
        Kind::TakePackage(m) => named("package", m.package).map(Action::TakePackage),
        Kind::TakeCity(m) => named("city", m.city).map(Action::TakeCity),
        Kind::SelectRonin(m) => named("space", m.space).map(Action::SelectRonin),
        Kind::RelocateRonin(m) => named("space", m.space).map(Action::RelocateRonin),
        Kind::LayCard(m) => {
            let card = both(named("card", m.card), named("task", m.task));
            both(slot("slot", m.slot), card).map(|(slot, (card, task))| Action::LayCard {
                slot,
                card,
                task,
            })
        }
        Kind::TakeBackCard(m) => slot("slot", m.slot).map(|slot| Action::TakeBackCard { slot }),
        Kind::AddOfficial(m) => both(slot("slot", m.slot), named("kind", m.kind))
            .map(|(slot, kind)| Action::AddOfficial { slot, kind }),
        Kind::TakeBackOfficial(m) => both(slot("slot", m.slot), named("kind", m.kind))
            .map(|(slot, kind)| Action::TakeBackOfficial { slot, kind }),
        Kind::SealPlan(_) => Ok(Action::SealPlan),
        Kind::MoveSamurai(m) => both(named("from", m.from), named("to", m.to))
            .map(|(from, to)| Action::Move { figure: Figure::Samurai(from), to }),
        Kind::MoveMerchant(m) => {
            named("to", m.to).map(|to| Action::Move { figure: Figure::Merchant, to })
        }
        Kind::EndMovement(_) => Ok(Action::EndMovement),
        Kind::Collect(_) => Ok(Action::Collect),
        Kind::Produce(m) => {
            named("space", m.space).map(|space| Action::Produce { space, full: m.full })
        }
        Kind::PlaceOfficial(m) => named("post", m.post).map(|post| Action::PlaceOfficial { post }),
        Kind::Travel(m) => both(named("from", m.from), named("to", m.to))
            .map(|(from, to)| Action::Travel { from, to }),
        Kind::EndTravel(_) => Ok(Action::EndTravel),
        Kind::Disperse(m) => named("space", m.space).map(Action::Disperse),
        Kind::Gather(m) => named("from", m.from).map(|from| Action::Gather { from }),
        Kind::EndGathering(_) => Ok(Action::EndGathering),
        Kind::Build(m) => both(named("kind", m.kind), named("space", m.space))
            .map(|(kind, space)| Action::Build { kind, space, prestige: m.prestige }),
        Kind::BuyGoods(m) => both(named("by", m.by), small("units", m.units))
            .map(|(by, units)| Action::BuyGoods { by, units }),
        Kind::BuyPoint(m) => named("by", m.by).map(|by| Action::BuyPoint { by }),
        Kind::EndTrade(_) => Ok(Action::EndTrade),
        Kind::Recruit(_) => Ok(Action::Recruit),
        Kind::BuyCard(m) => named("card", m.card).map(Action::BuyCard),
        Kind::Fulfil(m) => column("column", m.column).map(|column| Action::Fulfil { column }),
        Kind::Forfeit(_) => Ok(Action::Forfeit),
        Kind::TakeIncome(m) => named("city", m.city).map(|city| Action::TakeIncome { city }),
        Kind::TakeGood(m) => both(named("privilege", m.privilege), named("good", m.good))
            .map(|(privilege, good)| Action::TakeGood { privilege, good }),
        Kind::EndTurn(_) => Ok(Action::EndTurn),
        Kind::SendHome(m) => named("space", m.space).map(Action::SendHome),
        Kind::PayWages(_) => Ok(Action::PayWages),
        Kind::Discard(m) => named("good", m.good).map(Action::Discard),
    }
}

/// The field of the oneof, as the schema spells it.
fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::TakePackage(_) => "take_package",
        Kind::TakeCity(_) => "take_city",
        Kind::SelectRonin(_) => "select_ronin",
        Kind::RelocateRonin(_) => "relocate_ronin",
        Kind::LayCard(_) => "lay_card",
        Kind::TakeBackCard(_) => "take_back_card",
        Kind::AddOfficial(_) => "add_official",
        Kind::TakeBackOfficial(_) => "take_back_official",
        Kind::SealPlan(_) => "seal_plan",
        Kind::MoveSamurai(_) => "move_samurai",
        Kind::MoveMerchant(_) => "move_merchant",
        Kind::EndMovement(_) => "end_movement",
        Kind::Collect(_) => "collect",
        Kind::Produce(_) => "produce",
        Kind::PlaceOfficial(_) => "place_official",
        Kind::Travel(_) => "travel",
        Kind::EndTravel(_) => "end_travel",
        Kind::Disperse(_) => "disperse",
        Kind::Gather(_) => "gather",
        Kind::EndGathering(_) => "end_gathering",
        Kind::Build(_) => "build",
        Kind::BuyGoods(_) => "buy_goods",
        Kind::BuyPoint(_) => "buy_point",
        Kind::EndTrade(_) => "end_trade",
        Kind::Recruit(_) => "recruit",
        Kind::BuyCard(_) => "buy_card",
        Kind::Fulfil(_) => "fulfil",
        Kind::Forfeit(_) => "forfeit",
        Kind::TakeIncome(_) => "take_income",
        Kind::TakeGood(_) => "take_good",
        Kind::EndTurn(_) => "end_turn",
        Kind::SendHome(_) => "send_home",
        Kind::PayWages(_) => "pay_wages",
        Kind::Discard(_) => "discard",
    }
}
