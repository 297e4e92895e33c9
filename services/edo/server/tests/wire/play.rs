//! Random matches of the poor and of the rich, each replayed by its seed.

use edo_rules::{Action, Building, Edo, Event, Goods, Options, Phase, Space, State};
use edo_server::EdoWire;
use kit_conformance::{RandomPlay, Table, legal, wire};
use kit_rules::{Pending, Rules, Seat, Step};
use kit_rules_server::Wire;

pub(crate) type StateMessage = <EdoWire as Wire>::State;

/// What viewers receive of a match.
pub(crate) type Views = wire::Views<EdoWire>;

pub(crate) const BASE: Options = Options { jiin: false, tokken: false, ronin: false };
pub(crate) const MODULES: Options = Options { jiin: true, tokken: true, ronin: true };

/// What a match is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) seats: u32,
    pub(crate) options: Options,
    /// Whether everyone gets rich before the first plan. Random players who
    /// have to work for their living hardly ever build or trade.
    pub(crate) wealth: bool,
    pub(crate) seed: u64,
}

/// Every table size, poor in the base game and rich with all modules, each with
/// so many seeds.
pub(crate) fn settings(seeds: u64) -> Vec<Setting> {
    let mut all = Vec::new();
    for seats in 2..=5 {
        for (options, wealth) in [(BASE, false), (MODULES, true)] {
            all.extend((1..=seeds).map(|seed| Setting { seats, options, wealth, seed }));
        }
    }
    all
}

/// Plays a match and shows every position with the events that led to it.
pub(crate) fn play(setting: Setting, mut visit: impl FnMut(&State, &[Event])) {
    let Setting { seats, options, seed, .. } = setting;
    let table = Table::new(seats, options, seed);
    let (mut game, mut events) = RandomPlay::<Edo>::begin(&table).expect("it can begin");
    let mut is_poor = setting.wealth;
    for taken in 0_usize.. {
        if is_poor && matches!(game.state().phase, Phase::Plan(_)) {
            is_poor = false;
            let state = enriched(game.state());
            game = game.at(state);
        }
        visit(game.state(), &events);
        let calm = calm_step(game.state()).filter(|_| setting.wealth && taken.is_multiple_of(2));
        let step = match calm {
            Some(step) => Some(step),
            None => game.choose().unwrap_or_else(|why| panic!("{setting:?}: {why}")),
        };
        let Some(step) = step else { return };
        events = game.take(&step).unwrap_or_else(|why| panic!("{setting:?}: {why}"));
    }
}

/// Shows the positions of a match that are stored: those in which a seat is
/// awaited, and the last.
pub(crate) fn settled(setting: Setting, mut visit: impl FnMut(&State)) {
    play(setting, |state, _| {
        if !matches!(Edo::pending(state), Pending::Draw { .. }) {
            visit(state);
        }
    });
}

/// Shows some of them, for what takes longer to look at. The stride meets all
/// phases, and the last position is always among them.
pub(crate) fn now_and_then(setting: Setting, mut visit: impl FnMut(&State)) {
    let mut taken = 0_usize;
    settled(setting, |state| {
        let is_over = matches!(Edo::pending(state), Pending::Over(_));
        if is_over || taken.is_multiple_of(11) {
            visit(state);
        }
        taken += 1;
    });
}

/// The first stored position of a kind.
pub(crate) fn position(setting: Setting, mut is_it: impl FnMut(&State) -> bool) -> State {
    let mut found = None;
    settled(setting, |state| {
        if found.is_none() && is_it(state) {
            found = Some(state.clone());
        }
    });
    found.unwrap_or_else(|| panic!("no such position in {setting:?}"))
}

/// A step that leaves samurai and the merchant where they can do something, if
/// there is one.
fn calm_step(state: &State) -> Option<Step<Action>> {
    let seat = Edo::pending(state).seats().iter().next()?;
    let is_calm = |action: &Action| matches!(action, Action::EndMovement | Action::PayWages);
    let action = legal::<Edo>(state, seat).into_iter().find(is_calm)?;
    Some(Step::Act { seat, action })
}

/// The position with money, resources and privileges for everyone, and with a
/// trading post and samurai at hand. The merchant stands at the first post.
fn enriched(state: &State) -> State {
    let mut rich = state.clone();
    let open = state.open_spaces();
    let outer = Space::cities().filter(|city| *city != Space::EDO && open.contains(*city));
    for (seat, city) in state.seats.seats().zip(outer) {
        let player = &mut rich.players[seat.index()];
        player.ryo += 60;
        player.goods = Goods::new(24, 12, 12);
        assert!(player.samurai.add(city) && player.samurai.add(city), "figures are left");
        for _ in 0..2 {
            let Some(privilege) = rich.tokken.privilege_stack.nth(0) else { continue };
            rich.tokken.privilege_stack = rich.tokken.privilege_stack.without(privilege);
            player.privileges = player.privileges.with(privilege);
        }
        let sites = &mut rich.cities[city.city_index().expect("a city")].sites;
        let free = sites.iter_mut().find(|site| site.is_none()).expect("a site is free");
        *free = Some(Building { owner: seat, is_post: true });
        if seat == Seat::from_index(0) {
            rich.merchant = city;
        }
    }
    rich.check().expect("riches are possible");
    rich
}
