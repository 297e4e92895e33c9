//! Shogun's messages keep the laws of all games, with every option both ways.

use kit_proto::bakufu::shogun::v1 as pb;
use shogun_server::ShogunWire;

kit_conformance::wire_suite!(
    ShogunWire,
    options = [pb::Options {
        side: pb::Side::Moon.into(),
        line_up: pb::LineUp::Draft.into(),
        combat_move: pb::CombatMove::Mandatory.into(),
        plan_reveal: pb::PlanReveal::TurnOrder.into(),
        overbid: pb::Overbid::Illegal.into(),
        short_supply: pb::ShortSupply::PlaceRest.into(),
        defence_special: pb::Help::Revolts.into(),
        castle_event: pb::Help::Revolts.into(),
        theatre_event: pb::TheatreEvent::EveryTheatre.into(),
        surplus_farmers: pb::SurplusFarmers::Supply.into(),
        draft_exchange: pb::DraftExchange::Always.into(),
        chests: pb::ChestDisplay::Hidden.into(),
        empty_spaces: pb::EmptySpaces::BidFirst.into(),
    },]
);
