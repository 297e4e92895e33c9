//! Reads the options of a match.

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules_server::Malformed;
use samurai_rules::{Captures, EndTiming, FigurePlacement, Options, StartHand};

use super::field::{Read, both, seat_or_nobody};

/// The options; everything unspecified is the default.
pub(crate) fn options(message: &pb::Options) -> Read<Options> {
    let ((start_hand, figure_placement), ((end_timing, captures), start_seat)) = both(
        both(start_hand(message.start_hand), figure_placement(message.figure_placement)),
        both(
            both(end_timing(message.end_timing), captures(message.captures)),
            seat_or_nobody("start_seat", message.start_seat),
        ),
    )?;
    Ok(Options { start_hand, figure_placement, end_timing, captures, start_seat })
}

fn start_hand(number: i32) -> Read<StartHand> {
    match pb::StartHand::try_from(number) {
        Ok(pb::StartHand::Unspecified | pb::StartHand::Chosen) => Ok(StartHand::Chosen),
        Ok(pb::StartHand::Random) => Ok(StartHand::Random),
        Err(_) => Err(unknown("start_hand")),
    }
}

fn figure_placement(number: i32) -> Read<FigurePlacement> {
    match pb::FigurePlacement::try_from(number) {
        Ok(pb::FigurePlacement::Unspecified | pb::FigurePlacement::Players) => {
            Ok(FigurePlacement::Players)
        }
        Ok(pb::FigurePlacement::Random) => Ok(FigurePlacement::Random),
        Err(_) => Err(unknown("figure_placement")),
    }
}

fn end_timing(number: i32) -> Read<EndTiming> {
    match pb::EndTiming::try_from(number) {
        Ok(pb::EndTiming::Unspecified | pb::EndTiming::AtOnce) => Ok(EndTiming::AtOnce),
        Ok(pb::EndTiming::EndOfTurn) => Ok(EndTiming::EndOfTurn),
        Err(_) => Err(unknown("end_timing")),
    }
}

fn captures(number: i32) -> Read<Captures> {
    match pb::Captures::try_from(number) {
        Ok(pb::Captures::Unspecified | pb::Captures::Hidden) => Ok(Captures::ByPlayerCount),
        Ok(pb::Captures::Open) => Ok(Captures::Open),
        Err(_) => Err(unknown("captures")),
    }
}

fn unknown(field: &str) -> Malformed {
    Malformed::field(field, "is one of the values of its enum")
}
