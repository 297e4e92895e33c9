//! Positions from text, such as `3 players; blue at W1; blue does A1 wood with 1`.
//!
//! The first clause is `N players` with the modules in play behind it. Then, in
//! any order: `COLOUR at SPACES…`, `COLOUR has AMOUNT THING…` (ryo, rice, wood,
//! stone, points, whites, tokens), `COLOUR owns CARDS|PRIVILEGES…`, `COLOUR
//! temple SPACES…`, `CITY: OWNERS…` (site 1 first; a trading post is `OWNER+`,
//! a fortress is `fortress`), `CITY pays TOTAL`, `merchant SPACE`, `ronin
//! SPACES…`, `current CARD`, `top CARD|none`, `round N`, `demands D D D next D`,
//! `privileges Q Q Q next Q`, `start COLOUR`.
//! The phase is planning, or `COLOUR does CARD TASK with OWN [WHITE [BLACK]]`
//! (the first turn of a round, before its movement), `wages COLOUR`, or
//! `selecting`. Whoever is not mentioned has 1 Ryo, so that the game waits for
//! them, and nothing else.

use edo_rules::{
    Building, Card, Demand, Edo, Good, Officials, Options, Package, Phase, PlannedCard, Privilege,
    ProfitSet, SLOTS, Side, Space, Squad, State, TableFacts, Task, TradingCard, TradingSet, Turn,
    TurnStep,
};
use kit_conformance::script::clauses;
use kit_rules::{Planning, Rules, Seat, SeatCount, SeatSet};

use super::game::Game;

kit_conformance::by_id! {
    space: Space,
    card: Card,
    privilege: Privilege,
    good: Good,
    trading_card: TradingCard,
}

/// The colours in the order of their seats.
pub(crate) const COLOURS: [&str; 5] = ["red", "blue", "green", "yellow", "purple"];

/// A match that has just been set up, with every draw still to come.
pub(crate) fn fresh(text: &str) -> Game {
    let (seats, options) = first_clause(text);
    let mut events = Vec::new();
    let state = Edo::setup(&options, seats, &mut events).expect("the options fit");
    Game { state, events }
}

/// A match that is laid out by the lowest draws, red first.
pub(crate) fn laid_out(text: &str) -> Game {
    let mut game = fresh(text);
    game.draws_all();
    game
}

pub(crate) fn position(text: &str) -> Game {
    let mut game = laid_out(text);
    game.events.clear();
    furnish(&mut game.state);
    for clause in clauses(text).skip(1) {
        read(&mut game.state, clause);
    }
    settle_cards(&mut game.state);
    for clause in clauses(text).skip(1) {
        read_phase(&mut game.state, clause);
    }
    game.state.check().unwrap_or_else(|fault| panic!("{text}: {fault}"));
    game
}

pub(crate) fn seat(colour: &str) -> Seat {
    let index = COLOURS.iter().position(|c| *c == colour);
    Seat::from_index(index.unwrap_or_else(|| panic!("no colour {colour:?}")))
}

/// The task with this name, words joined by an underscore.
pub(crate) fn task(name: &str) -> Task {
    let is_it = |task: &Task| match task {
        Task::RiceSupply => name == "supply",
        Task::RiceHarvest => name == "harvest",
        Task::Build => name == "build",
        Task::Recruit => name == "recruit",
        Task::BuyCard => name == "buy",
        task => name == task.to_string(),
    };
    Task::ALL.into_iter().find(is_it).unwrap_or_else(|| panic!("no task {name:?}"))
}

fn first_clause(text: &str) -> (SeatCount, Options) {
    let words: Vec<&str> = clauses(text).next().expect("a text").split_whitespace().collect();
    let (["2" | "3" | "4" | "5", "players"], modules) = words.split_at(2) else {
        panic!("the first clause is `N players`: {text}");
    };
    let seats = SeatCount::new(words[0].parse().expect("a number")).expect("a table");
    let has = |module: &str| modules.contains(&module);
    (seats, Options { jiin: has("jiin"), tokken: has("tokken"), ronin: has("ronin") })
}

