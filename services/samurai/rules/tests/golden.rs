//! Whole matches of Samurai, as readable text.

use kit_conformance::golden;
use samurai_rules::{Captures, EndTiming, FigurePlacement, Options, Samurai, StartHand};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

#[test]
fn two_seats_play_as_the_book_says() {
    golden::<Samurai>("2p_book", 2, &Options::default(), 1, FOLDER);
}

#[test]
fn three_seats_play_as_the_book_says() {
    golden::<Samurai>("3p_book", 3, &Options::default(), 2, FOLDER);
}

#[test]
fn four_seats_play_as_the_book_says() {
    golden::<Samurai>("4p_book", 4, &Options::default(), 3, FOLDER);
}

#[test]
fn four_seats_play_with_all_options_turned_round() {
    let options = Options {
        start_hand: StartHand::Random,
        figure_placement: FigurePlacement::Random,
        end_timing: EndTiming::EndOfTurn,
        captures: Captures::Open,
        start_seat: kit_rules::Seat::new(3),
    };
    golden::<Samurai>("4p_all_options", 4, &options, 4, FOLDER);
}
