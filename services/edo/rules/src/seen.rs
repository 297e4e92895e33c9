//! Visibility of events: everyone notices everything, but for plans.

use kit_rules::{Seat, Seen};

use crate::Event;

/// What a seat, or a spectator, notices of an event.
pub(crate) fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
    match *event {
        // Slots are their owner's secret until they are revealed, and so is
        // everything that is done with them (EDO-10.1).
        Event::CardLaid { seat, .. }
        | Event::CardTakenBack { seat, .. }
        | Event::OfficialAdded { seat, .. }
        | Event::OfficialTakenBack { seat, .. } => {
            if viewer == Some(seat) {
                Seen::Whole
            } else {
                Seen::Nothing
            }
        }
        // Who has sealed is known to all, and the supports that were used once
        // everyone has. The rest is open anyway.
        Event::PlanSealed { .. }
        | Event::SupportUsed { .. }
        | Event::SlotRevealed { .. }
        | Event::StartSeat { .. }
        | Event::ProfitLaid { .. }
        | Event::CardCurrent { .. }
        | Event::CardTurnedUp { .. }
        | Event::DemandTurnedUp { .. }
        | Event::PrivilegeTurnedUp { .. }
        | Event::RoninAppeared { .. }
        | Event::PackageTaken { .. }
        | Event::CityTaken { .. }
        | Event::RoundBegan { .. }
        | Event::RoninSelected { .. }
        | Event::LocationDrawn { .. }
        | Event::RoninMoved { .. }
        | Event::Moved { .. }
        | Event::Collected { .. }
        | Event::Produced { .. }
        | Event::OfficialPlaced { .. }
        | Event::Travelled { .. }
        | Event::RoninChallenged { .. }
        | Event::RoninDispersed { .. }
        | Event::RoninHeld { .. }
        | Event::Built { .. }
        | Event::GoodsBought { .. }
        | Event::PointBought { .. }
        | Event::Recruited { .. }
        | Event::CardBought { .. }
        | Event::DemandFulfilled { .. }
        | Event::Forfeited { .. }
        | Event::IncomeTaken { .. }
        | Event::GoodTaken { .. }
        | Event::BlackOfficialsLeft { .. }
        | Event::SentHome { .. }
        | Event::WagesPaid { .. }
        | Event::IncomePaid { .. }
        | Event::Discarded { .. }
        | Event::GameOver { .. }
        | Event::Scored { .. } => Seen::Whole,
    }
}