/// Everyone is through with the start, and owns nothing but a little money.
fn furnish(state: &mut State) {
    state.round = 1;
    state.phase = Phase::Plan(Planning::begin(SeatSet::all(state.seats)));
    for (player, package) in state.players.iter_mut().take(state.seats.get()).zip(Package::all()) {
        player.package = Some(package);
        player.ryo = 1;
    }
}

fn read(state: &mut State, clause: &str) {
    let words: Vec<&str> = clause.split_whitespace().collect();
    match words[..] {
        ["selecting"] | ["wages", _] | [_, "does", ..] => {}
        ["merchant", place] => state.merchant = space(place),
        ["round", number] => state.round = number.parse().expect("a number"),
        ["current", id] => state.trade.current = Some(trading_card(id)),
        ["top", "none"] => state.trade.top = None,
        ["top", id] => state.trade.top = Some(trading_card(id)),
        ["start", colour] => state.start_seat = Some(seat(colour)),
        ["ronin", ..] => state.ronin = squad(&words[1..]),
        ["demands", a, b, c, "next", next] => demands(state, [a, b, c], next),
        ["privileges", a, b, c, "next", next] => privileges(state, [a, b, c], next),
        [place, "pays", total] => pays(state, space(place), total.parse().expect("a number")),
        [place, ..] if place.ends_with(':') => {
            build(state, space(place.trim_end_matches(':')), &words[1..]);
        }
        [colour, ..] => belongings(state, seat(colour), &words[1..]),
        [] => {}
    }
}

fn belongings(state: &mut State, seat: Seat, words: &[&str]) {
    let player = &mut state.players[seat.index()];
    match words {
        ["at", places @ ..] => player.samurai = squad(places),
        ["temple", places @ ..] => player.temples = places.iter().map(|id| space(id)).collect(),
        ["owns", ids @ ..] => {
            for id in ids {
                match Card::from_id(id) {
                    Some(card) => {
                        let player = &mut state.players[seat.index()];
                        player.cards = player.cards.with(card);
                    }
                    None => own(state, seat, privilege(id)),
                }
            }
        }
        ["has", pairs @ ..] => {
            player.ryo = 0;
            for pair in pairs.chunks(2) {
                let amount: u16 = pair[0].parse().expect("an amount");
                match pair[1].trim_end_matches(',') {
                    "ryo" => player.ryo = amount,
                    "points" => player.points = amount,
                    "whites" => player.whites = amount as u8,
                    "tokens" => player.ronin_tokens = amount as u8,
                    id => player.goods[good(id)] = amount,
                }
            }
        }
        other => panic!("no clause: {other:?}"),
    }
}

/// Takes a privilege from wherever it lies.
fn own(state: &mut State, seat: Seat, privilege: Privilege) {
    lose(state, privilege);
    let player = &mut state.players[seat.index()];
    player.privileges = player.privileges.with(privilege);
}

fn lose(state: &mut State, privilege: Privilege) {
    let tokken = &mut state.tokken;
    tokken.privilege_stack = tokken.privilege_stack.without(privilege);
    for place in tokken.privileges.iter_mut().chain([&mut tokken.next_privilege]) {
        if *place == Some(privilege) {
            *place = tokken.privilege_stack.nth(0);
            tokken.privilege_stack =
                place.map_or(tokken.privilege_stack, |other| tokken.privilege_stack.without(other));
        }
    }
}

fn demands(state: &mut State, row: [&str; 3], next: &str) {
    let find = |id: &str| Demand::from_id(id);
    state.tokken.demands = row.map(find);
    state.tokken.next_demand = find(next);
    let open = state.tokken.demands.iter().chain([&state.tokken.next_demand]).flatten();
    let open: edo_rules::DemandSet = open.copied().collect();
    state.tokken.demand_stack = if next == "none" {
        edo_rules::DemandSet::EMPTY
    } else {
        edo_rules::DemandSet::ALL.difference(open)
    };
}

