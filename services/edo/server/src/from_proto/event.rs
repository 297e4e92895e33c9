//! Reads an event, redacted or not.

mod layout;
mod plan;
mod ronin;
mod upkeep;
mod work;

use edo_rules::{Event, Space};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::Seat;
use kit_rules_server::Malformed;
use pb::event::Kind;

use super::field::{Read, both, named, seat, small};
use crate::numbers::Numbered;

/// The one event that the message holds.
pub(crate) fn event(message: &pb::Event) -> Read<Event> {
    let kind = message
        .kind
        .as_ref()
        .ok_or_else(|| Malformed::field("kind", "holds exactly one kind of event"))?;
    read(kind).map_err(|malformed| malformed.inside(name(kind)))
}

fn read(kind: &Kind) -> Read<Event> {
    match kind {
        Kind::StartSeatChosen(m) => layout::start_seat_chosen(m),
        Kind::ProfitLaid(m) => layout::profit_laid(m),
        Kind::CardCurrent(m) => layout::card_current(m),
        Kind::CardTurnedUp(m) => layout::card_turned_up(m),
        Kind::DemandTurnedUp(m) => layout::demand_turned_up(m),
        Kind::PrivilegeTurnedUp(m) => layout::privilege_turned_up(m),
        Kind::RoninAppeared(m) => ronin::ronin_appeared(m),
        Kind::PackageTaken(m) => layout::package_taken(m),
        Kind::CityTaken(m) => layout::city_taken(m),
        Kind::RoundBegan(m) => layout::round_began(m),
        Kind::RoninSelected(m) => ronin::ronin_selected(m),
        Kind::LocationDrawn(m) => ronin::location_drawn(m),
        Kind::RoninMoved(m) => ronin::ronin_moved(m),
        Kind::CardLaid(m) => plan::card_laid(m),
        Kind::CardTakenBack(m) => plan::card_taken_back(m),
        Kind::OfficialAdded(m) => plan::official_added(m),
        Kind::OfficialTakenBack(m) => plan::official_taken_back(m),
        Kind::PlanSealed(m) => plan::plan_sealed(m),
        Kind::SupportUsed(m) => plan::support_used(m),
        Kind::SlotRevealed(m) => plan::slot_revealed(m),
        Kind::SamuraiMoved(m) => work::samurai_moved(m),
        Kind::MerchantMoved(m) => work::merchant_moved(m),
        Kind::Collected(m) => work::collected(m),
        Kind::Produced(m) => work::produced(m),
        Kind::OfficialPlaced(m) => work::official_placed(m),
        Kind::Travelled(m) => work::travelled(m),
        Kind::RoninChallenged(m) => ronin::ronin_challenged(m),
        Kind::RoninDispersed(m) => ronin::ronin_dispersed(m),
        Kind::RoninHeld(m) => ronin::ronin_held(m),
        Kind::Built(m) => work::built(m),
        Kind::GoodsBought(m) => work::goods_bought(m),
        Kind::PointBought(m) => work::point_bought(m),
        Kind::Recruited(m) => work::recruited(m),
        Kind::CardBought(m) => work::card_bought(m),
        Kind::DemandFulfilled(m) => work::demand_fulfilled(m),
        Kind::Forfeited(m) => work::forfeited(m),
        Kind::IncomeTaken(m) => work::income_taken(m),
        Kind::GoodTaken(m) => work::good_taken(m),
        Kind::BlackOfficialsLeft(m) => work::black_officials_left(m),
        Kind::SentHome(m) => upkeep::sent_home(m),
        Kind::WagesPaid(m) => upkeep::wages_paid(m),
        Kind::IncomePaid(m) => upkeep::income_paid(m),
        Kind::Discarded(m) => upkeep::discarded(m),
        Kind::GameOver(m) => upkeep::game_over(m),
        Kind::Scored(m) => upkeep::scored(m),
    }
}

/// The field of the oneof, as the schema spells it.
fn name(kind: &Kind) -> &'static str {
    match kind {
        Kind::StartSeatChosen(_) => "start_seat_chosen",
        Kind::ProfitLaid(_) => "profit_laid",
        Kind::CardCurrent(_) => "card_current",
        Kind::CardTurnedUp(_) => "card_turned_up",
        Kind::DemandTurnedUp(_) => "demand_turned_up",
        Kind::PrivilegeTurnedUp(_) => "privilege_turned_up",
        Kind::RoninAppeared(_) => "ronin_appeared",
        Kind::PackageTaken(_) => "package_taken",
        Kind::CityTaken(_) => "city_taken",
        Kind::RoundBegan(_) => "round_began",
        Kind::RoninSelected(_) => "ronin_selected",
        Kind::LocationDrawn(_) => "location_drawn",
        Kind::RoninMoved(_) => "ronin_moved",
        Kind::CardLaid(_) => "card_laid",
        Kind::CardTakenBack(_) => "card_taken_back",
        Kind::OfficialAdded(_) => "official_added",
        Kind::OfficialTakenBack(_) => "official_taken_back",
        Kind::PlanSealed(_) => "plan_sealed",
        Kind::SupportUsed(_) => "support_used",
        Kind::SlotRevealed(_) => "slot_revealed",
        Kind::SamuraiMoved(_) => "samurai_moved",
        Kind::MerchantMoved(_) => "merchant_moved",
        Kind::Collected(_) => "collected",
        Kind::Produced(_) => "produced",
        Kind::OfficialPlaced(_) => "official_placed",
        Kind::Travelled(_) => "travelled",
        Kind::RoninChallenged(_) => "ronin_challenged",
        Kind::RoninDispersed(_) => "ronin_dispersed",
        Kind::RoninHeld(_) => "ronin_held",
        Kind::Built(_) => "built",
        Kind::GoodsBought(_) => "goods_bought",
        Kind::PointBought(_) => "point_bought",
        Kind::Recruited(_) => "recruited",
        Kind::CardBought(_) => "card_bought",
        Kind::DemandFulfilled(_) => "demand_fulfilled",
        Kind::Forfeited(_) => "forfeited",
        Kind::IncomeTaken(_) => "income_taken",
        Kind::GoodTaken(_) => "good_taken",
        Kind::BlackOfficialsLeft(_) => "black_officials_left",
        Kind::SentHome(_) => "sent_home",
        Kind::WagesPaid(_) => "wages_paid",
        Kind::IncomePaid(_) => "income_paid",
        Kind::Discarded(_) => "discarded",
        Kind::GameOver(_) => "game_over",
        Kind::Scored(_) => "scored",
    }
}

/// A seat and what an event says of it.
fn of_seat<T: Numbered>(seat_number: u32, field: &str, number: i32) -> Read<(Seat, T)> {
    both(seat("seat", seat_number), named(field, number))
}

/// A seat and how many of something an event tells.
fn number_of(seat_number: u32, field: &str, number: u32) -> Read<(Seat, u8)> {
    both(seat("seat", seat_number), small(field, number))
}

/// A seat and the two ends of a way.
fn way(seat_number: u32, from: i32, to: i32) -> Read<(Seat, (Space, Space))> {
    both(seat("seat", seat_number), both(named("from", from), named("to", to)))
}
