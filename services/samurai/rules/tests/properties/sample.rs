//! The sample of random games, the same in every run.

use kit_conformance::{Chance, Table, any_action};
use kit_rules::{Seat, SeatCount, Step, take};
use samurai_rules::{
    Action, Captures, Cell, EndTiming, Event, Figure, FigurePlacement, Options, Samurai,
    Settlement, StartHand, State, TileSet,
};

/// Games for each number of seats and each choice of options.
pub(crate) const GAMES: u64 = 200;

pub(crate) type Game = Table<Samurai>;

/// Runs a test on every game of the sample, and names the game if it fails.
pub(crate) fn everywhere(mut test: impl FnMut(&Game)) {
    for seats in 2..=4 {
        let seats = SeatCount::new(seats).expect("a table of the game");
        for (index, options) in all_options().into_iter().enumerate() {
            for seed in 0..GAMES {
                let seed = (seats.get() as u64 * 1000 + index as u64) * GAMES + seed;
                Game { seats, options, seed }.named(&mut test);
            }
        }
    }
}

pub(crate) fn all_options() -> Vec<Options> {
    let usual = Options::default();
    let quick = Options {
        start_hand: StartHand::Random,
        figure_placement: FigurePlacement::Random,
        ..usual
    };
    let late = Options { end_timing: EndTiming::EndOfTurn, start_seat: Seat::new(2), ..quick };
    let open = Options { captures: Captures::Open, ..quick };
    vec![usual, quick, late, open]
}

/// Plays one game at random and shows every step with what it led to.
pub(crate) fn play(game: &Game, look: impl FnMut(&Step<Action>, &State, &[Event])) {
    game.play_by(game.seed, |_, _, legal, chance| any_action(legal, chance), look);
}

/// A style of play that makes tiles run out: the first seat plays all it can,
/// the other saves its plain tiles, and both avoid captures.
pub(crate) fn uneven(state: &State, seat: Seat, legal: &[Action], random: &mut Chance) -> Action {
    let hurries = seat.number() == 1;
    let mut cost = |action: &Action| {
        let mut next = state.clone();
        let mut events = Vec::new();
        let step = Step::Act { seat, action: *action };
        take::<Samurai>(&mut next, &step, &mut events).expect("what is listed is accepted");
        let lost = |event: &&Event| {
            matches!(event, Event::FigureCaptured { .. } | Event::FigureSetAside { .. })
        };
        let late = match action {
            Action::EndTurn => hurries,
            Action::PlaceTile { tile, .. } => !hurries && !tile.has_character(),
            Action::ReturnTile(_) => true,
            _ => false,
        };
        (events.iter().filter(lost).count(), late, random.below(1 << 16))
    };
    *legal.iter().min_by_key(|action| cost(action)).expect("somebody on turn can act")
}

/// Every action that can be written down at all, in order.
pub(crate) fn all_actions() -> Vec<Action> {
    let tiles = || TileSet::ALL.iter();
    let figures =
        || Settlement::all().flat_map(|s| Figure::ALL.into_iter().map(move |figure| (s, figure)));
    let mut all: Vec<Action> = tiles().map(Action::ChooseTile).collect();
    all.extend(tiles().map(Action::ReturnTile));
    all.extend([Action::SealHand, Action::EndTurn]);
    for cell in Cell::all() {
        all.extend(tiles().map(|tile| Action::PlaceTile { tile, cell }));
        all.extend([Action::LiftTile { cell }, Action::RedeployTile { cell }]);
    }
    for (settlement, figure) in figures() {
        all.push(Action::PlaceFigure { figure, settlement });
        all.push(Action::PickFigure { settlement, figure });
        all.push(Action::SwapFigure { settlement, figure });
    }
    all.sort_unstable();
    all
}

/// What one seat sees of a position.
pub(crate) fn view(state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    let others = view.players.iter_mut().enumerate().filter(|(index, _)| *index != seat.index());
    for (_, player) in others {
        player.hand = TileSet::EMPTY;
        player.pool = TileSet::EMPTY;
        player.chosen = TileSet::EMPTY;
        player.drawn = TileSet::EMPTY;
        player.captured_hidden = Default::default();
    }
    view
}
