//! Writes what belongs to a player, and the cards of plans.

use edo_rules::{CardSet, Good, Officials, PlannedCard, Player, SLOTS, Squad};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::Seat;

use super::place;
use crate::numbers::{Numbered, of, of_any};

/// A player.
pub(super) fn player(seat: Seat, player: &Player) -> pb::Player {
    let slots = |on: &dyn Fn(usize) -> Option<PlannedCard>| -> Vec<pb::PlannedCard> {
        let laid = (0..SLOTS).filter_map(|slot| Some((slot as u8, on(slot)?)));
        laid.map(|(slot, planned)| planned_card(slot, &planned)).collect()
    };
    pb::Player {
        seat: seat.number(),
        points: player.points.into(),
        ryo: player.ryo.into(),
        rice: player.goods[Good::Rice].into(),
        wood: player.goods[Good::Wood].into(),
        stone: player.goods[Good::Stone].into(),
        samurai: squad(&player.samurai),
        white_officials: player.whites.into(),
        special_cards: all(player.cards.intersection(CardSet::SPECIAL).iter()),
        package: of_any(player.package),
        temples: all(player.temples.iter()),
        privileges: all(player.privileges.iter()),
        ronin_tokens: player.ronin_tokens.into(),
        shown: slots(&|slot| player.shown[slot]),
        plan: slots(&|slot| player.plan.on(slot)),
    }
}

/// A card with the slot where it lies.
pub(super) fn planned_card(slot: u8, planned: &PlannedCard) -> pb::PlannedCard {
    pb::PlannedCard {
        slot: place(slot),
        card: of(planned.card),
        task: of(planned.task),
        officials: officials(planned.officials),
    }
}

/// Officials; absent if there is none.
pub(super) fn officials(officials: Officials) -> Option<pb::Officials> {
    (!officials.is_empty()).then(|| pb::Officials {
        own: officials.own.into(),
        white: officials.white.into(),
        black: officials.black.into(),
    })
}

/// Where figures stand.
pub(super) fn squad(squad: &Squad) -> Vec<i32> {
    all(squad.as_slice().iter().copied())
}

/// The numbers of several things of a kind.
pub(super) fn all<T: Numbered>(items: impl Iterator<Item = T>) -> Vec<i32> {
    items.map(of).collect()
}
