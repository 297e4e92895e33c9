//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use kit_rules::{Pending, Rules, Seat, SeatSet, Step, take};
use samurai_rules::{
    Board, Cell, EndReason, Exchange, Figure, FigureCounts, FigureSet, Inconsistent, Phase, Placed,
    Samurai, Settlement, State, Tile, TileSet, Turn,
};

use crate::sample::{Game, XorShift, everywhere, listed, play, view};

#[test]
fn a_position_that_was_tampered_with_is_refused_or_playable() {
    let (mut refused, mut played) = (0, 0);
    everywhere(|game| {
        let mut random = XorShift::new(game.seed ^ 0xDEAD);
        let kept = some_positions(game, &mut random);
        for mut state in kept {
            for _ in 0..=random.below(2) {
                tamper(&mut state, &mut random);
            }
            for viewer in state.seats.seats().filter(|seat| seat.number() <= 4) {
                let seen = view(&state, viewer);
                if seen.check_view(Some(viewer)).is_ok() {
                    listed(&seen, viewer);
                    let _ = Samurai::pending(&seen);
                }
            }
            match state.check() {
                Err(_) => refused += 1,
                Ok(()) => {
                    play_on(state, &mut random);
                    played += 1;
                }
            }
        }
    });
    assert!(refused > 100 && played > 100, "{refused} refused, {played} played");
}

