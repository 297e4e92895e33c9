//! Visibility of events: what the players may notice of each other.

use alloc::format;

use kit_rules::{Seat, Seen};

use crate::Event;

/// What somebody at the table notices of an event.
///
/// Only two things ever happen out of sight: the choice of a first hand, and
/// which tiles are drawn (SAM-13.1). Everything else happens on the board; a
/// capture is seen too, since only the total behind a screen is a secret
/// (SAM-13.2).
pub(crate) fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
    match *event {
        Event::TileChosen { seat, .. } | Event::TileReturned { seat, .. }
            if viewer != Some(seat) =>
        {
            Seen::Nothing
        }
        Event::HandDealt { seat, count, .. } if viewer != Some(seat) => {
            Seen::Part(format!("{seat} draws {count} tiles for a starting hand"))
        }
        Event::TilesDrawn { seat, count, .. } if viewer != Some(seat) => {
            Seen::Part(format!("{seat} draws {count} tiles at the end of a turn"))
        }
        Event::TileChosen { .. }
        | Event::TileReturned { .. }
        | Event::HandDealt { .. }
        | Event::TilesDrawn { .. }
        | Event::StartSeat { .. }
        | Event::HandSealed { .. }
        | Event::FigurePlaced { .. }
        | Event::TilePlaced { .. }
        | Event::FigureExchangeStarted { .. }
        | Event::FiguresSwapped { .. }
        | Event::TileLifted { .. }
        | Event::TileRedeployed { .. }
        | Event::FigureCaptured { .. }
        | Event::FigureSetAside { .. }
        | Event::TurnEnded { .. }
        | Event::Passed { .. }
        | Event::GameOver { .. }
        | Event::CapturesShown { .. } => Seen::Whole,
    }
}
