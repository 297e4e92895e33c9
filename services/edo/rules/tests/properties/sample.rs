//! Random games: which ones are played, and how.

use edo_rules::{
    Action, BuildingKind, Card, Edo, Event, Figure, Good, OfferedBy, OfficialKind, Options,
    Package, Phase, Privilege, Space, State, Task,
};
use kit_conformance::{Chance, Table};
use kit_rules::{Plan, Seat, SeatCount, Step};

/// What a random game follows from.
pub(crate) type Game = Table<Edo>;

pub(crate) fn module_sets() -> impl Iterator<Item = Options> {
    (0..8).map(|bits| Options { jiin: bits & 1 > 0, tokken: bits & 2 > 0, ronin: bits & 4 > 0 })
}

/// So many games of every set of modules at a table of this size.
pub(crate) fn games(seats: u32, count: u64, mut look: impl FnMut(&Game)) {
    let seats = SeatCount::new(seats).expect("a table of the game");
    for options in module_sets() {
        for seed in 0..count {
            look(&Game { seats, options, seed });
        }
    }
}

/// So many games of every set of modules at every table.
pub(crate) fn everywhere(count: u64, mut look: impl FnMut(&Game)) {
    (2..=5).for_each(|seats| games(seats, count, &mut look));
}

/// Plays a game and shows every position after its step, with what happened.
/// A failure names the game, which its seed replays.
pub(crate) fn play(game: &Game, look: impl FnMut(&Step<Action>, &State, &[Event])) {
    let seed = game.seed << 8 | game.seats.get() as u64;
    game.named(|game| game.play_by(seed, lively, look));
}

/// Chooses like somebody who wants to get on: even chance would spend all money
/// on walks and build nothing.
pub(crate) fn lively(state: &State, seat: Seat, actions: &[Action], random: &mut Chance) -> Action {
    let weight = |action: &Action| weight(state, seat, action);
    let total: u32 = actions.iter().map(weight).sum();
    let mut left = random.below(total.max(1));
    for action in actions {
        match left.checked_sub(weight(action)) {
            Some(rest) => left = rest,
            None => return *action,
        }
    }
    *actions.last().expect("somebody who is awaited can do something")
}

pub(crate) fn weight(state: &State, seat: Seat, action: &Action) -> u32 {
    let player = state.player(seat);
    let can_build = player.can_pay(BuildingKind::House.price());
    match action {
        Action::Move { figure: Figure::Merchant, .. } => 1,
        Action::Move { to, .. } if is_wanted(state, seat, *to) => 200,
        Action::Move { .. } => 1,
        Action::EndMovement => 100,
        Action::LayCard { task, .. } => match task {
            Task::Build if can_build => 400,
            Task::RiceSupply if player.goods[Good::Rice] < 3 => 40,
            Task::Wood | Task::Stone | Task::Money => 40,
            Task::BuyCard | Task::Recruit => 4,
            _ => 20,
        },
        Action::TakeBackCard { .. } | Action::TakeBackOfficial { .. } => 2,
        Action::AddOfficial { .. } => 40,
        Action::SealPlan => 10,
        Action::Build { .. } | Action::Fulfil { .. } => 400,
        Action::Produce { .. } | Action::Disperse(_) => 100,
        Action::Travel { to, .. } if to.kind().is_city() => 6,
        Action::BuyPoint { .. } | Action::Gather { .. } => 100,
        Action::Collect | Action::PlaceOfficial { .. } | Action::BuyCard(_) => 60,
        Action::Recruit => 60,
        Action::PayWages => 200,
        _ => 4,
    }
}

/// Whether the officials of the running turn have use for a samurai there.
fn is_wanted(state: &State, seat: Seat, space: Space) -> bool {
    let Phase::Turn(turn) = state.phase else { return false };
    let player = state.player(seat);
    let Some(planned) = player.shown[usize::from(turn.slot)] else { return false };
    match planned.task {
        Task::Build => space.kind().is_city() && player.can_pay(BuildingKind::House.price()),
        Task::Trade => space == state.merchant,
        task => task.good().is_some() && task.good() == space.kind().good(),
    }
}

/// What a seat sees: no plan but its own, and nothing that lies face down.
pub(crate) fn view(state: &State, viewer: Seat) -> State {
    let mut view = state.clone();
    for (index, player) in view.players.iter_mut().enumerate() {
        if index != viewer.index() {
            player.plan = Plan::default();
        }
    }
    view.trade.pile = Default::default();
    view.tokken.demand_stack = Default::default();
    view.tokken.privilege_stack = Default::default();
    view
}

/// Every action that there is, in order.
pub(crate) fn all_actions() -> Vec<Action> {
    let spaces = || Space::all();
    let mut all: Vec<Action> = Vec::new();
    all.extend(Package::all().map(Action::TakePackage));
    for space in spaces() {
        all.extend([Action::TakeCity(space), Action::SelectRonin(space)]);
        all.extend([Action::RelocateRonin(space), Action::Disperse(space)]);
        all.extend([Action::Gather { from: space }, Action::PlaceOfficial { post: space }]);
        all.extend([Action::SendHome(space), Action::TakeIncome { city: space }]);
        all.extend([false, true].map(|full| Action::Produce { space, full }));
        let figure = Figure::Samurai(space);
        all.extend(spaces().map(|to| Action::Move { figure, to }));
        all.extend(spaces().map(|to| Action::Travel { from: space, to }));
        all.push(Action::Move { figure: Figure::Merchant, to: space });
        for kind in BuildingKind::ALL {
            all.extend([false, true].map(|prestige| Action::Build { kind, space, prestige }));
        }
    }
    for slot in 0..4 {
        all.push(Action::TakeBackCard { slot });
        for kind in OfficialKind::ALL {
            all.push(Action::AddOfficial { slot, kind });
            all.push(Action::TakeBackOfficial { slot, kind });
        }
        for card in Card::all() {
            all.extend(Task::ALL.map(|task| Action::LayCard { slot, card, task }));
        }
        all.push(Action::Fulfil { column: slot });
    }
    for by in [OfferedBy::Current, OfferedBy::Top] {
        all.extend((0..5).map(|units| Action::BuyGoods { by, units }));
        all.push(Action::BuyPoint { by });
    }
    all.extend(Card::all().map(Action::BuyCard));
    for good in Good::ALL {
        all.push(Action::Discard(good));
        all.extend(Privilege::all().map(|privilege| Action::TakeGood { privilege, good }));
    }
    all.extend([Action::SealPlan, Action::EndMovement, Action::Collect, Action::EndTravel]);
    all.extend([Action::EndGathering, Action::EndTrade, Action::Recruit, Action::Forfeit]);
    all.extend([Action::EndTurn, Action::PayWages]);
    all.sort();
    all
}
