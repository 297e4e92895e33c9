//! The action step: officials of a slot are used one after the other.

use alloc::vec::Vec;

use crate::card::{Card, CardSet, Task};
use crate::goods::{Good, Price};
use crate::state::{Phase, State, Turn};
use crate::tables::{RECRUIT_RICE, SPECIAL_RYO};
use crate::turn::facts;
use crate::{Action, Applied, Event, Violation};
use crate::{construction, demand, dispersal, production, trade, travel};

/// Everything that the next official can do, forfeiting not among it.
pub(crate) fn list(state: &State, turn: &Turn, actions: &mut Vec<Action>) {
    match facts(state, turn).task {
        Task::RiceSupply | Task::Money => actions.push(Action::Collect),
        Task::Wood | Task::Stone | Task::RiceHarvest => production::list(state, turn, actions),
        Task::Travel => {
            travel::list(state, turn, actions);
            dispersal::list(state, turn, actions);
        }
        Task::Build => construction::list(state, turn, actions),
        Task::Trade => trade::list_offers(state, turn, actions),
        Task::Recruit => {
            if check_recruit(state, turn).is_ok() {
                actions.push(Action::Recruit);
            }
        }
        Task::BuyCard => actions.extend(cards_for_sale(state, turn).map(Action::BuyCard)),
    }
    demand::list(state, turn, actions);
}

/// Whether the next official can do anything.
pub(crate) fn is_possible(state: &State, turn: &Turn) -> bool {
    let possible = match facts(state, turn).task {
        Task::RiceSupply | Task::Money => true,
        Task::Wood | Task::Stone | Task::RiceHarvest => production::is_possible(state, turn),
        Task::Travel => travel::is_possible(state, turn) || dispersal::check(state, turn).is_ok(),
        Task::Build => construction::is_possible(state, turn),
        Task::Trade => trade::is_possible(state, turn),
        Task::Recruit => check_recruit(state, turn).is_ok(),
        Task::BuyCard => cards_for_sale(state, turn).next().is_some(),
    };
    possible || demand::is_possible(state, turn)
}

/// The next official is used.
pub(crate) fn act(
    state: &mut State,
    turn: Turn,
    action: Action,
    events: &mut Vec<Event>,
) -> Applied {
    let task = facts(state, &turn).task;
    match (task, action) {
        (_, Action::Forfeit) => {
            forfeit(state, turn, 1, events);
            Ok(())
        }
        (_, Action::Fulfil { column }) => demand::fulfil(state, turn, column, events),
        (_, Action::Move { .. } | Action::EndMovement) => Err(Violation::MovementIsOver),
        (_, Action::EndTurn) => Err(Violation::OfficialsLeft),
        (_, Action::EndTravel | Action::EndTrade | Action::EndGathering)
        | (_, Action::Gather { .. }) => Err(Violation::NothingUnderWay),
        (Task::RiceSupply | Task::Money, Action::Collect) => {
            collect(state, turn, task, events);
            Ok(())
        }
        (Task::Wood | Task::Stone | Task::RiceHarvest, Action::Produce { space, full }) => {
            production::act(state, turn, space, full, events)
        }
        (Task::Travel, Action::PlaceOfficial { post }) => travel::place(state, turn, post, events),
        (Task::Travel, Action::Travel { from, to }) => {
            travel::travel(state, turn, from, to, events)
        }
        (Task::Travel, Action::Disperse(space)) => dispersal::begin(state, turn, space, events),
        (Task::Build, Action::Build { kind, space, prestige }) => {
            construction::act(state, turn, kind, space, prestige, events)
        }
        (Task::Trade, Action::BuyGoods { .. } | Action::BuyPoint { .. }) => {
            trade::act(state, turn, action, events)
        }
        (Task::Recruit, Action::Recruit) => recruit(state, turn, events),
        (Task::BuyCard, Action::BuyCard(card)) => buy_card(state, turn, card, events),
        (
            _,
            Action::LayCard { .. }
            | Action::TakeBackCard { .. }
            | Action::AddOfficial { .. }
            | Action::TakeBackOfficial { .. }
            | Action::SealPlan,
        ) => Err(Violation::PlansAreMade),
        _ => Err(Violation::OtherTask { task }),
    }
}

/// All officials that are left do nothing.
pub(crate) fn forfeit_all(state: &mut State, turn: Turn, events: &mut Vec<Event>) {
    forfeit(state, turn, turn.officials.total() as u8, events);
}

fn forfeit(state: &mut State, turn: Turn, officials: u8, events: &mut Vec<Event>) {
    let mut next = turn;
    (0..officials).for_each(|_| next.officials.use_any());
    state.phase = Phase::Turn(next.working());
    events.push(Event::Forfeited { seat: turn.active, officials });
}

fn collect(state: &mut State, turn: Turn, task: Task, events: &mut Vec<Event>) {
    let amount = facts(state, &turn).gain;
    let gain = match task {
        Task::Money => Price { ryo: amount, ..Price::default() },
        _ => Price { rice: amount, ..Price::default() },
    };
    state.player_mut(turn.active).receive(gain);
    events.push(Event::Collected { seat: turn.active, gain });
    next_official(state, turn);
}

/// An official of any kind was used.
pub(crate) fn next_official(state: &mut State, turn: Turn) {
    let mut next = turn.working();
    next.officials.use_any();
    state.phase = Phase::Turn(next);
}

fn check_recruit(state: &State, turn: &Turn) -> Applied {
    if state.whites_left() == 0 {
        return Err(Violation::NoWhiteLeft);
    }
    let rice = state.player(turn.active).goods[Good::Rice];
    if rice < RECRUIT_RICE.into() { Err(Violation::CannotPayRecruit) } else { Ok(()) }
}

fn recruit(state: &mut State, turn: Turn, events: &mut Vec<Event>) -> Applied {
    check_recruit(state, &turn)?;
    let player = state.player_mut(turn.active);
    player.goods[Good::Rice] -= u16::from(RECRUIT_RICE);
    player.whites += 1;
    events.push(Event::Recruited { seat: turn.active });
    next_official(state, turn);
    Ok(())
}

fn cards_for_sale<'a>(state: &'a State, turn: &'a Turn) -> impl Iterator<Item = Card> + 'a {
    CardSet::SPECIAL.iter().filter(|card| check_card(state, turn, *card).is_ok())
}

fn check_card(state: &State, turn: &Turn, card: Card) -> Applied {
    let player = state.player(turn.active);
    if !card.is_special() {
        return Err(Violation::NotForSale { card });
    }
    if player.cards.contains(card) {
        return Err(Violation::OwnsCard { card });
    }
    if state.copies_left(card) == 0 {
        return Err(Violation::SoldOut { card });
    }
    if player.ryo < SPECIAL_RYO.into() { Err(Violation::CannotPayCard) } else { Ok(()) }
}

fn buy_card(state: &mut State, turn: Turn, card: Card, events: &mut Vec<Event>) -> Applied {
    check_card(state, &turn, card)?;
    let player = state.player_mut(turn.active);
    player.ryo -= u16::from(SPECIAL_RYO);
    player.cards = player.cards.with(card);
    events.push(Event::CardBought { seat: turn.active, card });
    next_official(state, turn);
    Ok(())
}
