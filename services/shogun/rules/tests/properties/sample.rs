//! The sample of random games, the same in every run.

use kit_conformance::{Chance, Table, any_action};
use kit_rules::{Rules, Seat, SeatCount, Step};
use shogun_rules::{
    Action, Card, ChestDisplay, Chests, CombatMove, DraftExchange, EmptySpaces, Event, Help,
    Options, Overbid, PlanReveal, Player, Province, Shogun, ShortSupply, Side, Space, Special,
    StartingProvinces, State, SurplusFarmers, TheatreEvent, Tower,
};

/// Games for each number of seats and each side of the board.
pub(crate) const GAMES: u64 = 500;

pub(crate) type Game = Table<Shogun>;

/// Runs a test on so many games for each number of seats and each side, and
/// names the game if it fails.
pub(crate) fn everywhere(games: u64, mut test: impl FnMut(&Game)) {
    for number in 3..=5 {
        let seats = SeatCount::new(number).expect("a table of the game");
        for side in Side::ALL {
            for index in 0..games {
                let seed = u64::from(number) << 32 | (side as u64) << 24 | index;
                Game { seats, options: options(side, index), seed }.named(&mut test);
            }
        }
    }
}

/// Every second game is drafted, and in every third the switches are turned at
/// random; the others are played as printed.
fn options(side: Side, index: u64) -> Options {
    let drafted = index % 2 == 1;
    let line_up = if drafted { StartingProvinces::Draft } else { StartingProvinces::Fixed };
    let plain = Options { side, line_up, ..Options::default() };
    if !index.is_multiple_of(3) {
        return plain;
    }
    let mut random = Chance::new(index);
    let mut turned = || random.below(2) == 1;
    let mut options = plain;
    if turned() {
        options.combat_move = CombatMove::Mandatory;
    }
    if turned() {
        options.plan_reveal = PlanReveal::TurnOrder;
    }
    if turned() {
        options.overbid = Overbid::Illegal;
    }
    if turned() {
        options.short_supply = ShortSupply::PlaceRest;
    }
    if turned() {
        options.defence_special = Help::Revolts;
    }
    if turned() {
        options.castle_event = Help::Revolts;
    }
    if turned() {
        options.theatre_event = TheatreEvent::EveryTheatre;
    }
    if turned() {
        options.surplus_farmers = SurplusFarmers::Supply;
    }
    if turned() {
        options.draft_exchange = DraftExchange::Always;
    }
    if turned() {
        options.chests = ChestDisplay::Hidden;
    }
    if turned() {
        options.empty_spaces = EmptySpaces::BidFirst;
    }
    options
}

/// The options of some games on each side.
pub(crate) fn some_options() -> Vec<Options> {
    Side::ALL.into_iter().flat_map(|side| (0..6).map(move |index| options(side, index))).collect()
}

/// Plays one game at random and shows every step with what it led to. Steps back
/// are rare, so that plans get done.
pub(crate) fn play(game: &Game, look: impl FnMut(&Step<Action>, &State, &[Event])) {
    let choose = |_: &State, _: Seat, actions: &[Action], chance: &mut Chance| {
        let forward: Vec<Action> =
            actions.iter().copied().filter(|action| !Shogun::is_retraction(action)).collect();
        let goes_back = forward.is_empty() || chance.below(20) == 0;
        any_action(if goes_back { actions } else { &forward }, chance)
    };
    game.play_by(game.seed, choose, look);
}

/// Every action that can be written down, armies up to 70, in order.
pub(crate) fn all_actions() -> Vec<Action> {
    let chests = Chests::all().map(Card::Chests);
    let cards: Vec<Card> = Province::all().map(Card::Province).chain(chests).collect();
    let mut all = vec![Action::ExchangePair, Action::TakeBlind, Action::SealPlan];
    all.extend([Action::Reconsider, Action::Decline]);
    for province in Province::all() {
        all.push(Action::TakeCard(province));
        all.push(Action::MarchTo(province));
        all.push(Action::FightRevolt(province));
    }
    for number in 0..=70 {
        all.push(Action::PlaceGroup(number));
        all.push(Action::MarchWith(number));
    }
    for space in Space::all() {
        all.push(Action::TakeBack { space });
        all.extend(cards.iter().map(|card| Action::LayCard { space, card: *card }));
    }
    all.extend(Special::ALL.map(Action::PickSpecial));
    all.sort_unstable();
    all
}

/// What one seat sees of a position.
pub(crate) fn view(state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    view.tower = Tower::default();
    let others = view.players.iter_mut().enumerate().filter(|(index, _)| *index != seat.index());
    for (_, player) in others {
        player.plan = Player::default().plan;
        player.chests_hidden = 0;
    }
    view
}
