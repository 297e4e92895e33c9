//! Placing armies.

use alloc::vec::Vec;

use crate::acting::{Errand, Progress, skip};
use crate::options::ShortSupply;
use crate::state::State;
use crate::{Effect, Event, Order, Skip, Special, marching};

/// Places armies if they can be paid and are there.
pub(crate) fn deploy(state: &mut State, errand: Errand, events: &mut Vec<Event>) -> Progress {
    match recruit(state, errand, events) {
        Ok(()) => Progress::Done,
        Err(why) => skip(errand, why, events),
    }
}

/// Places an army; then armies may move.
pub(crate) fn deploy_one(state: &mut State, errand: Errand, events: &mut Vec<Event>) -> Progress {
    match recruit(state, errand, events) {
        Ok(()) => marching::offer_move(state, errand),
        Err(why) => skip(errand, why, events),
    }
}

fn recruit(state: &mut State, errand: Errand, events: &mut Vec<Event>) -> Result<(), Skip> {
    let Errand { seat, order, province, .. } = errand;
    let supply = state.player(seat).supply;
    let due = due(state, order);
    let needed = match state.options.short_supply {
        ShortSupply::Skip => due,
        ShortSupply::PlaceRest => 1,
    };
    if supply < needed {
        return Err(Skip::Supply);
    }
    if !state.pay(seat, order.price()) {
        return Err(Skip::Chests);
    }
    let recruits = order == Order::DeployFive && state.holder(Special::Recruit) == Some(seat);
    let wanted = if recruits { Special::Recruit.amount() } else { due };
    let armies = state.take_armies(seat, wanted);
    let holding = state.holding_mut(province);
    holding.armies = holding.armies.saturating_add(armies);
    events.push(Event::Deployed { seat, province, armies, price: order.price() });
    Ok(())
}

/// How many the event lets an order place.
fn due(state: &State, order: Order) -> u8 {
    match (state.effect(), order) {
        (Some(Effect::FewerRecruits { five, .. }), Order::DeployFive) => five,
        (Some(Effect::FewerRecruits { three, .. }), Order::DeployThree) => three,
        _ => order.armies(),
    }
}
