//! Reads an event, redacted or not.

mod action;
mod battle;
mod preparation;
mod setup;
mod winter;

use kit_proto::bakufu::shogun::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use pb::event::Kind;
use shogun_rules::{Cards, Event, Province, SEATS_MAX};

use super::field::{Read, both, card, each, province, seat};

/// The one event that the message holds.
pub(crate) fn event(message: &pb::Event) -> Read<Event> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of event"))?;
    let (field, event) = read(kind);
    event.map_err(|malformed| malformed.inside(field))
}

/// The field of the oneof, as the schema spells it, and what it says.
fn read(kind: &Kind) -> (&'static str, Read<Event>) {
    match kind {
        Kind::LetterDrawn(m) => ("letter_drawn", setup::letter_drawn(m)),
        Kind::DraftBegins(m) => ("draft_begins", setup::draft_begins(m)),
        Kind::CardOpened(m) => ("card_opened", setup::card_opened(m)),
        Kind::PairExchanged(m) => ("pair_exchanged", setup::pair_exchanged(m)),
        Kind::CardTaken(m) => ("card_taken", setup::card_taken(m)),
        Kind::GroupPlaced(m) => ("group_placed", setup::group_placed(m)),
        Kind::TraySorted(_) => ("tray_sorted", Ok(Event::TraySorted)),
        Kind::YearBegins(m) => ("year_begins", preparation::year_begins(m)),
        Kind::SeasonBegins(m) => ("season_begins", preparation::season_begins(m)),
        Kind::SpecialsLaidOut(m) => ("specials_laid_out", preparation::specials_laid_out(m)),
        Kind::CardLaid(m) => ("card_laid", preparation::card_laid(m)),
        Kind::CardTakenBack(m) => ("card_taken_back", preparation::card_taken_back(m)),
        Kind::PlanSealed(m) => ("plan_sealed", preparation::plan_sealed(m)),
        Kind::SpacesEmpty(m) => ("spaces_empty", preparation::spaces_empty(m)),
        Kind::EventDrawn(m) => ("event_drawn", preparation::event_drawn(m)),
        Kind::TheatresCalmed(m) => ("theatres_calmed", preparation::theatres_calmed(m)),
        Kind::BidsRevealed(m) => ("bids_revealed", preparation::bids_revealed(m)),
        Kind::BidPaid(m) => ("bid_paid", preparation::bid_paid(m)),
        Kind::BidsRanked(m) => ("bids_ranked", preparation::bids_ranked(m)),
        Kind::SpecialTaken(m) => ("special_taken", preparation::special_taken(m)),
        Kind::ActionBegins(m) => ("action_begins", action::action_begins(m)),
        Kind::OrderRevealed(m) => ("order_revealed", action::order_revealed(m)),
        Kind::ActionTurnedUp(m) => ("action_turned_up", action::action_turned_up(m)),
        Kind::Skipped(m) => ("skipped", action::skipped(m)),
        Kind::OrderCancelled(m) => ("order_cancelled", action::order_cancelled(m)),
        Kind::OrderLost(m) => ("order_lost", action::order_lost(m)),
        Kind::Built(m) => ("built", action::built(m)),
        Kind::MarkerRemoved(m) => ("marker_removed", action::marker_removed(m)),
        Kind::Collected(m) => ("collected", action::collected(m)),
        Kind::MarkerAdded(m) => ("marker_added", action::marker_added(m)),
        Kind::Deployed(m) => ("deployed", action::deployed(m)),
        Kind::TargetChosen(m) => ("target_chosen", action::target_chosen(m)),
        Kind::TargetDropped(m) => ("target_dropped", action::target_dropped(m)),
        Kind::Declined(m) => ("declined", action::declined(m)),
        Kind::Moved(m) => ("moved", action::moved(m)),
        Kind::Attacked(m) => ("attacked", battle::attacked(m)),
        Kind::RevoltBegins(m) => ("revolt_begins", battle::revolt_begins(m)),
        Kind::CubesThrown(m) => ("cubes_thrown", battle::cubes_thrown(m)),
        Kind::CubesOut(m) => ("cubes_out", battle::cubes_out(m)),
        Kind::Conquered(m) => ("conquered", battle::conquered(m)),
        Kind::Defended(m) => ("defended", battle::defended(m)),
        Kind::AttackFailed(m) => ("attack_failed", battle::attack_failed(m)),
        Kind::RevoltHeld(m) => ("revolt_held", battle::revolt_held(m)),
        Kind::TurnedNeutral(m) => ("turned_neutral", battle::turned_neutral(m)),
        Kind::SeasonEnds(m) => ("season_ends", winter::season_ends(m)),
        Kind::WinterBegins(m) => ("winter_begins", winter::winter_begins(m)),
        Kind::RiceLost(m) => ("rice_lost", winter::rice_lost(m)),
        Kind::ShortageFound(m) => ("shortage_found", winter::shortage_found(m)),
        Kind::RevoltsDrawn(m) => ("revolts_drawn", winter::revolts_drawn(m)),
        Kind::HoldingsScored(m) => ("holdings_scored", winter::holdings_scored(m)),
        Kind::MajorityScored(m) => ("majority_scored", winter::majority_scored(m)),
        Kind::PointsTold(m) => ("points_told", winter::points_told(m)),
        Kind::YearEnds(m) => ("year_ends", winter::year_ends(m)),
        Kind::ChestsShown(m) => ("chests_shown", winter::chests_shown(m)),
        Kind::GameOver(_) => ("game_over", Ok(Event::GameOver)),
    }
}

fn seat_and_province(seat_number: u32, province_number: i32) -> Read<(Seat, Province)> {
    both(seat("seat", seat_number), province("province", province_number))
}

/// The cards that seats turned up, each seat at most once.
fn turned_up(field: &str, messages: &[pb::SeatCard]) -> Read<(Vec<Seat>, Cards)> {
    let mut cards = [None; SEATS_MAX];
    let mut seats = Vec::new();
    each(field, messages, |message| {
        let card = match message.card {
            None => Ok(None),
            Some(_) => card("card", &message.card).map(Some),
        };
        let (seat, card) = both(seat("seat", message.seat), card)?;
        if seats.contains(&seat) {
            return Err(Malformed::field("seat", "stands there twice"));
        }
        seats.push(seat);
        cards[seat.index()] = card;
        Ok(())
    })?;
    Ok((seats, cards))
}
