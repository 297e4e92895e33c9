//! Trade: officials use the offers of the merchant.

use alloc::vec::Vec;

use crate::goods::Price;
use crate::state::{Offers, Phase, State, Turn, TurnStep};
use crate::token::{Privilege, PrivilegeKind};
use crate::trading_card::{OfferedBy, TradingCard};
use crate::{Action, Applied, Event, Violation, privileges};

const CARDS: [OfferedBy; 2] = [OfferedBy::Current, OfferedBy::Top];

/// Every offer that the official can use now.
pub(crate) fn list_offers(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    for by in CARDS {
        if let Ok(offer) = check(state, turn, by, true) {
            let units_max = units_payable(state, turn, offer.card);
            actions.extend((1..=units_max).map(|units| Action::BuyGoods { by, units }));
        }
    }
    for by in CARDS {
        let payable = |card: TradingCard| state.player(turn.active).can_pay(card.point());
        if check(state, turn, by, false).is_ok_and(|offer| payable(offer.card)) {
            actions.push(Action::BuyPoint { by });
        }
    }
}

/// Whether the official can use an offer now.
pub(crate) fn is_possible(state: &State, turn: &Turn) -> bool {
    prices(state, turn).any(|price| state.player(turn.active).can_pay(price))
}

/// Whether the official can use an offer now, or could with what privileges
/// bring (EDO-9.33).
pub(crate) fn is_in_reach(state: &State, turn: &Turn) -> bool {
    prices(state, turn).any(|price| privileges::could_pay(state, turn.active, price))
}

/// The official uses an offer.
pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let (by, units) = match action {
        Action::BuyGoods { by, units } => (by, Some(units)),
        Action::BuyPoint { by } => (by, None),
        _ => return Err(Violation::FinishOfficial),
    };
    let Offer { card, privilege } = check(state, &turn, by, units.is_some())?;
    let seat = turn.active;
    match units {
        Some(units) => {
            let goods = card.goods();
            if !(1..=goods.units_max).contains(&units) {
                return Err(Violation::TooManyUnits { units_max: goods.units_max });
            }
            if units > units_payable(state, &turn, card) {
                return Err(Violation::CannotPayOffer);
            }
            let player = state.player_mut(seat);
            player.ryo -= u16::from(units) * u16::from(goods.ryo_each);
            player.goods[goods.good] += u16::from(units);
            events.push(Event::GoodsBought { seat, card, units, privilege });
        }
        None => {
            let player = state.player_mut(seat);
            if !player.can_pay(card.point()) {
                return Err(Violation::CannotPayOffer);
            }
            player.pay(card.point());
            player.points += 1;
            events.push(Event::PointBought { seat, card, privilege });
        }
    }
    if let Some(privilege) = privilege {
        let player = state.player_mut(seat);
        player.privileges = player.privileges.without(privilege);
    }
    go_on(state, turn, by, units.is_some());
    Ok(())
}

/// An offer that may be used, and the privilege that it takes now.
struct Offer {
    card: TradingCard,
    privilege: Option<Privilege>,
}

/// Whether an offer is open to this official, whatever it costs.
fn check(state: &State, turn: &Turn, by: OfferedBy, goods: bool) -> Result<Offer, Violation> {
    let player = state.player(turn.active);
    if !player.samurai.is_on(state.merchant) {
        return Err(Violation::NotWithMerchant);
    }
    let (used, privileged) = progress(turn);
    let card = match by {
        OfferedBy::Current => state.trade.current,
        OfferedBy::Top => state.trade.top,
    };
    let card = card.ok_or(Violation::NoSuchOffer { by })?;
    let privilege = match by {
        OfferedBy::Top if !privileged => {
            let kind = PrivilegeKind::Trading;
            Some(player.privileges.first(kind).ok_or(Violation::NoPrivilege { kind })?)
        }
        OfferedBy::Top | OfferedBy::Current => None,
    };
    if used.has(by, goods) {
        return Err(Violation::OfferUsed);
    }
    if used.count() >= offers_max(state, turn) {
        return Err(Violation::NoMoreOffers);
    }
    Ok(Offer { card, privilege })
}

/// The prices of all offers that are open to the official, of goods for one unit.
fn prices<'a>(state: &'a State, turn: &'a Turn) -> impl Iterator<Item = Price> + 'a {
    let cards = move |goods| {
        CARDS.into_iter().filter_map(move |by| Some(check(state, turn, by, goods).ok()?.card))
    };
    let unit = |card: TradingCard| Price { ryo: card.goods().ryo_each, ..Price::default() };
    cards(true).map(unit).chain(cards(false).map(TradingCard::point))
}

/// Two offers with the own trading post in the merchant's city, else one.
fn offers_max(state: &State, turn: &Turn) -> usize {
    let city = state.city(state.merchant);
    if city.is_some_and(|city| city.has_post_of(turn.active)) { 2 } else { 1 }
}

fn progress(turn: &Turn) -> (Offers, bool) {
    match turn.step {
        TurnStep::Trading { used, privileged } => (used, privileged),
        _ => (Offers::default(), false),
    }
}

fn go_on(state: &mut State, turn: Turn, by: OfferedBy, goods: bool) {
    let (mut used, privileged) = progress(&turn);
    let mut next = turn;
    if used.count() == 0 {
        next.officials.use_any();
    }
    used.mark(by, goods);
    let privileged = privileged || by == OfferedBy::Top;
    next.step = TurnStep::Trading { used, privileged };
    state.phase = Phase::Turn(next);
}

fn units_payable(state: &State, turn: &Turn, card: TradingCard) -> u8 {
    let (goods, ryo) = (card.goods(), state.player(turn.active).ryo);
    let payable = ryo.checked_div(goods.ryo_each.into()).unwrap_or(u16::MAX);
    payable.min(goods.units_max.into()) as u8
}

impl Offers {
    const fn has(self, by: OfferedBy, goods: bool) -> bool {
        match (by, goods) {
            (OfferedBy::Current, true) => self.current_goods,
            (OfferedBy::Current, false) => self.current_point,
            (OfferedBy::Top, true) => self.top_goods,
            (OfferedBy::Top, false) => self.top_point,
        }
    }

    const fn mark(&mut self, by: OfferedBy, goods: bool) {
        match (by, goods) {
            (OfferedBy::Current, true) => self.current_goods = true,
            (OfferedBy::Current, false) => self.current_point = true,
            (OfferedBy::Top, true) => self.top_goods = true,
            (OfferedBy::Top, false) => self.top_point = true,
        }
    }
}
