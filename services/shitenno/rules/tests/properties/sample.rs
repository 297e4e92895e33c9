//! The sample of random games, the same in every run.

use kit_conformance::{Chance, Table, any_action};
use kit_rules::{Rules, Seat, SeatCount, Step};
use shitenno_rules::{
    Action, Card, Cards, Deck, Element, Event, Joker, LotName, Mode, Options, Phase, Province,
    Refill, Shitenno, State, TieBreak, TileOrder, Tiles, Title,
};

/// Games for each number of seats and each choice of options.
pub(crate) const GAMES: u64 = 400;

pub(crate) type Game = Table<Shitenno>;

/// How the players of a game behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// They do anything.
    Any,
    /// They place kamon whenever they can.
    Eager,
    /// They never place any, and keep all cards.
    Hoarding,
}

/// Runs a test on every game of the sample with so many seats, and names the
/// game if it fails.
pub(crate) fn everywhere(seats: u32, mut test: impl FnMut(&Game)) {
    let seats = SeatCount::new(seats).expect("a table of the game");
    for (index, options) in all_options().into_iter().enumerate() {
        for seed in 0..GAMES {
            let seed = (seats.get() as u64 * 1000 + index as u64) * GAMES + seed;
            Game { seats, options, seed }.named(&mut test);
        }
    }
}

/// Some games of the sample, for tests that look at each position for long.
pub(crate) fn here_and_there(mut test: impl FnMut(&Game)) {
    for seats in 2..=4 {
        everywhere(seats, |game| {
            if game.seed % 40 < 2 {
                test(game);
            }
        });
    }
}

pub(crate) fn all_options() -> [Options; 5] {
    let usual = Options::default();
    let divided = Options {
        lots_may_be_empty: false,
        split_uses_all_cards: false,
        top_bonus_is_visible: false,
        refill: Refill::Eager,
        ..usual
    };
    let paid = Options {
        tile_order: TileOrder::ExchangesFirst,
        joker: Joker::OneCard,
        joker_becomes_koku: false,
        plus_one_on_exchanged_koku: false,
        ..usual
    };
    let wasteful = Options { waste_is_refused: false, top_bonus_is_visible: false, ..usual };
    let scored = Options {
        final_exchange: false,
        final_plus_one_needs_koku: false,
        final_draw: true,
        tie_break: TieBreak::FewerSeals,
        lots_may_be_empty: false,
        ..usual
    };
    [usual, divided, paid, wasteful, scored]
}

/// How the players of one game behave; each set of options has all styles.
pub(crate) fn style_of(game: &Game) -> Style {
    match game.seed % 8 {
        0 => Style::Hoarding,
        1..=3 => Style::Eager,
        _ => Style::Any,
    }
}

/// Plays one game and shows every step with what it led to.
pub(crate) fn play(game: &Game, look: impl FnMut(&Step<Action>, &State, &[Event])) {
    let style = style_of(game);
    game.play_by(game.seed, |_, _, actions, chance| choose(style, actions, chance), look);
}

/// Chooses by style; a step back is taken now and then.
fn choose(style: Style, actions: &[Action], random: &mut Chance) -> Action {
    let avoided = |action: &Action| match (style, action) {
        (Style::Eager, Action::EndTurn) => actions.len() > 1,
        (Style::Hoarding, Action::Aim { .. }) => true,
        _ => false,
    };
    let wanted: Vec<Action> = actions.iter().copied().filter(|action| !avoided(action)).collect();
    let (back, forward): (Vec<Action>, Vec<Action>) =
        wanted.into_iter().partition(Shitenno::is_retraction);
    let goes_back = !back.is_empty() && (forward.is_empty() || random.below(12) == 0);
    let choices = if goes_back { back } else { forward };
    any_action(&choices, random)
}

/// Every action that can be written down at all, in order.
pub(crate) fn all_actions() -> Vec<Action> {
    let mut all = vec![
        Action::Offer,
        Action::Accept,
        Action::Refuse,
        Action::Present,
        Action::TakeBack,
        Action::Control,
        Action::UseDraw,
        Action::EndTurn,
        Action::Decline,
    ];
    for lot in LotName::ALL {
        all.extend([Action::ReturnTile { lot }, Action::Choose(lot)]);
        all.extend(Title::ALL.map(|tile| Action::LayTile { lot, tile }));
        all.extend(Card::all().map(|card| Action::LayCard { lot, card }));
        all.extend(Card::all().map(|card| Action::ReturnCard { lot, card }));
    }
    for province in Province::all() {
        all.extend([Mode::Troops, Mode::Koku].map(|mode| Action::Aim { province, mode }));
        all.extend((0..=5).map(|position| Action::Gild { province, position }));
    }
    all.extend(Card::all().map(Action::PayCard));
    all.extend(Card::all().map(Action::UseJoker));
    all.extend(Element::ALL.map(Action::ApplyPlusOne));
    for from in Element::ALL {
        all.extend(Element::ALL.map(|to| Action::ApplyExchange { from, to }));
    }
    all.sort_unstable();
    all
}

/// What one seat sees of a position.
pub(crate) fn view(state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    let others = view.players.iter_mut().enumerate().filter(|(index, _)| *index != seat.index());
    for (_, player) in others {
        player.hand = Cards::EMPTY;
    }
    view.troop_deck = Deck { cards: Cards::EMPTY, ..state.troop_deck };
    view.koku_deck = Deck { cards: Cards::EMPTY, ..state.koku_deck };
    view.unseen_tiles = Tiles::EMPTY;
    if !matches!(state.phase, Phase::Turn(turn) if turn.active == seat) {
        view.plan = None;
    }
    view
}
