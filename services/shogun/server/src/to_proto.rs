//! Values become messages, always in the same order.

mod event;
mod options;
mod phase;
mod state;

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::Seat;
use pb::action::Kind;
use shogun_rules::{Action, Card, Cubes, Province};

use crate::numbers::{of_chest_card, of_province, of_space, of_special};

pub(crate) use event::event;
pub(crate) use state::state;

/// An action.
pub(crate) fn action(action: &Action) -> pb::Action {
    let kind = match *action {
        Action::ExchangePair => Kind::ExchangePair(pb::ExchangePair {}),
        Action::TakeCard(card) => Kind::TakeCard(pb::TakeCard { province: of_province(card) }),
        Action::TakeBlind => Kind::TakeBlind(pb::TakeBlind {}),
        Action::PlaceGroup(armies) => Kind::PlaceGroup(pb::PlaceGroup { armies: armies.into() }),
        Action::LayCard { space, card: laid } => {
            Kind::LayCard(pb::LayCard { space: of_space(space), card: card(laid) })
        }
        Action::TakeBack { space } => Kind::TakeBack(pb::TakeBack { space: of_space(space) }),
        Action::SealPlan => Kind::SealPlan(pb::SealPlan {}),
        Action::PickSpecial(special) => {
            Kind::PickSpecial(pb::PickSpecial { special: of_special(special) })
        }
        Action::MarchTo(target) => Kind::MarchTo(pb::MarchTo { province: of_province(target) }),
        Action::MarchWith(armies) => Kind::MarchWith(pb::MarchWith { armies: armies.into() }),
        Action::Reconsider => Kind::Reconsider(pb::Reconsider {}),
        Action::Decline => Kind::Decline(pb::Decline {}),
        Action::FightRevolt(province) => {
            Kind::FightRevolt(pb::FightRevolt { province: of_province(province) })
        }
    };
    pb::Action { kind: Some(kind) }
}

fn card(card: Card) -> Option<pb::Card> {
    use pb::card::Kind;
    let kind = match card {
        Card::Province(province) => Kind::Province(of_province(province)),
        Card::Chests(chests) => Kind::ChestCard(of_chest_card(chests)),
    };
    Some(pb::Card { kind: Some(kind) })
}

/// The colours of which there are any; farmers, who have no seat, come first.
fn cubes(cubes: Cubes) -> Vec<pb::CubeCount> {
    let count = |(owner, count): (Option<Seat>, u8)| pb::CubeCount {
        seat: owner.map_or(0, Seat::number),
        count: count.into(),
    };
    let mut all: Vec<_> = cubes.iter().map(|(cube, many)| count((cube.owner(), many))).collect();
    all.sort_by_key(|count| count.seat);
    all
}

fn provinces(provinces: impl IntoIterator<Item = Province>) -> Vec<i32> {
    provinces.into_iter().map(of_province).collect()
}
