//! Division in progress: the titles and cards that are left, and the lots.

use kit_rules::Seat;
use shitenno_rules::{Lot, LotName, Phase, Title};

use super::players::named;
use super::row::{Section, cards};
use super::title::power;
use super::view::View;
use crate::label;

/// The division of this year, or the hands laid open at the end.
pub(super) fn sections(view: &View) -> Vec<Section> {
    if view.is_over() {
        return view.state.seats.seats().map(|seat| shown_hand(view, seat)).collect();
    }
    if !view.is_dividing() {
        return Vec::new();
    }
    let mut sections = stock(view);
    sections.extend(LotName::ALL.into_iter().filter_map(|name| lot(view, name)));
    sections
}

fn stock(view: &View) -> Vec<Section> {
    let state = &view.state;
    let is_split = matches!(state.phase, Phase::SplitStock | Phase::ChooseLot);
    let titles = Title::ALL.into_iter().rev().filter(|title| state.hierarchy.contains(*title));
    let titles = Section {
        id: "hierarchy".to_owned(),
        heading: "Titles".to_owned(),
        titles: titles.map(|title| (label::tile_element(title), title, power(title))).collect(),
        items: Vec::new(),
        is_marked: false,
    };
    let open = Section {
        id: "stock".to_owned(),
        heading: if state.stock.is_empty() { "No open cards" } else { "Open cards" }.to_owned(),
        titles: Vec::new(),
        items: cards(&state.stock, label::stock_element),
        is_marked: false,
    };
    let mut sections = Vec::new();
    if !state.hierarchy.is_empty() && state.phase != Phase::DrawStock {
        sections.push(titles);
    }
    if !is_split || !state.stock.is_empty() {
        sections.push(open);
    }
    sections
}

/// A lot; the second one only when two are made.
fn lot(view: &View, name: LotName) -> Option<Section> {
    let state = &view.state;
    let is_there = match (name, state.phase) {
        (_, Phase::DrawStock) => false,
        (LotName::A, _) => true,
        (LotName::B, phase) => matches!(phase, Phase::SplitStock | Phase::ChooseLot),
    };
    if !is_there {
        return None;
    }
    let Lot { tile, cards: pile } = state.lot(name);
    let is_offered = matches!(state.phase, Phase::OfferLot { .. } | Phase::ChooseLot);
    let letter = match name {
        LotName::A => "Lot A",
        LotName::B => "Lot B",
    };
    let titles = tile.iter().map(|tile| (label::lot_tile_element(name), *tile, power(*tile)));
    Some(Section {
        id: label::lot_element(name),
        heading: letter.to_owned(),
        titles: titles.collect(),
        items: cards(pile, |card| label::lot_card_element(name, card)),
        is_marked: is_offered,
    })
}

fn shown_hand(view: &View, seat: Seat) -> Section {
    let hand = &view.state.player(seat).shown_hand;
    let verb = if hand.is_empty() { "has no cards left" } else { "shows" };
    let heading = format!("{} {verb}", named(seat));
    Section {
        id: format!("shown-{}", seat.number()),
        heading,
        titles: Vec::new(),
        items: cards(hand, |_| String::new()),
        is_marked: false,
    }
}
