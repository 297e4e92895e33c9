//! Visibility of events: who notices what, as the chapter on information has it.

use alloc::string::ToString;

use kit_rules::{Seat, Seen};

use crate::{Cards, Event};

/// What a seat, or a spectator, notices of an event.
pub(crate) fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
    match *event {
        // Everyone counts the cards that are drawn; only their owner looks at
        // them (SHI-10.1b, SHI-10.1l).
        Event::HandDealt { seat, count, .. } => {
            by_its_owner(seat, viewer, &Event::HandDealt { seat, count, cards: Cards::EMPTY })
        }
        Event::CardDrawn { seat, .. } => {
            by_its_owner(seat, viewer, &Event::CardDrawn { seat, card: None })
        }
        // How somebody thinks about a payment is nobody else's business before
        // it is announced (SHI-6.11, SHI-12.1).
        Event::PlanBegun { seat, .. }
        | Event::PartPlanned { seat, .. }
        | Event::PartTakenBack { seat, .. }
        | Event::PlanDropped { seat, .. } => {
            if viewer == Some(seat) {
                Seen::Whole
            } else {
                Seen::Nothing
            }
        }
        // The rest happens on the table: tiles and titles are turned up, lots
        // are built in the open, payments are announced, and hands are laid
        // open at the end.
        Event::TileTurnedUp { .. }
        | Event::TitleDealt { .. }
        | Event::DeckRefilled { .. }
        | Event::StockDrawn { .. }
        | Event::TileLaid { .. }
        | Event::TileReturned { .. }
        | Event::CardLaid { .. }
        | Event::CardReturned { .. }
        | Event::LotOffered { .. }
        | Event::LotRefused { .. }
        | Event::LotAccepted { .. }
        | Event::LotKept { .. }
        | Event::LotsPresented { .. }
        | Event::LotReceived { .. }
        | Event::CardsLeftOut { .. }
        | Event::TitleTaken { .. }
        | Event::Controlled { .. }
        | Event::TileTaken { .. }
        | Event::DrawTileUsed { .. }
        | Event::TurnEnded { .. }
        | Event::Gilded { .. }
        | Event::GildDeclined { .. }
        | Event::GameOver { .. }
        | Event::HandScored { .. }
        | Event::MajorityScored { .. } => Seen::Whole,
    }
}

/// All for the owner, and for everybody else what is left of the event.
fn by_its_owner(owner: Seat, viewer: Option<Seat>, others: &Event) -> Seen {
    if viewer == Some(owner) { Seen::Whole } else { Seen::Part(others.to_string()) }
}
