//! Labels of actions, and the element of the board to tap for each.
//!
//! The ids of elements, with the ids of the data file in them (a plus sign in
//! the id of a card becomes a dash):
//!
//! | element | is |
//! |---|---|
//! | `province-kanto` | a province |
//! | `troops-kanto` | its gate and figures: what it takes to pay with troops |
//! | `position-kanto-2` | a position with its price, and the kamon on it |
//! | `stock`, `stock-bushi` | the open cards, and a kind of card among them |
//! | `tile-daimyo` | a hierarchy tile that is free |
//! | `lot-a`, `lot-a-tile`, `lot-a-bushi-sohei` | a lot, its tile, a kind of card in it |
//! | `hand`, `hand-koku2` | the viewer's cards, and a kind of card among them |
//! | `bonus-exchange`, `bonus-plus-one`, `bonus-draw` | the viewer's bonus tiles |
//! | `title-hatamoto` | a title, before the player who holds it |
//! | `payment` | the control action that the viewer is putting together |
//! | `player-1`, `next-title-1` | a player, and the title received in this division |
//! | `shown-1` | the hand that a player lays open at the end |
//! | `status`, `board`, `decks`, `hierarchy` | the state of play, and groups of the above |

use kit_rules_server::Label;
use shitenno_rules::{
    Action, Bonus, Card, Element, LotName, Mode, Part, Phase, Pool, Province, State, Title,
};

pub(crate) fn label(state: &State, action: &Action) -> Label {
    match *action {
        Action::LayTile { lot, tile } => {
            labelled(group_of(lot), format!("Put the {tile} on {lot}"), tile_element(tile))
        }
        Action::ReturnTile { lot } => {
            labelled("Take back", return_tile(state, lot), lot_tile_element(lot))
        }
        Action::LayCard { lot, card } => {
            labelled(group_of(lot), format!("Put {card} on {lot}"), source(state, lot, card))
        }
        Action::ReturnCard { lot, card } => {
            let text = format!("Take {card} off {lot}");
            labelled("Take back", text, lot_card_element(lot, card))
        }
        Action::Offer => labelled("Offer", "Offer the lot".to_owned(), lot_element(LotName::A)),
        Action::Accept => labelled("Answer", "Accept the lot".to_owned(), lot_element(LotName::A)),
        Action::Refuse => labelled("Answer", "Refuse the lot".to_owned(), String::new()),
        Action::Present => labelled("Offer", "Present both lots".to_owned(), String::new()),
        Action::Choose(lot) => labelled("Choose", format!("Choose {lot}"), lot_element(lot)),
        Action::Aim { province, mode } => aim(state, province, mode),
        Action::PayCard(card) => labelled("Pay", format!("Pay with {card}"), hand_element(card)),
        Action::UseJoker(card) => {
            let text = format!("Use the joker as {card}");
            labelled("Joker", text, title_element(Title::Hatamoto))
        }
        Action::ApplyExchange { from, to } => {
            let text = format!("Exchange {from} for {to}");
            labelled("Bonus tiles", text, bonus_element(Bonus::Exchange))
        }
        Action::ApplyPlusOne(element) => {
            let text = format!("Count one more {element}");
            labelled("Bonus tiles", text, bonus_element(Bonus::PlusOne))
        }
        Action::TakeBack => labelled("Take back", take_back(state), payment()),
        Action::Control => labelled("Announce", control(state), payment()),
        Action::UseDraw => {
            labelled("Bonus tiles", "Draw a card".to_owned(), bonus_element(Bonus::Draw))
        }
        Action::EndTurn => labelled("End the turn", end_turn(state), String::new()),
        Action::Gild { province, position } => {
            let text = format!("Gild position {position} of {province}");
            labelled("Gild a kamon", text, position_element(province, position))
        }
        Action::Decline => labelled("Gild a kamon", "Gild nothing".to_owned(), String::new()),
    }
}

pub(crate) fn province_element(province: Province) -> String {
    format!("province-{}", province.id())
}

/// The id of the gate and figures of a province.
pub(crate) fn troops_element(province: Province) -> String {
    format!("troops-{}", province.id())
}

/// The id of a position, counted from 1.
pub(crate) fn position_element(province: Province, position: u8) -> String {
    format!("position-{}-{position}", province.id())
}