#[test]
fn every_kind_of_fault_is_found() {
    let mut found: Vec<Inconsistent> = Vec::new();
    everywhere(|game| {
        let mut random = XorShift::new(game.seed ^ 0xBEEF);
        for mut state in some_positions(game, &mut random) {
            tamper(&mut state, &mut random);
            found.extend(state.check().err());
        }
    });
    let has = |wanted: fn(&Inconsistent) -> bool| found.iter().any(wanted);
    assert!(has(|fault| matches!(fault, Inconsistent::TableSize)));
    assert!(has(|fault| matches!(fault, Inconsistent::Seats)));
    assert!(has(|fault| matches!(fault, Inconsistent::StartSeat)));
    assert!(has(|fault| matches!(fault, Inconsistent::Phase)));
    assert!(has(|fault| matches!(fault, Inconsistent::TileOnBoard { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::TooEarly)));
    assert!(has(|fault| matches!(fault, Inconsistent::Tiles { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Hand { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Settlement { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Figures { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Captures)));
    assert!(has(|fault| matches!(fault, Inconsistent::End)));
    assert!(has(|fault| matches!(fault, Inconsistent::Turn)));
}

/// A few positions of a game.
fn some_positions(game: Game, random: &mut XorShift) -> Vec<State> {
    let mut kept = Vec::new();
    play(game, |_, state, _| {
        if random.below(20) == 0 {
            kept.push(state.clone());
        }
    });
    kept
}

/// Plays a position to its end, which has to come.
fn play_on(mut state: State, random: &mut XorShift) {
    let mut events = Vec::new();
    for _ in 0..2000 {
        let step = match Samurai::pending(&state) {
            Pending::Over(_) => return,
            Pending::Draw { sides } => Step::Drawn(random.below(sides.get())),
            Pending::Seats(seats) => {
                let seat = seats.iter().nth(random.below(seats.len() as u32) as usize);
                let seat = seat.expect("somebody is awaited");
                let actions = listed(&state, seat);
                assert!(!actions.is_empty(), "{seat} is awaited and can do nothing");
                let action = actions[random.below(actions.len() as u32) as usize];
                Step::Act { seat, action }
            }
        };
        take::<Samurai>(&mut state, &step, &mut events).expect("what is listed is accepted");
        state.check().expect("what follows from a consistent position is consistent");
    }
    panic!("the game does not end");
}

/// Changes something, whether it fits or not.
fn tamper(state: &mut State, random: &mut XorShift) {
    let seat = Seat::from_index(random.below(5) as usize);
    let figure = Figure::ALL[random.below(3) as usize];
    let settlement = Settlement::from_index(random.below(34) as usize).expect("a settlement");
    let tile = Tile::from_index(random.below(20) as usize).expect("a tile");
    let cell = Cell::from_index(random.below(174) as usize).expect("a cell");
    let player = &mut state.players[random.below(4) as usize];
    let toggle = |set: TileSet| if set.contains(tile) { set.without(tile) } else { set.with(tile) };
    match random.below(20) {
        0 => player.hand = toggle(player.hand),
        1 => player.pool = toggle(player.pool),
        2 => player.chosen = toggle(player.chosen),
        3 => player.drawn = toggle(player.drawn),
        4 => core::mem::swap(&mut player.hand, &mut player.pool),
        5 => player.figure_exchange_used ^= true,
        6 => player.captured_open[figure] = player.captured_open[figure].wrapping_sub(1),
        7 => player.captured_hidden[figure] = player.captured_hidden[figure].wrapping_add(1),
        8 => state.set_aside[figure] = random.below(256) as u8,
        9 => state.supply[figure] = random.below(15) as u8,
        10 => {
            let present = &mut state.figures[settlement.index()];
            let some = [FigureSet::EMPTY, FigureSet::ALL, present.with(figure)];
            *present = some[random.below(3) as usize];
        }
        11 => {
            let placed = Placed::new(seat, tile);
            let _ = match cell {
                Cell::Settlement(_) => None,
                Cell::Land(land) => state.board.put_on_land(land, placed),
                Cell::Sea(sea) => state.board.put_on_sea(sea, placed),
            };
        }
        12 => state.board = Board::new(state.seats),
        13 => {
            let seats = kit_rules::SeatCount::new(1 + random.below(5));
            state.seats = seats.expect("a table can have five seats");
        }
        14 => state.start_seat = random.below(2).checked_sub(1).map(|_| seat),
        15 => state.phase = any_phase(seat, figure, settlement, tile, random),
        16 => state.options.start_seat = Some(seat),
        17 => {
            if let Phase::Play(turn) = &mut state.phase {
                turn.tiles_played = random.below(256) as u8;
                turn.plain_played ^= random.below(2) == 0;
            }
        }
        18 => move_between_hands(state, tile, random),
        _ => swap_two_figures(state, settlement, random),
    }
}

fn any_phase(
    seat: Seat,
    figure: Figure,
    settlement: Settlement,
    tile: Tile,
    random: &mut XorShift,
) -> Phase {
    let turn = Turn { tiles_played: 1, plain_played: true, ..Turn::of(seat) };
    match random.below(10) {
        0 => Phase::DrawStartSeat,
        1 => Phase::ChooseHands { sealed: SeatSet::only(seat) },
        2 => Phase::DealHands { seat },
        3 => Phase::PlaceFigures { active: seat },
        4 => Phase::ScatterFigures,
        5 => Phase::Play(Turn::of(seat)),
        6 => Phase::Play(Turn { exchange: Some(Exchange::Figure { settlement, figure }), ..turn }),
        7 => Phase::Play(Turn { exchange: Some(Exchange::Tile { tile }), ..turn }),
        8 => Phase::Refill { seat },
        _ => Phase::Over(EndReason::TypeExhausted(figure)),
    }
}

/// Exchanges a tile of a hand with one of its pool, which is a possible
/// position again.
fn move_between_hands(state: &mut State, tile: Tile, random: &mut XorShift) {
    let player = &mut state.players[random.below(4) as usize];
    if let (true, Some(held)) = (player.pool.contains(tile), player.hand.nth(0)) {
        player.hand = player.hand.without(held).with(tile);
        player.pool = player.pool.without(tile).with(held);
    }
}

/// Lets two villages change their figures, which is a possible position again.
fn swap_two_figures(state: &mut State, settlement: Settlement, random: &mut XorShift) {
    let other = random.below(34) as usize;
    if state.figures[other].len() == state.figures_in(settlement).len() {
        state.figures.swap(other, settlement.index());
    }
    if random.below(10) == 0 {
        state.set_aside = FigureCounts::NONE;
    }
}
