//! Labels of actions, and the element of the board to tap for each.
//!
//! The ids of elements: `province-kaga` for a province of the map,
//! `space-build_castle` and `space-bid` for a space of the viewer's own board,
//! `plan` for that board as a whole, `special-rice` for a special card, `draft`
//! for the open cards of the draft and `deck` for its deck.

use kit_rules::Seat;
use kit_rules_server::Label;
use shogun_rules::{Action, Card, DraftStep, Order, Phase, Province, Space, Special, State};

use crate::errand::{Errand, errand};

pub(crate) fn label(state: &State, seat: Seat, action: &Action) -> Label {
    match *action {
        Action::ExchangePair => labelled("Exchange", exchange(state), draft()),
        Action::TakeCard(province) => {
            labelled("Take a card", format!("Take {province}"), province_element(province))
        }
        Action::TakeBlind => labelled("Take a card", "Take the top card".to_owned(), deck()),
        Action::PlaceGroup(armies) => place_group(state, armies),
        Action::LayCard { space, card } => {
            labelled(space_group(space), lay(space, card), space_element(space))
        }
        Action::TakeBack { space } => {
            labelled("Take back", take_back(state, seat, space), space_element(space))
        }
        Action::SealPlan => labelled("Seal the plan", "Seal the plan".to_owned(), plan()),
        Action::PickSpecial(special) => {
            labelled("Take a special card", pick(state, special), special_element(special))
        }
        Action::MarchTo(target) => {
            labelled("March", march_to(state, seat, target), province_element(target))
        }
        Action::MarchWith(armies) => march_with(state, seat, armies),
        Action::Reconsider => {
            labelled("Another target", "Choose another target".to_owned(), from_element(state))
        }
        Action::Decline => labelled("Stay", decline(state), from_element(state)),
        Action::FightRevolt(province) => labelled(
            "Fight a revolt",
            format!("Fight the revolt in {province}"),
            province_element(province),
        ),
    }
}

/// The id of a province on the drawn map.
pub(crate) fn province_element(province: Province) -> String {
    format!("province-{}", province.id())
}

/// The id of a space of the viewer's board.
pub(crate) fn space_element(space: Space) -> String {
    match space {
        Space::Order(order) => format!("space-{}", order.id()),
        Space::Bid => "space-bid".to_owned(),
    }
}

/// The id of a special card.
pub(crate) fn special_element(special: Special) -> String {
    format!("special-{special}")
}

/// The id of the viewer's board as a whole.
pub(crate) fn plan() -> String {
    "plan".to_owned()
}

/// The id of the open cards of the draft.
pub(crate) fn draft() -> String {
    "draft".to_owned()
}

/// The id of the deck of the draft.
pub(crate) fn deck() -> String {
    "deck".to_owned()
}

fn labelled(group: &'static str, text: String, element: String) -> Label {
    Label { text, group, element }
}

fn exchange(state: &State) -> String {
    match state.draft.open {
        [Some(one), Some(other)] => format!("Exchange {one} and {other}"),
        _ => "Exchange the open cards".to_owned(),
    }
}

fn place_group(state: &State, armies: u8) -> Label {
    let group = "Place a group";
    match state.phase {
        Phase::Draft(turn) => match turn.step {
            DraftStep::Place(province) => labelled(
                group,
                format!("Put {} into {province}", many(armies)),
                province_element(province),
            ),
            _ => labelled(group, format!("Place {}", many(armies)), draft()),
        },
        _ => labelled(group, format!("Place {}", many(armies)), String::new()),
    }
}

/// A heading for all cards that can go on a space.
fn space_group(space: Space) -> &'static str {
    match space {
        Space::Order(Order::BuildCastle) => "Plan: build castle",
        Space::Order(Order::BuildTemple) => "Plan: build temple",
        Space::Order(Order::BuildTheatre) => "Plan: build theatre",
        Space::Order(Order::CollectRice) => "Plan: collect rice",
        Space::Order(Order::CollectTaxes) => "Plan: collect taxes",
        Space::Order(Order::DeployFive) => "Plan: deploy 5",
        Space::Order(Order::DeployThree) => "Plan: deploy 3",
        Space::Order(Order::DeployOne) => "Plan: deploy 1 and move",
        Space::Order(Order::CombatA) => "Plan: combat A",
        Space::Order(Order::CombatB) => "Plan: combat B",
        Space::Bid => "Plan: bid",
    }
}

fn space_name(space: Space) -> &'static str {
    space_group(space).trim_start_matches("Plan: ")
}

fn lay(space: Space, card: Card) -> String {
    match space {
        Space::Bid => format!("Bid {card}"),
        Space::Order(_) => format!("Lay {card} on {}", space_name(space)),
    }
}

fn take_back(state: &State, seat: Seat, space: Space) -> String {
    match state.player(seat).plan.on(space.index()) {
        Some(card) => format!("Take {card} off {}", space_name(space)),
        None => format!("Take the card off {}", space_name(space)),
    }
}

fn pick(state: &State, special: Special) -> String {
    match state.specials.iter().position(|card| *card == Some(special)) {
        Some(place) => format!("Take {special} and play as number {}", place + 1),
        None => format!("Take {special}"),
    }
}

fn march_to(state: &State, seat: Seat, target: Province) -> String {
    let from = match errand(state) {
        Some(errand) => format!(" from {}", errand.province),
        None => String::new(),
    };
    match state.holding(target).owner {
        Some(owner) if owner == seat => format!("Move to {target}{from}"),
        Some(owner) => format!("Attack {target} of {owner}{from}"),
        None => format!("Attack neutral {target}{from}"),
    }
}

fn march_with(state: &State, seat: Seat, armies: u8) -> Label {
    let target = errand(state).and_then(|errand| errand.target());
    let (text, element) = match target {
        Some(target) if state.holding(target).owner == Some(seat) => {
            (format!("Move {} to {target}", many(armies)), province_element(target))
        }
        Some(target) => {
            (format!("Attack {target} with {}", many(armies)), province_element(target))
        }
        None => (format!("March with {}", many(armies)), String::new()),
    };
    labelled("March", text, element)
}

fn decline(state: &State) -> String {
    match errand(state) {
        Some(Errand { province, .. }) => format!("Stay in {province}"),
        None => "Stay".to_owned(),
    }
}

fn from_element(state: &State) -> String {
    errand(state).map_or_else(String::new, |errand| province_element(errand.province))
}

fn many(armies: u8) -> String {
    if armies == 1 { "1 army".to_owned() } else { format!("{armies} armies") }
}
