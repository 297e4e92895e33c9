//! Visibility of events: what the players may notice of each other.

use kit_rules::{Seat, Seen};

use crate::Event;

/// What somebody at the table notices of an event.
///
/// Only the making of plans is out of sight: which card goes where, and how
/// often its owner thinks again (SHO-13.1). Whatever is drawn is drawn before
/// all eyes, what comes out of the tower lies in the tray, and income and
/// payments are told even where chests are behind screens (SHO-AMB-13).
pub(crate) fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
    match *event {
        Event::CardLaid { seat, .. } | Event::CardTakenBack { seat, .. }
            if viewer != Some(seat) =>
        {
            Seen::Nothing
        }
        Event::CardLaid { .. }
        | Event::CardTakenBack { .. }
        | Event::LetterDrawn { .. }
        | Event::DraftBegins { .. }
        | Event::CardOpened { .. }
        | Event::PairExchanged { .. }
        | Event::CardTaken { .. }
        | Event::GroupPlaced { .. }
        | Event::TraySorted
        | Event::YearBegins { .. }
        | Event::SeasonBegins { .. }
        | Event::SpecialsLaidOut { .. }
        | Event::PlanSealed { .. }
        | Event::SpacesEmpty { .. }
        | Event::EventDrawn { .. }
        | Event::TheatresCalmed { .. }
        | Event::BidsRevealed { .. }
        | Event::BidPaid { .. }
        | Event::BidsRanked { .. }
        | Event::SpecialTaken { .. }
        | Event::ActionBegins { .. }
        | Event::OrderRevealed { .. }
        | Event::ActionTurnedUp { .. }
        | Event::Skipped { .. }
        | Event::OrderCancelled { .. }
        | Event::OrderLost { .. }
        | Event::Built { .. }
        | Event::MarkerRemoved { .. }
        | Event::Collected { .. }
        | Event::MarkerAdded { .. }
        | Event::Deployed { .. }
        | Event::TargetChosen { .. }
        | Event::TargetDropped { .. }
        | Event::Declined { .. }
        | Event::Moved { .. }
        | Event::Attacked { .. }
        | Event::RevoltBegins { .. }
        | Event::CubesThrown { .. }
        | Event::CubesOut { .. }
        | Event::Conquered { .. }
        | Event::Defended { .. }
        | Event::AttackFailed { .. }
        | Event::RevoltHeld { .. }
        | Event::TurnedNeutral { .. }
        | Event::SeasonEnds { .. }
        | Event::WinterBegins { .. }
        | Event::RiceLost { .. }
        | Event::ShortageFound { .. }
        | Event::RevoltsDrawn { .. }
        | Event::HoldingsScored { .. }
        | Event::MajorityScored { .. }
        | Event::PointsTold { .. }
        | Event::YearEnds { .. }
        | Event::ChestsShown { .. }
        | Event::GameOver => Seen::Whole,
    }
}
