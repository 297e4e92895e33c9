//! Reads what belongs to a player, and the cards of plans.

use edo_rules::{Card, CardSet, Goods, PlannedCard, Player, SLOTS, SpaceSet};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Plan, SeatCount};
use kit_rules_server::Malformed;

use super::field::{
    ITSELF, Read, amount, both, distinct, each, named, named_or_none, officials, on_board, set,
    slot, small, squad,
};

/// A player. The plan stays empty for those who may not know it, even if the
/// message tells it.
pub(super) fn player(message: &pb::Player, seats: SeatCount, knows_plan: bool) -> Read<Player> {
    let figures = both(
        squad("samurai", &message.samurai, seats),
        both(small("white_officials", message.white_officials), temples(message, seats)),
    );
    let tokens = both(
        both(special_cards(&message.special_cards), named_or_none("package", message.package)),
        both(set("privileges", &message.privileges), small("ronin_tokens", message.ronin_tokens)),
    );
    let plan = if knows_plan { slots("plan", &message.plan) } else { Ok([None; SLOTS]) };
    let plans = both(slots("shown", &message.shown), plan.and_then(|plan| laid(&plan)));
    let (((points, (ryo, goods)), (samurai, (whites, temples))), (tokens, (shown, plan))) =
        both(both(stock(message), figures), both(tokens, plans))?;
    let ((special, package), (privileges, ronin_tokens)) = tokens;
    Ok(Player {
        points,
        ryo,
        goods,
        samurai,
        whites,
        cards: CardSet::BASIC.union(special),
        package,
        temples,
        privileges,
        ronin_tokens,
        shown,
        plan,
    })
}

/// A card with the slot where it lies.
pub(super) fn planned_card(message: &pb::PlannedCard) -> Read<(u8, PlannedCard)> {
    let what = both(named("card", message.card), named("task", message.task));
    let rest = both(what, officials("officials", &message.officials));
    let (slot, ((card, task), officials)) = both(slot("slot", message.slot), rest)?;
    Ok((slot, PlannedCard { card, task, officials }))
}

fn stock(message: &pb::Player) -> Read<(u16, (u16, Goods))> {
    let goods = both(
        both(amount("rice", message.rice), amount("wood", message.wood)),
        amount("stone", message.stone),
    );
    let goods = goods.map(|((rice, wood), stone)| Goods::new(rice, wood, stone));
    both(amount("points", message.points), both(amount("ryo", message.ryo), goods))
}

fn temples(message: &pb::Player, seats: SeatCount) -> Read<SpaceSet> {
    let spaces = distinct("temples", &message.temples, |number| on_board(ITSELF, number, seats))?;
    Ok(spaces.into_iter().collect())
}

fn special_cards(numbers: &[i32]) -> Read<CardSet> {
    let cards = distinct("special_cards", numbers, |number| {
        let card: Card = named(ITSELF, number)?;
        let why = "names a special card";
        if card.is_special() { Ok(card) } else { Err(Malformed::field(ITSELF, why)) }
    })?;
    Ok(cards.into_iter().collect())
}

type Slots = [Option<PlannedCard>; SLOTS];

fn slots(field: &str, messages: &[pb::PlannedCard]) -> Read<Slots> {
    let mut slots = [None; SLOTS];
    each(field, messages, |message| {
        let (slot, planned) = planned_card(message)?;
        match slots[usize::from(slot)].replace(planned) {
            None => Ok(()),
            Some(_) => Err(Malformed::field("slot", "repeats a slot")),
        }
    })?;
    Ok(slots)
}

/// A plan with these cards in its slots.
fn laid(slots: &Slots) -> Read<Plan<PlannedCard, SLOTS>> {
    let mut plan = Plan::default();
    for (slot, planned) in slots.iter().enumerate() {
        let Some(planned) = planned else { continue };
        plan.put(slot, *planned).map_err(|fault| Malformed::field("plan", fault.to_string()))?;
    }
    Ok(plan)
}
