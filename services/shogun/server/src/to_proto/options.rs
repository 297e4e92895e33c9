//! Writes the options of a match.

use kit_proto::bakufu::shogun::v1 as pb;
use shogun_rules::{
    ChestDisplay, CombatMove, DraftExchange, EmptySpaces, Help, Options, Overbid, PlanReveal,
    ShortSupply, Side, StartingProvinces, SurplusFarmers, TheatreEvent,
};

/// The options, each with its value.
pub(super) fn options(options: &Options) -> pb::Options {
    pb::Options {
        side: side(options.side).into(),
        line_up: line_up(options.line_up).into(),
        combat_move: combat_move(options.combat_move).into(),
        plan_reveal: plan_reveal(options.plan_reveal).into(),
        overbid: overbid(options.overbid).into(),
        short_supply: short_supply(options.short_supply).into(),
        defence_special: help(options.defence_special).into(),
        castle_event: help(options.castle_event).into(),
        theatre_event: theatre_event(options.theatre_event).into(),
        surplus_farmers: surplus_farmers(options.surplus_farmers).into(),
        draft_exchange: draft_exchange(options.draft_exchange).into(),
        chests: chests(options.chests).into(),
        empty_spaces: empty_spaces(options.empty_spaces).into(),
    }
}

fn side(side: Side) -> pb::Side {
    match side {
        Side::Sun => pb::Side::Sun,
        Side::Moon => pb::Side::Moon,
    }
}

fn line_up(line_up: StartingProvinces) -> pb::LineUp {
    match line_up {
        StartingProvinces::BySide => pb::LineUp::BySide,
        StartingProvinces::Fixed => pb::LineUp::Fixed,
        StartingProvinces::Draft => pb::LineUp::Draft,
    }
}

fn combat_move(combat_move: CombatMove) -> pb::CombatMove {
    match combat_move {
        CombatMove::Optional => pb::CombatMove::Optional,
        CombatMove::Mandatory => pb::CombatMove::Mandatory,
    }
}

fn plan_reveal(plan_reveal: PlanReveal) -> pb::PlanReveal {
    match plan_reveal {
        PlanReveal::AtOnce => pb::PlanReveal::AtOnce,
        PlanReveal::TurnOrder => pb::PlanReveal::TurnOrder,
    }
}

fn overbid(overbid: Overbid) -> pb::Overbid {
    match overbid {
        Overbid::CountsAsOwned => pb::Overbid::CountsAsOwned,
        Overbid::Illegal => pb::Overbid::Illegal,
    }
}

fn short_supply(short_supply: ShortSupply) -> pb::ShortSupply {
    match short_supply {
        ShortSupply::Skip => pb::ShortSupply::Skip,
        ShortSupply::PlaceRest => pb::ShortSupply::PlaceRest,
    }
}

fn help(help: Help) -> pb::Help {
    match help {
        Help::Attacks => pb::Help::Attacks,
        Help::Revolts => pb::Help::Revolts,
    }
}

fn theatre_event(theatre_event: TheatreEvent) -> pb::TheatreEvent {
    match theatre_event {
        TheatreEvent::WhenBuilt => pb::TheatreEvent::WhenBuilt,
        TheatreEvent::EveryTheatre => pb::TheatreEvent::EveryTheatre,
    }
}

fn surplus_farmers(surplus_farmers: SurplusFarmers) -> pb::SurplusFarmers {
    match surplus_farmers {
        SurplusFarmers::Tray => pb::SurplusFarmers::Tray,
        SurplusFarmers::Supply => pb::SurplusFarmers::Supply,
    }
}

fn draft_exchange(draft_exchange: DraftExchange) -> pb::DraftExchange {
    match draft_exchange {
        DraftExchange::Optional => pb::DraftExchange::Optional,
        DraftExchange::Always => pb::DraftExchange::Always,
    }
}

fn chests(chests: ChestDisplay) -> pb::ChestDisplay {
    match chests {
        ChestDisplay::Open => pb::ChestDisplay::Open,
        ChestDisplay::Hidden => pb::ChestDisplay::Hidden,
    }
}

fn empty_spaces(empty_spaces: EmptySpaces) -> pb::EmptySpaces {
    match empty_spaces {
        EmptySpaces::Any => pb::EmptySpaces::Any,
        EmptySpaces::BidFirst => pb::EmptySpaces::BidFirst,
    }
}
