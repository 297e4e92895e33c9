//! Determinization: what is dealt in place of what a viewer can't see.

use std::sync::LazyLock;

use kit_conformance::Chance;
use kit_conformance::wire::viewers;
use kit_rules::{Pending, Rules, Seat};
use kit_rules_server::Wire;
use samurai_rules::{
    Cell, Figure, Options, Phase, Player, Samurai, Settlement, State, Tile, TileSet,
};
use samurai_server::SamuraiWire;

use crate::play::{Setting, StateMessage, Views};

static VIEWS: LazyLock<Views> = LazyLock::new(Views::compile);

/// How often a view is dealt to see how the deals lie.
const DEALS: usize = 6_000;

/// Chance alone exceeds this with at most nineteen degrees of freedom less
/// than once in ten thousand times.
const CHI_SQUARE_MAX: f64 = 50.0;

#[test]
fn each_unseen_tile_is_in_the_hand_as_often_as_any_other() {
    let state = found(3, |state| is_turn_of(state, 0) && tiles_played(state) > 12);
    for viewer in [Some(seat(1)), None] {
        for other in [seat(2), seat(3)] {
            let unseen = state.player(other).hand.union(state.player(other).pool);
            let held = state.player(other).hand.len();
            let mut times = [0; Tile::COUNT];
            for dealt in deals(&state, viewer, DEALS) {
                let player = dealt.player(other);
                assert_eq!(player.hand.union(player.pool), unseen);
                assert_eq!(player.hand.len(), held);
                player.hand.iter().for_each(|tile| times[tile.index()] += 1);
            }
            let times: Vec<usize> = unseen.iter().map(|tile| times[tile.index()]).collect();
            // Tiles of one hand exclude each other, which narrows the spread.
            let share = held as f64 / unseen.len() as f64;
            let narrowed = chi_square(&times, &vec![1.0; times.len()]) / (1.0 - share);
            assert!(narrowed < CHI_SQUARE_MAX, "{viewer:?}: {other}: {times:?}");
        }
    }
}

#[test]
fn a_begun_choice_is_any_set_that_a_hand_can_hold() {
    let state = found(2, |state| matches!(state.phase, Phase::ChooseHands { .. }));
    let (mut sizes, mut tiles) = ([0; 6], [0; Tile::COUNT]);
    for dealt in deals(&state, Some(seat(1)), DEALS) {
        assert_eq!(dealt.player(seat(1)), state.player(seat(1)));
        let Player { hand, pool, chosen, .. } = *dealt.player(seat(2));
        assert_eq!((hand, pool), (TileSet::EMPTY, TileSet::ALL));
        sizes[chosen.len()] += 1;
        chosen.iter().for_each(|tile| tiles[tile.index()] += 1);
    }
    // In so many ways can two to five of twenty tiles be chosen.
    let ways = [190.0, 1_140.0, 4_845.0, 15_504.0];
    assert!(chi_square(&sizes[2..], &ways) < CHI_SQUARE_MAX, "{sizes:?}");
    assert!(chi_square(&tiles, &[1.0; Tile::COUNT]) < CHI_SQUARE_MAX, "{tiles:?}");
}

#[test]
fn a_sealed_hand_has_five_of_the_twenty_tiles() {
    let state = found(4, |state| match state.phase {
        Phase::ChooseHands { sealed } => sealed.contains(seat(3)) && !sealed.contains(seat(1)),
        _ => false,
    });
    let mut hands = Vec::new();
    for dealt in deals(&state, Some(seat(1)), 100) {
        let Player { hand, pool, chosen, .. } = *dealt.player(seat(3));
        assert_eq!((hand.len(), pool.len(), chosen), (5, 15, TileSet::EMPTY));
        hands.push(hand);
    }
    hands.sort_unstable();
    hands.dedup();
    assert!(hands.len() > 90, "only {} of a hundred hands differ", hands.len());
}

#[test]
fn each_hidden_capture_stands_behind_any_screen_that_may_hide_it() {
    let everyone_won = |state: &State| {
        state.seats.seats().all(|seat| state.player(seat).captured_hidden.total() > 1)
    };
    let state = found(4, |state| is_turn_of(state, 1) && everyone_won(state));
    for viewer in [Some(seat(2)), None] {
        let others: Vec<Seat> = state.seats.seats().filter(|seat| Some(*seat) != viewer).collect();
        let sum = |state: &State, figure: Figure| -> u8 {
            others.iter().map(|seat| state.player(*seat).captured_hidden[figure]).sum()
        };
        let mut stands = vec![0; others.len()];
        for dealt in deals(&state, viewer, DEALS) {
            for figure in Figure::ALL {
                assert_eq!(sum(&dealt, figure), sum(&state, figure), "no figure is lost");
            }
            for (times, seat) in stands.iter_mut().zip(&others) {
                *times += dealt.player(*seat).captured_hidden.total() as usize;
            }
        }
        let even = vec![1.0; others.len()];
        assert!(chi_square(&stands, &even) < CHI_SQUARE_MAX, "{viewer:?}: {stands:?}");
    }
}

