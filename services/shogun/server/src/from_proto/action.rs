//! Reads an action.

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules_server::Malformed;
use pb::action::Kind;
use shogun_rules::Action;

use super::field::{Read, both, byte, card, province, space, special};

/// The one action that the message holds.
pub(crate) fn action(message: &pb::Action) -> Read<Action> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of action"))?;
    match kind {
        Kind::ExchangePair(_) => Ok(Action::ExchangePair),
        Kind::TakeCard(m) => province("take_card.province", m.province).map(Action::TakeCard),
        Kind::TakeBlind(_) => Ok(Action::TakeBlind),
        Kind::PlaceGroup(m) => byte("place_group.armies", m.armies).map(Action::PlaceGroup),
        Kind::LayCard(m) => both(space("lay_card.space", m.space), card("lay_card.card", &m.card))
            .map(|(space, card)| Action::LayCard { space, card }),
        Kind::TakeBack(m) => {
            space("take_back.space", m.space).map(|space| Action::TakeBack { space })
        }
        Kind::SealPlan(_) => Ok(Action::SealPlan),
        Kind::PickSpecial(m) => special("pick_special.special", m.special).map(Action::PickSpecial),
        Kind::MarchTo(m) => province("march_to.province", m.province).map(Action::MarchTo),
        Kind::MarchWith(m) => byte("march_with.armies", m.armies).map(Action::MarchWith),
        Kind::Reconsider(_) => Ok(Action::Reconsider),
        Kind::Decline(_) => Ok(Action::Decline),
        Kind::FightRevolt(m) => {
            province("fight_revolt.province", m.province).map(Action::FightRevolt)
        }
    }
}
