//! Samurai's messages keep the laws of all games, with every option both ways.

use kit_proto::bakufu::samurai::v1 as pb;
use samurai_server::SamuraiWire;

kit_conformance::wire_suite!(
    SamuraiWire,
    options = [
        pb::Options {
            start_hand: pb::StartHand::Random.into(),
            figure_placement: pb::FigurePlacement::Random.into(),
            ..Default::default()
        },
        pb::Options {
            end_timing: pb::EndTiming::EndOfTurn.into(),
            captures: pb::Captures::Open.into(),
            start_seat: 2,
            ..Default::default()
        },
    ]
);
