//! Nothing is lost and nothing is made: whole random games, checked after every
//! step.

use kit_rules::{Pending, Rules, Seat, SeatCount, Step, take};
use samurai_rules::{
    Action, Captures, Cell, EndTiming, Event, Exchange, Figure, FigurePlacement, HAND_SIZE, Land,
    Options, Phase, Samurai, Settlement, StartHand, State, Table, Tile, TileSet, Turn,
};

/// Games for each number of seats and each choice of options.
const GAMES: u64 = 200;

#[test]
fn sam_15_4_the_invariants_hold_after_every_step() {
    everywhere(|game| {
        play(game, |_, state, _| {
            figures_add_up(state);
            settlements_are_full_or_empty(state);
            tiles_add_up(state);
            tiles_lie_on_their_terrain(state);
            hands_are_full(state);
        });
    });
}

#[test]
fn every_position_passes_its_own_check() {
    everywhere(|game| {
        play(game, |_, state, _| {
            state.check().expect("a position of a game is consistent");
            for seat in state.seats.seats() {
                view(state, seat).check_view(Some(seat)).expect("a view of it is consistent");
            }
        });
    });
}

#[test]
fn what_a_seat_may_do_depends_only_on_what_it_sees() {
    everywhere(|game| {
        play(game, |_, state, _| {
            for seat in state.seats.seats() {
                assert_eq!(listed(state, seat), listed(&view(state, seat), seat));
            }
        });
    });
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let universe = all_actions();
    everywhere(|game| {
        let sparse = game.seed % GAMES == 0;
        play(game, |_, state, _| {
            let Pending::Seats(awaited) = Samurai::pending(state) else { return };
            for seat in awaited.iter().filter(|_| sparse) {
                let legal = listed(state, seat);
                assert!(legal.is_sorted() && !legal.is_empty(), "{legal:?}");
                let accepted = |action: &Action| {
                    let mut next = state.clone();
                    let mut events = Vec::new();
                    let step = Step::Act { seat, action: *action };
                    let answer = take::<Samurai>(&mut next, &step, &mut events);
                    if answer.is_err() {
                        assert_eq!((&next, events.len()), (state, 0), "a refusal changes nothing");
                    }
                    answer.is_ok()
                };
                let accepted: Vec<Action> = universe.iter().copied().filter(accepted).collect();
                assert_eq!(legal, accepted);
            }
        });
    });
}

#[test]
fn sam_11_5_every_game_ends_within_the_stated_number_of_steps_and_tiles() {
    everywhere(|game| {
        let (mut steps, mut tiles) = (0, 0);
        play(game, |step, state, events| {
            match step {
                Step::Act { action, .. } if Samurai::is_retraction(action) => steps -= 1,
                _ => steps += 1,
            }
            tiles += events.iter().filter(|event| is_tile(event)).count();
            let land = Table::of(state.seats).land;
            assert!(tiles <= land + 4 * state.seats.get(), "{tiles} tiles were played");
        });
        assert!(steps <= Samurai::FACTS.steps_max as i32, "{steps} steps");
    });
}

#[test]
fn sam_6_11_a_pass_needs_an_empty_hand_or_a_figure_exchange_with_edo_alone() {
    let mut passes = 0;
    for seed in 0..GAMES {
        let seats = SeatCount::new(2).expect("a table of the game");
        let options = Options { start_hand: StartHand::Random, ..Options::default() };
        named(Game { seats, options, seed }, |game| {
            play_by(game, uneven, |_, state, events| {
                for event in events {
                    let Event::Passed { seat } = event else { continue };
                    passes += 1;
                    assert!(has_nothing_to_play(state, *seat), "{:?}", state.player(*seat));
                }
            });
        });
    }
    // The games are the same in every run, and some of them have passes.
    assert!(passes > 0, "the sample has no pass to look at");
}

#[test]
fn sam_8_5_a_swap_exists_exactly_while_two_settlements_have_figures() {
    everywhere(|game| {
        play(game, |_, state, _| {
            let Phase::Play(turn) = state.phase else { return };
            let holds = state.player(turn.active).hand.contains(Tile::FIGURE_EXCHANGE);
            if !holds || turn.exchange.is_some() {
                return;
            }
            let picks = listed(state, turn.active)
                .into_iter()
                .any(|action| matches!(action, Action::PickFigure { .. }));
            let occupied = Settlement::all().filter(|s| !state.figures_in(*s).is_empty()).count();
            assert_eq!(picks, occupied >= 2);
        });
    });
}

/// One game of the sample.
#[derive(Clone, Copy, Debug)]
struct Game {
    seats: SeatCount,
    options: Options,
    seed: u64,
}

/// Runs a test on every game of the sample, and names the game if it fails.
fn everywhere(mut test: impl FnMut(Game)) {
    for seats in 2..=4 {
        let seats = SeatCount::new(seats).expect("a table of the game");
        for (index, options) in all_options().into_iter().enumerate() {
            for seed in 0..GAMES {
                let seed = (seats.get() as u64 * 1000 + index as u64) * GAMES + seed;
                named(Game { seats, options, seed }, &mut test);
            }
        }
    }
}

/// Runs a test on one game, and names the game if it fails.
fn named(game: Game, mut test: impl FnMut(Game)) {
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| test(game)));
    assert!(outcome.is_ok(), "failed in {game:?}");
}