#[test]
fn who_has_no_tile_beside_a_closed_settlement_has_captured_nothing() {
    let mut asked = 0;
    for seed in 0..8 {
        Setting::new(3, Options::default(), seed).play(|state, _| {
            let total = |player: &Player| player.captured_hidden.total();
            let somebody_won = state.players.iter().any(|player| total(player) > 0);
            let is_settled = !matches!(Samurai::pending(state), Pending::Draw { .. });
            if !somebody_won || !is_settled {
                return;
            }
            for idle in state.seats.seats().filter(|seat| !has_closed_anything(state, *seat)) {
                asked += 1;
                for dealt in deals(state, None, 20) {
                    assert_eq!(total(dealt.player(idle)), 0, "seed {seed}: {idle}");
                }
            }
        });
    }
    assert!(asked > 0, "everybody always had a part in the first capture");
}

#[test]
fn every_hidden_field_is_dealt_anew() {
    type Field = (&'static str, fn(&Player) -> String);
    // Drawn tiles are hidden too, but there are none while seats are awaited.
    let fields: [Field; 4] = [
        ("hand", |player| player.hand.to_string()),
        ("pool", |player| player.pool.to_string()),
        ("chosen", |player| player.chosen.to_string()),
        ("captured_hidden", |player| player.captured_hidden.to_string()),
    ];
    for viewer in [Some(seat(1)), None] {
        let mut varied = [false; 4];
        Setting::new(3, Options::default(), 5).play(|state, _| {
            if matches!(Samurai::pending(state), Pending::Draw { .. }) || varied == [true; 4] {
                return;
            }
            let two: Vec<State> = deals(state, viewer, 2).collect();
            for (field, varied) in fields.iter().zip(&mut varied) {
                let [one, other] = [0, 1].map(|deal| field.1(two[deal].player(seat(2))));
                *varied |= one != other;
            }
        });
        for (field, varied) in fields.iter().zip(varied) {
            assert!(varied, "{viewer:?}: {} is always the same", field.0);
        }
    }
}

#[test]
fn when_a_match_is_over_only_hands_and_pools_are_left_to_deal() {
    let has_pool = |player: &&Player| !player.pool.is_empty();
    let state = found(4, |state| {
        let pools = state.players.iter().filter(has_pool).count();
        matches!(state.phase, Phase::Over(_)) && pools > 1
    });
    for viewer in viewers(state.seats) {
        let dealt: Vec<State> = deals(&state, viewer, 2).collect();
        assert_ne!(dealt[0], dealt[1], "{viewer:?}");
        assert_eq!(Samurai::pending(&dealt[0]), Samurai::pending(&state), "{viewer:?}");
    }
}

#[test]
fn a_view_with_a_wrong_number_of_tiles_is_refused() {
    let state = found(2, |state| is_turn_of(state, 0));
    let whole = VIEWS.view(&state, None);
    let change: [fn(&mut StateMessage); 3] = [
        |view| view.players[1].pool.push(0),
        |view| view.players[1].hand.clear(),
        |view| view.players[1].drawn = vec![0; 1_000],
    ];
    for change in change {
        let mut view = whole.clone();
        change(&mut view);
        let refused = SamuraiWire::determinize(view, None, &mut |_| 0);
        let field = refused.map_err(|malformed| malformed.faults[0].field.clone());
        assert_eq!(field, Err("players[1].pool".to_owned()));
    }
}

/// Deals for what somebody sees of a position, repeatable.
fn deals(state: &State, viewer: Option<Seat>, count: usize) -> impl Iterator<Item = State> {
    let seen = VIEWS.view(state, viewer);
    let mut chance = Chance::new(11);
    (0..count).map(move |_| {
        SamuraiWire::determinize(seen.clone(), viewer, &mut |sides| chance.below(sides.get()))
            .expect("a view can be completed")
    })
}

/// The first position of some match that is as it should be.
fn found(seats: u32, wanted: impl Fn(&State) -> bool) -> State {
    let matches = (0..20).map(|seed| Setting::new(seats, Options::default(), seed));
    let mut found = matches.filter_map(|setting| setting.find(&wanted));
    found.next().expect("one of twenty matches has it")
}

fn has_closed_anything(state: &State, seat: Seat) -> bool {
    let own = state.board.tiles().filter(|(_, placed)| placed.owner() == seat);
    let cells: Vec<Cell> = own.map(|(cell, _)| cell).collect();
    let closed = Settlement::all().filter(|settlement| {
        let is_in_play = Cell::Settlement(*settlement).is_in_play(state.seats);
        is_in_play && state.figures_in(*settlement).is_empty()
    });
    closed.into_iter().any(|settlement| cells.iter().any(|cell| settlement.around().contains(cell)))
}

fn is_turn_of(state: &State, index: usize) -> bool {
    matches!(state.phase, Phase::Play(turn) if turn.active.index() == index)
}

fn tiles_played(state: &State) -> usize {
    state.board.tiles().count()
}

fn seat(number: u32) -> Seat {
    Seat::new(number).expect("a seat")
}

/// How far counts are from what the weights promise.
fn chi_square(times: &[usize], weights: &[f64]) -> f64 {
    let (sum, weight) = (times.iter().sum::<usize>() as f64, weights.iter().sum::<f64>());
    let term = |(times, part): (&usize, &f64)| {
        let expected = sum * part / weight;
        (*times as f64 - expected).powi(2) / expected
    };
    times.iter().zip(weights).map(term).sum()
}
