//! Options on the wire.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules_server::codec::*;
use samurai_rules::{Captures, EndTiming, FigurePlacement, Options, StartHand};

use super::field::SEAT;

wire_message! {
    /// The options; everything unspecified is the default.
    pub(crate) OPTIONS: pb::Options as Options = {
        start_hand: or_default(START_HAND),
        figure_placement: or_default(FIGURE_PLACEMENT),
        end_timing: or_default(END_TIMING),
        captures: or_default(CAPTURES),
        start_seat: or_none(SEAT),
    } <=> Options { start_hand, figure_placement, end_timing, captures, start_seat }
}

wire_enum! {
    START_HAND: pb::StartHand as StartHand = { Chosen, Random };
    FIGURE_PLACEMENT: pb::FigurePlacement as FigurePlacement = { Players, Random };
    END_TIMING: pb::EndTiming as EndTiming = { AtOnce, EndOfTurn };
    CAPTURES: pb::Captures as Captures = { Hidden <=> Captures::ByPlayerCount, Open };
}