fn all_options() -> Vec<Options> {
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
fn play(game: Game, look: impl FnMut(&Step<Action>, &State, &[Event])) {
    let any = |_: &State, _: Seat, legal: &[Action], random: &mut XorShift| {
        legal[random.below(legal.len() as u32) as usize]
    };
    play_by(game, any, look);
}

/// A style of play that makes tiles run out: the first seat plays all it can,
/// the other saves its plain tiles, and both avoid captures.
fn uneven(state: &State, seat: Seat, legal: &[Action], random: &mut XorShift) -> Action {
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

fn has_nothing_to_play(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    let only_exchange = player.hand == TileSet::EMPTY.with(Tile::FIGURE_EXCHANGE);
    let edo_alone =
        Settlement::all().all(|s| s == Settlement::EDO || state.figures_in(s).is_empty());
    player.pool.is_empty() && (player.hand.is_empty() || only_exchange && edo_alone)
}

/// Plays one game and shows every step with what it led to.
fn play_by(
    game: Game,
    mut choose: impl FnMut(&State, Seat, &[Action], &mut XorShift) -> Action,
    mut look: impl FnMut(&Step<Action>, &State, &[Event]),
) {
    let mut random = XorShift::new(game.seed);
    let mut events = Vec::new();
    let mut state =
        Samurai::setup(&game.options, game.seats, &mut events).expect("the options fit");
    let mut actions = Vec::new();
    loop {
        let step = match Samurai::pending(&state) {
            Pending::Over(_) => return,
            Pending::Draw { sides } => Step::Drawn(random.below(sides.get())),
            Pending::Seats(seats) => {
                let seat = seats.iter().nth(random.below(seats.len() as u32) as usize);
                let seat = seat.expect("somebody is awaited");
                actions.clear();
                Samurai::legal_actions(&state, seat, &mut actions);
                let action = choose(&state, seat, &actions, &mut random);
                Step::Act { seat, action }
            }
        };
        events.clear();
        take::<Samurai>(&mut state, &step, &mut events).expect("what is listed is accepted");
        look(&step, &state, &events);
    }
}

struct XorShift(u64);

impl XorShift {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) * u64::from(bound) >> 32) as u32
    }
}

fn listed(state: &State, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    Samurai::legal_actions(state, seat, &mut actions);
    actions
}

/// Every action that can be written down at all, in order.
fn all_actions() -> Vec<Action> {
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
fn view(state: &State, seat: Seat) -> State {
    let mut view = state.clone();
    for other in state.seats.seats().filter(|other| *other != seat) {
        let player = &mut view.players[other.index()];
        player.hand = TileSet::EMPTY;
        player.pool = TileSet::EMPTY;
        player.chosen = TileSet::EMPTY;
        player.drawn = TileSet::EMPTY;
        player.captured_hidden = Default::default();
    }
    view
}

fn is_tile(event: &Event) -> bool {
    matches!(
        event,
        Event::TilePlaced { .. } | Event::FigureExchangeStarted { .. } | Event::TileLifted { .. }
    )
}

fn figures_add_up(state: &State) {
    let table = Table::of(state.seats);
    for figure in Figure::ALL {
        let captured: u8 = state.players.iter().map(|player| player.captured()[figure]).sum();
        let on_board = state.figures_on_board()[figure];
        let all = state.supply[figure] + on_board + state.set_aside[figure] + captured;
        assert_eq!(all, table.figures_per_type);
    }
}

fn settlements_are_full_or_empty(state: &State) {
    if !matches!(state.phase, Phase::Play(_) | Phase::Refill { .. }) {
        return;
    }
    for settlement in Settlement::all() {
        let count = state.figures_in(settlement).len();
        assert!(count == 0 || count == settlement.capacity(), "{settlement}: {count}");
        let open = settlement
            .around()
            .iter()
            .any(|cell| matches!(cell, Cell::Land(_)) && state.board.at(*cell).is_none());
        assert!(count == 0 || open, "{settlement} is closed and has figures");
    }
}

fn tiles_add_up(state: &State) {
    for seat in state.seats.seats() {
        let player = state.player(seat);
        let lying = state.board.tiles().filter(|(_, placed)| placed.owner() == seat).count();
        let lifted = match state.phase {
            Phase::Play(Turn { active, exchange: Some(Exchange::Tile { .. }), .. }) => {
                usize::from(active == seat)
            }
            _ => 0,
        };
        let used = usize::from(player.figure_exchange_used);
        let held = player.hand.len() + player.pool.len() + player.drawn.len();
        assert_eq!(held + lying + lifted + used, Tile::COUNT);
        let sets = [player.hand, player.pool, player.drawn, state.board.tiles_of(seat)];
        let different = sets.into_iter().fold(TileSet::EMPTY, TileSet::union).len();
        assert_eq!(different + lifted + used, Tile::COUNT);
    }
}

fn tiles_lie_on_their_terrain(state: &State) {
    for (cell, placed) in state.board.tiles() {
        let is_ship = TileSet::SHIPS.contains(placed.tile());
        assert_eq!(is_ship, matches!(cell, Cell::Sea(_)), "{cell}");
        assert_ne!(placed.tile(), Tile::FIGURE_EXCHANGE);
    }
    let empty: Vec<Land> = state.board.empty_land().collect();
    assert!(empty.iter().all(|land| state.board.at(Cell::Land(*land)).is_none()));
}

fn hands_are_full(state: &State) {
    let Phase::Play(turn) = state.phase else { return };
    for seat in state.seats.seats().filter(|seat| *seat != turn.active || turn.tiles_played == 0) {
        let player = state.player(seat);
        assert!(player.hand.len() == HAND_SIZE || player.pool.is_empty());
    }
}
