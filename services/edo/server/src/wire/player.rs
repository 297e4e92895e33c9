//! Players and the cards of plans, on the wire.

use edo_rules::{CardSet, Good, Goods, PlannedCard, Player, PrivilegeSet, SLOTS, SpaceSet};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Plan, Seat, SeatCount};
use kit_rules_server::Malformed;
use kit_rules_server::codec::*;

use super::field::{
    AMOUNT, CARD, OFFICIALS, PACKAGE, PRIVILEGE, SLOT, SMALL, TASK, on_board, squad,
};

wire_message! {
    /// A player. The plan stays empty for those who may not know it, even if the
    /// message tells it.
    pub(super) player(seat: Seat, seats: SeatCount, knows_plan: bool): pb::Player as Player = {
        seat as (): exactly(seat.number()),
        points: AMOUNT,
        ryo: AMOUNT,
        samurai: squad(seats),
        white_officials: SMALL,
        special_cards: CARDS,
        package: or_none(PACKAGE),
        temples: set_of(on_board(seats), SpaceSet::iter),
        privileges: set_of(PRIVILEGE, PrivilegeSet::iter),
        ronin_tokens: SMALL,
        shown: SHOWN,
        plan: if_known(knows_plan, PLAN),
        ..goods: GOODS
    } <=> Player {
        points, ryo, goods, samurai, whites: white_officials, cards: special_cards, package,
        temples, privileges, ronin_tokens, shown, plan,
    };

    GOODS_OF_EACH: pb::Player as [u16; 3] = {
        rice: AMOUNT,
        wood: AMOUNT,
        stone: AMOUNT,
        ..
    } <=> [rice, wood, stone];

    /// A card with the slot where it lies.
    pub(super) PLANNED_CARD: pb::PlannedCard as (u8, PlannedCard) = {
        slot: SLOT,
        card: CARD,
        task: TASK,
        officials: OFFICIALS,
    } <=> (slot, PlannedCard { card, task, officials })
}

type Slots = [Option<PlannedCard>; SLOTS];

wire_field! {
    GOODS: pb::Player as Goods = mapped(
        GOODS_OF_EACH,
        |[rice, wood, stone]| Goods::new(rice, wood, stone),
        |goods| Good::ALL.map(|good| goods[good]),
    );

    /// All cards; the message leaves out those that everyone has.
    CARDS: Vec<i32> as CardSet = mapped(
        set_of(checked(CARD, "names a special card", |card| card.is_special()), CardSet::iter),
        |special| CardSet::BASIC.union(special),
        |cards| cards.intersection(CardSet::SPECIAL),
    );

    SHOWN: Vec<pb::PlannedCard> as Slots = entries(
        PLANNED_CARD,
        || [None; SLOTS],
        |slots: &mut Slots, (slot, planned)| match slots[usize::from(slot)].replace(planned) {
            None => Ok(()),
            Some(_) => Err(Malformed::field("slot", "repeats a slot")),
        },
        |slots| {
            let laid = (0..).zip(slots).filter_map(|(slot, planned)| Some((slot, (*planned)?)));
            laid.collect()
        },
    );

    PLAN: Vec<pb::PlannedCard> as Plan<PlannedCard, SLOTS> =
        refined(SHOWN, laid, |plan| std::array::from_fn(|slot| plan.on(slot)));
}

fn laid(slots: Slots) -> Read<Plan<PlannedCard, SLOTS>> {
    let mut plan = Plan::default();
    for (slot, planned) in slots.into_iter().enumerate() {
        let Some(planned) = planned else { continue };
        plan.put(slot, planned).map_err(|fault| Malformed::itself(fault.to_string()))?;
    }
    Ok(plan)
}
