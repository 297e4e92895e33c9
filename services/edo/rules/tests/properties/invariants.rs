//! Invariants that hold after every step of every game.

use edo_rules::{
    Card, Demand, Event, Phase, Privilege, RONIN, SEATS_MAX, Space, SpaceKind, State, TradingCard,
};

/// What has to be remembered from one step to the next.
#[derive(Default)]
pub(crate) struct Watch {
    points: [u16; SEATS_MAX],
    fulfilled: usize,
    used: usize,
}

impl Watch {
    /// Checks everything.
    pub(crate) fn look(&mut self, state: &State, events: &[Event]) {
        officials_add_up(state);
        self.points_never_fall(state);
        incomes_add_up(state);
        supplies_add_up(state);
        ronin_stand_where_they_can(state);
        self.tokens_add_up(state, events);
        rounds_are_bounded(state);
    }

    pub(crate) fn points_never_fall(&mut self, state: &State) {
        for (before, player) in self.points.iter_mut().zip(&state.players) {
            assert!(*before <= player.points);
            *before = player.points;
        }
    }

    pub(crate) fn tokens_add_up(&mut self, state: &State, events: &[Event]) {
        for event in events {
            self.fulfilled += usize::from(matches!(event, Event::DemandFulfilled { .. }));
            self.used += used(event);
        }
        if !state.options.tokken {
            assert_eq!((self.fulfilled, self.used), (0, 0));
            return;
        }
        let tokken = &state.tokken;
        let demands = tokken.demands.iter().chain([&tokken.next_demand]).flatten().count();
        assert_eq!(tokken.demand_stack.len() + demands + self.fulfilled, Demand::COUNT);
        let open = tokken.privileges.iter().chain([&tokken.next_privilege]).flatten().count();
        let owned: usize = state.players.iter().map(|player| player.privileges.len()).sum();
        let all = tokken.privilege_stack.len() + open + owned + self.used;
        assert_eq!(all, Privilege::COUNT);
    }
}

fn used(event: &Event) -> usize {
    match event {
        Event::SupportUsed { count, .. } => usize::from(*count),
        Event::IncomeTaken { .. } | Event::GoodTaken { .. } => 1,
        Event::Built { privilege, .. }
        | Event::Produced { privilege, .. }
        | Event::GoodsBought { privilege, .. }
        | Event::PointBought { privilege, .. } => usize::from(privilege.is_some()),
        _ => 0,
    }
}

/// Own officials on cards are still officials, and the rest of the colour is on
/// the board.
pub(crate) fn officials_add_up(state: &State) {
    for seat in state.seats.seats() {
        let player = state.player(seat);
        assert_eq!(usize::from(player.officials()) + player.samurai.len(), 5);
        let planned: u32 = player.plan.iter().map(|(_, card)| u32::from(card.officials.own)).sum();
        let shown = player.shown.iter().flatten().map(|card| u32::from(card.officials.own));
        let on_cards = planned + shown.sum::<u32>();
        // Samurai go home in the wages, while their former cards still lie open.
        assert!(on_cards <= player.officials().into(), "{on_cards} own officials on cards");
    }
}

pub(crate) fn incomes_add_up(state: &State) {
    for space in Space::cities() {
        let city = state.city(space).expect("a city");
        let paid: u32 = state.income_of(space).iter().map(|ryo| u32::from(*ryo)).sum();
        let pays = city.sites[0].is_some() && state.ronin.count(space) < 3;
        let total = city.profit.map_or(0, |tile| u32::from(tile.total()));
        assert_eq!(paid, if pays { total } else { 0 }, "{space}");
    }
}

pub(crate) fn supplies_add_up(state: &State) {
    let sum =
        |count: fn(&edo_rules::Player) -> usize| state.players.iter().map(count).sum::<usize>();
    assert_eq!(state.whites_left() + sum(|player| usize::from(player.whites)), 12);
    assert_eq!(state.ronin_tokens_left() + sum(|player| usize::from(player.ronin_tokens)), 15);
    let fortresses: usize = state.cities.iter().map(|city| usize::from(city.fortresses)).sum();
    assert_eq!(state.fortresses_left() + fortresses, 8);
    for card in Card::all().filter(|card| card.is_special()) {
        let owners = state.players.iter().filter(|player| player.cards.contains(card)).count();
        assert_eq!(state.copies_left(card) + owners, 2);
    }
    for seat in state.seats.seats() {
        let built: usize = state.cities.iter().map(|city| city.houses_of(seat)).sum();
        let posts = state.cities.iter().filter(|city| city.has_post_of(seat)).count();
        assert_eq!((state.houses_left(seat) + built, state.posts_left(seat) + posts), (7, 1));
        assert_eq!(state.player(seat).temples_left() + state.player(seat).temples.len(), 3);
    }
}

pub(crate) fn ronin_stand_where_they_can(state: &State) {
    let count = state.ronin.len();
    match (state.options.ronin, state.phase) {
        (false, _) => assert_eq!(count, 0),
        (true, Phase::Setup) => assert!(count <= RONIN),
        (true, _) => assert_eq!(count, RONIN),
    }
    let open = state.open_spaces();
    for space in state.ronin.as_slice() {
        assert!(open.contains(*space) && space.kind() != SpaceKind::Edo, "{space}");
    }
}

pub(crate) fn rounds_are_bounded(state: &State) {
    assert!(usize::from(state.round) <= TradingCard::COUNT);
}