/// The id of a hierarchy tile that is free.
pub(crate) fn tile_element(tile: Title) -> String {
    format!("tile-{}", tile.id())
}

/// The id of a title before its holder.
pub(crate) fn title_element(title: Title) -> String {
    format!("title-{}", title.id())
}

pub(crate) fn lot_element(lot: LotName) -> String {
    match lot {
        LotName::A => "lot-a".to_owned(),
        LotName::B => "lot-b".to_owned(),
    }
}

/// The id of the hierarchy tile of a lot.
pub(crate) fn lot_tile_element(lot: LotName) -> String {
    format!("{}-tile", lot_element(lot))
}

/// The id of a kind of card in a lot.
pub(crate) fn lot_card_element(lot: LotName, card: Card) -> String {
    format!("{}-{}", lot_element(lot), card_id(card))
}

/// The id of a kind of open card.
pub(crate) fn stock_element(card: Card) -> String {
    format!("stock-{}", card_id(card))
}

/// The id of a kind of card of the viewer.
pub(crate) fn hand_element(card: Card) -> String {
    format!("hand-{}", card_id(card))
}

/// The id of the viewer's tiles with this bonus.
pub(crate) fn bonus_element(bonus: Bonus) -> String {
    let name = match bonus {
        Bonus::Exchange => "exchange",
        Bonus::PlusOne => "plus-one",
        Bonus::Draw => "draw",
    };
    format!("bonus-{name}")
}

/// The id of the control action in preparation.
pub(crate) fn payment() -> String {
    "payment".to_owned()
}

/// Troops and koku in words: "3 Samurai and 1 Bushi".
pub(crate) fn in_words(pool: &Pool) -> String {
    let needed = Element::ALL.into_iter().zip(pool).filter(|(_, count)| **count > 0);
    let words: Vec<String> = needed.map(|(element, count)| format!("{count} {element}")).collect();
    words.join(" and ")
}

fn labelled(group: &'static str, text: String, element: String) -> Label {
    Label { text, group, element }
}

fn card_id(card: Card) -> String {
    card.id().replace('+', "-")
}

fn group_of(lot: LotName) -> &'static str {
    match lot {
        LotName::A => "Lot A",
        LotName::B => "Lot B",
    }
}

/// Where a card for this lot lies now. When the last two lots take all cards,
/// they are moved from one lot to the other.
fn source(state: &State, lot: LotName, card: Card) -> String {
    if state.phase == Phase::SplitStock && state.options.split_uses_all_cards {
        lot_card_element(lot.other(), card)
    } else {
        stock_element(card)
    }
}

fn return_tile(state: &State, lot: LotName) -> String {
    match state.lot(lot).tile {
        Some(tile) => format!("Take the {tile} off {lot}"),
        None => format!("Take the title off {lot}"),
    }
}

fn aim(state: &State, province: Province, mode: Mode) -> Label {
    let land = state.land(province);
    let position = land.kamon_count();
    match mode {
        Mode::Troops => {
            let needed = in_words(&province.troops_needed(land.top.map(|top| top.face)));
            let text = format!("Control {province} with {needed}");
            labelled("Control with troops", text, troops_element(province))
        }
        Mode::Koku => {
            let price = province.values().get(position).copied().unwrap_or_default();
            let text = format!("Control {province} for {price} koku");
            let element = position_element(province, position as u8 + 1);
            labelled("Control with koku", text, element)
        }
    }
}

fn take_back(state: &State) -> String {
    match &state.plan {
        Some(plan) => match plan.parts.last() {
            Some(Part::Card(card)) => format!("Take {card} back"),
            Some(Part::Joker(_)) => "Take the joker back".to_owned(),
            Some(Part::Exchange { .. }) => "Take the exchange back".to_owned(),
            Some(Part::PlusOne(_)) => "Take the +1 back".to_owned(),
            None => format!("Do not control {}", plan.province),
        },
        None => "Take the last step back".to_owned(),
    }
}

fn control(state: &State) -> String {
    match &state.plan {
        Some(plan) => format!("Pay and control {}", plan.province),
        None => "Pay and control the province".to_owned(),
    }
}

fn end_turn(state: &State) -> String {
    match state.phase {
        Phase::Turn(turn) if turn.placed == 0 => "Pass".to_owned(),
        _ => "End the turn".to_owned(),
    }
}
