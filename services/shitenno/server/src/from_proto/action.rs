//! Reads an action.

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules_server::Malformed;
use pb::action::Kind;
use shitenno_rules::Action;

use super::field::{Read, both, card, element, lot, mode, position, province, title};
use super::part::exchange;

/// The one action that the message holds.
pub(crate) fn action(message: &pb::Action) -> Read<Action> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of action"))?;
    match kind {
        Kind::LayTile(m) => both(lot("lay_tile.lot", m.lot), title("lay_tile.tile", m.tile))
            .map(|(lot, tile)| Action::LayTile { lot, tile }),
        Kind::ReturnTile(m) => lot("return_tile.lot", m.lot).map(|lot| Action::ReturnTile { lot }),
        Kind::LayCard(m) => both(lot("lay_card.lot", m.lot), card("lay_card.card", m.card))
            .map(|(lot, card)| Action::LayCard { lot, card }),
        Kind::ReturnCard(m) => {
            both(lot("return_card.lot", m.lot), card("return_card.card", m.card))
                .map(|(lot, card)| Action::ReturnCard { lot, card })
        }
        Kind::Offer(_) => Ok(Action::Offer),
        Kind::Accept(_) => Ok(Action::Accept),
        Kind::Refuse(_) => Ok(Action::Refuse),
        Kind::Present(_) => Ok(Action::Present),
        Kind::Choose(m) => lot("choose.lot", m.lot).map(Action::Choose),
        Kind::Aim(m) => both(province("aim.province", m.province), mode("aim.mode", m.mode))
            .map(|(province, mode)| Action::Aim { province, mode }),
        Kind::PayCard(m) => card("pay_card.card", m.card).map(Action::PayCard),
        Kind::UseJoker(m) => card("use_joker.card", m.card).map(Action::UseJoker),
        Kind::ApplyExchange(m) => exchange(m.from, m.to)
            .map(|(from, to)| Action::ApplyExchange { from, to })
            .map_err(|malformed| malformed.inside("apply_exchange")),
        Kind::ApplyPlusOne(m) => {
            element("apply_plus_one.element", m.element).map(Action::ApplyPlusOne)
        }
        Kind::TakeBack(_) => Ok(Action::TakeBack),
        Kind::Control(_) => Ok(Action::Control),
        Kind::UseDraw(_) => Ok(Action::UseDraw),
        Kind::EndTurn(_) => Ok(Action::EndTurn),
        Kind::Gild(m) => {
            both(province("gild.province", m.province), position("gild.position", m.position))
                .map(|(province, position)| Action::Gild { province, position })
        }
        Kind::Decline(_) => Ok(Action::Decline),
    }
}
