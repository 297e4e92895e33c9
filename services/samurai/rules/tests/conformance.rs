//! Samurai keeps the laws of all games, with every option both ways.

use samurai_rules::{Captures, EndTiming, FigurePlacement, Options, Samurai, StartHand};

kit_conformance::suite!(
    Samurai,
    options = [
        Options {
            start_hand: StartHand::Random,
            figure_placement: FigurePlacement::Random,
            ..Options::default()
        },
        Options {
            end_timing: EndTiming::EndOfTurn,
            captures: Captures::Open,
            start_seat: kit_rules::Seat::new(2),
            ..Options::default()
        },
    ]
);