fn privileges(state: &mut State, row: [&str; 3], next: &str) {
    let find = |id: &str| Privilege::from_id(id);
    state.tokken.privileges = row.map(find);
    state.tokken.next_privilege = find(next);
    let open = state.tokken.privileges.iter().chain([&state.tokken.next_privilege]).flatten();
    let open: edo_rules::PrivilegeSet = open.copied().collect();
    let owned = state.players.iter().fold(open, |all, player| all.union(player.privileges));
    state.tokken.privilege_stack = if next == "none" {
        edo_rules::PrivilegeSet::EMPTY
    } else {
        edo_rules::PrivilegeSet::ALL.difference(owned)
    };
}

fn pays(state: &mut State, place: Space, total: u8) {
    let laid: ProfitSet = state.cities.iter().filter_map(|city| city.profit).collect();
    let side: Side = TableFacts::of(state.seats).side;
    let of_kind = ProfitSet::of(side, place == Space::EDO);
    let city = &mut state.cities[place.city_index().expect("a city")];
    if city.profit.is_some_and(|tile| tile.total() == total) {
        return;
    }
    let tile = of_kind.difference(laid).iter().find(|tile| tile.total() == total);
    city.profit = Some(tile.unwrap_or_else(|| panic!("no tile of {total} is left")));
}

fn build(state: &mut State, place: Space, owners: &[&str]) {
    let city = &mut state.cities[place.city_index().expect("a city")];
    let mut site = 0;
    for word in owners {
        if *word == "fortress" {
            city.fortresses += 1;
            continue;
        }
        let owner = seat(word.trim_end_matches('+'));
        city.sites[site] = Some(Building { owner, is_post: word.ends_with('+') });
        site += 1;
    }
}

/// Lets the pile have as many cards as the round says.
fn settle_cards(state: &mut State) {
    let open: TradingSet = [state.trade.current, state.trade.top].into_iter().flatten().collect();
    let left = TradingCard::COUNT - (usize::from(state.round) - 1);
    let rest = TradingSet::ALL.difference(open);
    state.trade.pile = rest.iter().take(left.saturating_sub(open.len())).collect();
}

fn read_phase(state: &mut State, clause: &str) {
    let words: Vec<&str> = clause.split_whitespace().collect();
    match words[..] {
        ["selecting"] => state.phase = Phase::SelectRonin,
        ["wages", colour] => {
            for player in state.players.iter_mut().take(state.seats.get()) {
                player.shown = idle_plan().map(Some);
            }
            state.phase = Phase::Wages { seat: seat(colour) };
        }
        [colour, "does", id, name, "with", ref officials @ ..] => {
            does(state, seat(colour), id, name, officials);
        }
        _ => {}
    }
}

fn does(state: &mut State, active: Seat, id: &str, name: &str, officials: &[&str]) {
    let count = |index: usize| officials.get(index).map_or(0, |n| n.parse().expect("a number"));
    let officials = Officials { own: count(0), white: count(1), black: count(2) };
    let planned = PlannedCard { card: card(id), task: task(name), officials };
    state.start_seat = Some(active);
    let seats: Vec<Seat> = state.seats.seats().collect();
    for seat in seats {
        let player = &mut state.players[seat.index()];
        let mut cards = idle_plan();
        if seat == active {
            cards[0] = planned;
            let basic = idle_plan().into_iter().filter(|idle| idle.card != planned.card);
            cards[1..].iter_mut().zip(basic).for_each(|(slot, idle)| *slot = idle);
            player.cards = player.cards.with(planned.card);
            player.whites = player.whites.max(officials.white);
        }
        for (slot, planned) in cards.into_iter().enumerate() {
            player.plan.put(slot, planned).expect("the slots are free");
        }
    }
    let player = &mut state.players[active.index()];
    player.shown[0] = player.plan.take(0).ok();
    state.phase = Phase::Turn(Turn {
        active,
        slot: 0,
        officials,
        ready: player.samurai,
        has_dispersed: false,
        step: TurnStep::Moving { merchant: true },
    });
}

/// Three cards on which nobody stands.
fn idle_plan() -> [PlannedCard; SLOTS] {
    [("A1", Task::Money), ("A2", Task::Stone), ("A3", Task::RiceHarvest)]
        .map(|(id, task)| PlannedCard { card: card(id), task, officials: Officials::default() })
}

fn squad(ids: &[&str]) -> Squad {
    Squad::new(ids.iter().map(|id| space(id))).expect("the figures fit")
}
