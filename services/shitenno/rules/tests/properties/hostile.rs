//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use kit_conformance::Chance;
use kit_conformance::tampered::Tampering;
use kit_rules::{Seat, SeatCount};
use shitenno_rules::{
    Action, Bonus, Card, EndReason, Inconsistent, Kamon, Land, Mode, Part, Parts, Phase, Plan,
    Province, Shitenno, State, Tile, Title, TitleSet, Top, Troop, Turn,
};

use super::sample::{all_options, view};

/// Every kind of fault that there is.
const FAULTS: [&str; 15] = [
    "Cards",
    "Decks",
    "Division",
    "End",
    "Gate",
    "Hand",
    "Kamon",
    "Plan",
    "Round",
    "Seats",
    "Supply",
    "TableSize",
    "Tiles",
    "Titles",
    "Turn",
];

const TAMPERING: Tampering<Shitenno, Inconsistent> = Tampering {
    positions: 160,
    guard: State::check,
    view,
    guard_view: |seen, viewer| seen.check_view(Some(viewer)),
    steps_in_views: true,
    tamper,
    // Turns that end at once would leave the board empty.
    weight: Some(|_, _, action| if *action == Action::EndTurn { 1 } else { 8 }),
};

#[test]
fn a_position_that_was_tampered_with_is_refused_or_playable() {
    let tally = TAMPERING.hold(&all_options(), &FAULTS);
    assert!(tally.refused > 1000 && tally.played > 300, "{tally:?}");
}

/// Changes something, whether it fits or not.
fn tamper(state: &mut State, random: &mut Chance) {
    let seat = Seat::from_index(random.below(5) as usize);
    let card = Card::from_index(random.below(17) as usize).expect("a card");
    let title = Title::ALL[random.below(4) as usize];
    let bonus = Bonus::ALL[random.below(3) as usize];
    let face = Troop::ALL[random.below(4) as usize];
    let player = random.below(4) as usize;
    let province = random.below(8) as usize;
    match random.below(24) {
        0 => state.players[player].hand.put(card),
        1 => deal_one(state, card, player),
        2 => swap_cards(state, card, player),
        3 => state.players[player].title = Some(title),
        4 => state.players[player].tile = Some(title),
        5 => state.players[player].bonuses.put(bonus),
        6 => state.players[player].supply = random.below(256) as u8,
        7 => state.players[player].points = random.below(300) as u16,
        8 => state.players[player].last_points.koku = 1,
        9 => state.players[player].shown_hand.put(card),
        10 => {
            state.provinces[province].kamon[random.below(4) as usize] =
                Some(Kamon { seat, golden: random.below(2) == 0 })
        }
        11 => state.provinces[province] = Land::default(),
        12 => {
            state.provinces[province].top =
                Some(Top { face, bonus: [None, Some(bonus)][random.below(2) as usize] })
        }
        13 => state.unseen_tiles.put(Tile { face, bonus }),
        14 => state.hierarchy = TitleSet::ALL.without(title),
        15 => state.lots[random.below(2) as usize].tile = Some(title),
        16 => state.stock.put(card),
        17 => state.troop_deck.count = random.below(256) as u8,
        18 => state.discard.put(card),
        19 => state.round = random.below(256) as u8,
        20 => {
            let seats = SeatCount::new(1 + random.below(5));
            state.seats = seats.expect("a table can have five seats");
        }
        21 => state.phase = any_phase(seat, random),
        22 => state.plan = Some(any_plan(card, random)),
        _ => change_sides(state, province, random),
    }
}

/// Deals a card from the deck when nobody asked for it.
fn deal_one(state: &mut State, card: Card, player: usize) {
    if state.troop_deck.cards.take(card) {
        state.troop_deck.count = state.troop_deck.count.saturating_sub(1);
        state.players[player].hand.put(card);
    }
}

/// Exchanges a card of a hand with one of the deck, which is a possible
/// position again.
fn swap_cards(state: &mut State, card: Card, player: usize) {
    let held = state.players[player].hand.nth(0);
    if let Some(held) = held.filter(|held| !held.is_koku() && !card.is_koku())
        && state.troop_deck.cards.take(card)
    {
        state.players[player].hand.take(held);
        state.players[player].hand.put(card);
        state.troop_deck.cards.put(held);
    }
}

/// Gilds or ungilds kamon of a province, which is a possible position again.
fn change_sides(state: &mut State, province: usize, random: &mut Chance) {
    for kamon in state.provinces[province].kamon.iter_mut().flatten() {
        kamon.golden = random.below(2) == 0;
    }
}

fn any_phase(seat: Seat, random: &mut Chance) -> Phase {
    let province = Province::from_index(random.below(8) as usize).expect("a province");
    let turn =
        Turn { active: seat, placed: random.below(4) as u8, joker_used: random.below(4) == 0 };
    match random.below(15) {
        0 => Phase::LayTiles { province },
        1 => Phase::DealTitles { seat },
        2 => Phase::DealHands { seat },
        3 => Phase::DrawStock,
        4 => Phase::FormLot,
        5 => Phase::OfferLot { asked: seat },
        6 => Phase::SplitStock,
        7 => Phase::ChooseLot,
        8 | 9 => Phase::Turn(turn),
        10 => Phase::DrawCard(turn),
        11 => Phase::DrawBonus { turn, province },
        12 => Phase::TurnUpTile { turn, province },
        13 => Phase::Gild { seat },
        _ => Phase::Over([EndReason::KamonPlaced, EndReason::KokuDrawn][random.below(2) as usize]),
    }
}

fn any_plan(card: Card, random: &mut Chance) -> Plan {
    let province = Province::from_index(random.below(8) as usize).expect("a province");
    let mode = [Mode::Troops, Mode::Koku][random.below(2) as usize];
    let element = |random: &mut Chance| shitenno_rules::Element::ALL[random.below(5) as usize];
    let parts: Parts = (0..random.below(4))
        .map(|_| match random.below(4) {
            0 | 1 => Part::Card(card),
            2 => Part::Exchange { from: element(random), to: element(random) },
            _ => Part::PlusOne(element(random)),
        })
        .collect();
    Plan { province, mode, parts }
}
