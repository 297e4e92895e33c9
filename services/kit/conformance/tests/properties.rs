//! Properties of every position of the toy game, and promises of random play.

use std::panic::catch_unwind;

use kit_conformance::toy::{Action, Envelopes, Options};
use kit_conformance::{RandomPlay, Table, play};
use kit_rules::{SeatCount, Step};

fn seats(number: u32) -> SeatCount {
    SeatCount::new(number).expect("the number of seats is possible")
}

#[test]
fn no_card_is_lost_or_made_and_points_follow_from_the_cards() {
    for seed in 1..=50 {
        for number in 2..=5 {
            play::<Envelopes>(seed, seats(number), &Options { rounds: 5 }, |state, _, _| {
                assert_eq!(state.check(), Ok(()));
            });
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_match_and_another_seed_another() {
    let steps = |seed| play::<Envelopes>(seed, seats(3), &Options::default(), |_, _, _| ()).steps;
    assert_eq!(steps(1), steps(1));
    assert_ne!(steps(1), steps(2));
}

#[test]
fn random_play_takes_steps_back_now_and_then_unless_it_goes_straight_on() {
    let is_back = |step: &Step<Action>| matches!(step, Step::Act { action: Action::TakeBack, .. });
    let (mut backs, mut straight_backs) = (0, 0);
    for seed in 1..=20 {
        let table = Table::<Envelopes> { seats: seats(3), options: Options::default(), seed };
        let played = play::<Envelopes>(seed, table.seats, &table.options, |_, _, _| ());
        backs += played.steps.iter().filter(|step| is_back(step)).count();
        let (game, _) = RandomPlay::begin(&table).expect("the table is possible");
        let mut game = game.straight_on();
        while let Some(step) = game.choose().expect("the match goes on") {
            game.take(&step).expect("what is chosen is accepted");
            straight_backs += usize::from(is_back(&step));
        }
    }
    assert!((1..=20 * 24).contains(&backs), "{backs}");
    assert_eq!(straight_backs, 0);
}

#[test]
fn a_failed_property_tells_the_seed() {
    let failure = catch_unwind(|| {
        play::<Envelopes>(77, seats(2), &Options::default(), |state, _, _| {
            assert!(state.round < 2, "round two is reached");
        })
    });
    let panic = failure.err().expect("round two is reached");
    let text = panic.downcast_ref::<String>().expect("the panic has a text");
    assert!(text.contains("round two is reached") && text.contains("seed 77"), "{text}");
}
