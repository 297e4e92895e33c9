//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use kit_rules::{Pending, Rules, Seat, SeatCount, Step, take};
use shitenno_rules::{
    Bonus, Card, EndReason, Inconsistent, Kamon, Land, Mode, Part, Parts, Phase, Plan, Province,
    Shitenno, State, Tile, Title, TitleSet, Top, Troop, Turn,
};

use crate::sample::{Game, XorShift, here_and_there, listed, play, view};

#[test]
fn a_position_that_was_tampered_with_is_refused_or_playable() {
    let (mut refused, mut played) = (0, 0);
    here_and_there(|game| {
        let mut random = XorShift::new(game.seed ^ 0xDEAD);
        for mut state in some_positions(game, &mut random) {
            for _ in 0..=random.below(2) {
                tamper(&mut state, &mut random);
            }
            for viewer in state.seats.seats().filter(|seat| seat.number() <= 4) {
                let seen = view(&state, viewer);
                if seen.check_view(Some(viewer)).is_ok() {
                    listed(&seen, viewer);
                    let _ = Shitenno::pending(&seen);
                }
            }
            match state.check() {
                Err(_) => refused += 1,
                Ok(()) => {
                    play_on(state, &mut random);
                    played += 1;
                }
            }
        }
    });
    assert!(refused > 1000 && played > 300, "{refused} refused, {played} played");
}

#[test]
fn every_kind_of_fault_is_found() {
    let mut found: Vec<Inconsistent> = Vec::new();
    here_and_there(|game| {
        let mut random = XorShift::new(game.seed ^ 0xBEEF);
        for mut state in some_positions(game, &mut random) {
            tamper(&mut state, &mut random);
            found.extend(state.check().err());
        }
    });
    let has = |wanted: fn(&Inconsistent) -> bool| found.iter().any(wanted);
    assert!(has(|fault| matches!(fault, Inconsistent::TableSize)));
    assert!(has(|fault| matches!(fault, Inconsistent::Seats)));
    assert!(has(|fault| matches!(fault, Inconsistent::Round)));
    assert!(has(|fault| matches!(fault, Inconsistent::Titles)));
    assert!(has(|fault| matches!(fault, Inconsistent::Kamon { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Gate { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Supply { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Tiles)));
    assert!(has(|fault| matches!(fault, Inconsistent::Division)));
    assert!(has(|fault| matches!(fault, Inconsistent::Decks)));
    assert!(has(|fault| matches!(fault, Inconsistent::Cards { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Hand { .. })));
    assert!(has(|fault| matches!(fault, Inconsistent::Turn)));
    assert!(has(|fault| matches!(fault, Inconsistent::Plan)));
    assert!(has(|fault| matches!(fault, Inconsistent::End)));
}

/// A few positions of a game.
fn some_positions(game: Game, random: &mut XorShift) -> Vec<State> {
    let mut kept = Vec::new();
    play(game, |_, state, _| {
        if random.below(4) == 0 {
            kept.push(state.clone());
        }
    });
    kept
}

/// Plays a position to its end, which has to come.
fn play_on(mut state: State, random: &mut XorShift) {
    let mut events = Vec::new();
    for _ in 0..3000 {
        let step = match Shitenno::pending(&state) {
            Pending::Over(_) => return,
            Pending::Draw { sides } => Step::Drawn(random.below(sides.get())),
            Pending::Seats(seats) => {
                let seat = seats.iter().next().expect("somebody is awaited");
                let mut actions = listed(&state, seat);
                assert!(!actions.is_empty(), "{seat} is awaited and can do nothing");
                if actions.iter().any(|action| !Shitenno::is_retraction(action)) {
                    actions.retain(|action| !Shitenno::is_retraction(action));
                }
                let action = actions[random.below(actions.len() as u32) as usize];
                Step::Act { seat, action }
            }
        };
        take::<Shitenno>(&mut state, &step, &mut events).expect("what is listed is accepted");
        state.check().expect("what follows from a consistent position is consistent");
    }
    panic!("the game does not end");
}

/// Changes something, whether it fits or not.
fn tamper(state: &mut State, random: &mut XorShift) {
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
fn change_sides(state: &mut State, province: usize, random: &mut XorShift) {
    for kamon in state.provinces[province].kamon.iter_mut().flatten() {
        kamon.golden = random.below(2) == 0;
    }
}

fn any_phase(seat: Seat, random: &mut XorShift) -> Phase {
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

fn any_plan(card: Card, random: &mut XorShift) -> Plan {
    let province = Province::from_index(random.below(8) as usize).expect("a province");
    let mode = [Mode::Troops, Mode::Koku][random.below(2) as usize];
    let element = |random: &mut XorShift| shitenno_rules::Element::ALL[random.below(5) as usize];
    let parts: Parts = (0..random.below(4))
        .map(|_| match random.below(4) {
            0 | 1 => Part::Card(card),
            2 => Part::Exchange { from: element(random), to: element(random) },
            _ => Part::PlusOne(element(random)),
        })
        .collect();
    Plan { province, mode, parts }
}
