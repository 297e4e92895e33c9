//! Nothing is lost and nothing is made: whole random games, checked after every
//! step.

mod hostile;
mod sample;

use kit_conformance::{legal, lists_what_is_accepted};
use kit_rules::{Pending, Rules, Seat, SeatCount, Step};
use samurai_rules::{
    Action, Cell, Event, Exchange, Figure, HAND_SIZE, Land, Options, Phase, Samurai, Settlement,
    StartHand, State, TableFacts, Tile, TileSet, Turn,
};

use sample::{GAMES, Game, all_actions, everywhere, play, uneven, view};

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
                assert_eq!(
                    legal::<Samurai>(state, seat),
                    legal::<Samurai>(&view(state, seat), seat)
                );
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
                lists_what_is_accepted::<Samurai>(state, seat, &universe);
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
            let land = TableFacts::of(state.seats).land;
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
        Game { seats, options, seed }.named(|game| {
            game.play_by(game.seed, uneven, |_, state, events| {
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
            let picks = legal::<Samurai>(state, turn.active)
                .into_iter()
                .any(|action| matches!(action, Action::PickFigure { .. }));
            let occupied = Settlement::all().filter(|s| !state.figures_in(*s).is_empty()).count();
            assert_eq!(picks, occupied >= 2);
        });
    });
}

fn has_nothing_to_play(state: &State, seat: Seat) -> bool {
    let player = state.player(seat);
    let only_exchange = player.hand == TileSet::EMPTY.with(Tile::FIGURE_EXCHANGE);
    let edo_alone =
        Settlement::all().all(|s| s == Settlement::EDO || state.figures_in(s).is_empty());
    player.pool.is_empty() && (player.hand.is_empty() || only_exchange && edo_alone)
}

fn is_tile(event: &Event) -> bool {
    matches!(
        event,
        Event::TilePlaced { .. } | Event::FigureExchangeStarted { .. } | Event::TileLifted { .. }
    )
}

fn figures_add_up(state: &State) {
    let table = TableFacts::of(state.seats);
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
