//! Determinization of what a viewer can't see: complete, even, and such that it fits.

use std::collections::{BTreeMap, BTreeSet};

use kit_conformance::wire::viewers;
use kit_conformance::{Chance, legal};
use kit_rules::{Rules, Seat};
use kit_rules_server::{Malformed, Wire};
use shitenno_rules::{Bonus, Phase, Shitenno, State, Tile, Troop};
use shitenno_server::ShitennoWire;

use crate::play::{Setting, StateMessage, Views, settings};

/// How often a position is imagined where frequencies are compared.
const DEALS: usize = 6_000;
/// More numbers than any position takes.
const DRAWS_MAX: usize = 200;

#[test]
fn every_hidden_card_is_equally_likely_in_every_place() {
    let setting = Setting::new(3, settings(1)[0].options, 0);
    let state = first(setting, |state| {
        state.phase == Phase::FormLot && holds_both(state) && taken(state).len() < 6
    });
    let hidden = |viewer, seat: Seat| viewer != Some(seat);
    for viewer in [None, Some(Seat::from_index(0))] {
        let mut unseen = [state.troop_deck.cards, state.koku_deck.cards];
        for seat in state.seats.seats().filter(|seat| hidden(viewer, *seat)) {
            state
                .player(seat)
                .hand
                .iter()
                .for_each(|card| unseen[usize::from(card.is_koku())].put(card));
        }
        let mut found: BTreeMap<_, f64> = BTreeMap::new();
        each_deal(&state, viewer, DEALS, |dealt| {
            let hands = dealt.seats.seats().filter(|seat| hidden(viewer, *seat));
            let hands = hands.map(|seat| (Some(seat), dealt.player(seat).hand));
            let decks = [(None, dealt.troop_deck.cards), (None, dealt.koku_deck.cards)];
            for (place, cards) in hands.chain(decks) {
                cards.iter().for_each(|card| *found.entry((place, card)).or_default() += 1.0);
            }
        });
        let mut cells = Vec::new();
        for (index, pile) in unseen.iter().enumerate() {
            let is_koku = index == 1;
            let deck = if is_koku { &state.koku_deck } else { &state.troop_deck };
            let hands = state.seats.seats().filter(|seat| hidden(viewer, *seat)).map(|seat| {
                let hand = &state.player(seat).hand;
                (Some(seat), if is_koku { hand.koku_cards() } else { hand.troop_cards() })
            });
            for (place, size) in hands.chain([(None, u32::from(deck.count))]) {
                for card in pile.kinds().filter(|_| size > 0) {
                    let share = f64::from(pile.count(card)) / f64::from(pile.total());
                    let seen = found.remove(&(place, card)).unwrap_or_default();
                    cells.push((seen, share * f64::from(size) * DEALS as f64));
                }
            }
        }
        assert!(found.is_empty(), "cards lie where they can't: {found:?}");
        assert!(cells.len() > 20, "{}", cells.len());
        check_frequencies(&cells);
    }
}

#[test]
fn a_taken_tile_can_have_been_any_that_lies_on_no_gate() {
    let secret = |setting: &Setting| !setting.options.top_bonus_is_visible;
    for setting in [settings(1)[0], *settings(1).iter().find(|it| secret(it)).expect("one")] {
        let state = first(setting, |state| {
            matches!(state.phase, Phase::Turn(_)) && taken(state).len() == 1
        });
        let taken = taken(&state)[0];
        let open = |face: Troop| {
            let tops = state.provinces.iter().filter_map(|land| land.top);
            let same = tops.filter(|top| top.face == face);
            same.filter(|top| top.bonus.is_none_or(|bonus| bonus == taken)).count() as f64
        };
        // With a secret bonus any tile of the face may lie on the gate.
        let all = if secret(&setting) { 6.0 } else { 2.0 };
        let weights = Troop::ALL.map(|face| all - open(face));
        let mut found = [0.0; 4];
        each_deal(&state, None, DEALS, |dealt| {
            let missing = Troop::ALL.iter().position(|face| {
                let tile = Tile { face: *face, bonus: taken };
                let tops = dealt.provinces.iter().filter_map(|land| land.top);
                let top = tops.filter(|top| top.face == *face && top.bonus == Some(taken)).count();
                usize::from(dealt.unseen_tiles.count(tile)) + top < usize::from(tile.copies())
            });
            found[missing.expect("a tile was taken")] += 1.0;
        });
        let sum: f64 = weights.iter().sum();
        let cells = [0, 1, 2, 3].map(|face| (found[face], weights[face] / sum * DEALS as f64));
        check_frequencies(&cells.into_iter().filter(|cell| cell.1 > 0.0).collect::<Vec<_>>());
    }
}

#[test]
fn every_hidden_field_is_dealt_anew() {
    let state = payable();
    let Phase::Turn(turn) = state.phase else { panic!("a turn") };
    let other = state.seats.seats().find(|seat| *seat != turn.active);
    for viewer in [other, None] {
        let mut values: BTreeMap<&str, BTreeSet<Vec<u8>>> = BTreeMap::new();
        each_deal(&state, viewer, 100, |dealt| {
            let message = ShitennoWire::state_to_proto(dealt);
            let player = &message.players[turn.active.index()];
            let plan = message.plan.as_ref();
            let fields = [
                ("player.troop_cards", bytes(&player.troop_cards)),
                ("player.koku_cards", bytes(&player.koku_cards)),
                ("troop_deck", bytes(&message.troop_deck)),
                ("koku_deck", bytes(&message.koku_deck)),
                ("unseen_tiles", bytes(&message.unseen_tiles)),
                ("plan", vec![u8::from(plan.is_some())]),
                ("plan.province", bytes(&plan.map_or(vec![], |plan| vec![plan.province]))),
                ("plan.mode", bytes(&plan.map_or(vec![], |plan| vec![plan.mode]))),
                ("plan.parts", plan.map_or(vec![], |plan| vec![plan.parts.len() as u8])),
            ];
            for (field, value) in fields {
                values.entry(field).or_default().insert(value);
            }
        });
        for (field, values) in values {
            assert!(values.len() > 1, "{viewer:?}: {field} is always {values:?}");
        }
    }
}

#[test]
fn every_payment_that_a_hand_allows_can_be_imagined() {
    let state = first(settings(1)[0], |state| {
        state.plan.is_none()
            && matches!(state.phase, Phase::Turn(turn)
                if (9..40).contains(&payments(&known_hand(state), turn.active).len()))
    });
    let Phase::Turn(turn) = state.phase else { panic!("a turn") };
    let state = known_hand(&state);
    let mut found = BTreeSet::new();
    each_deal(&state, None, 2_000, |dealt| {
        assert_eq!(dealt.players, state.players, "there is no choice");
        found.insert(format!("{:?}", dealt.plan));
    });
    assert_eq!(found, payments(&state, turn.active));
}

#[test]
fn what_a_seat_knows_stays_as_it_is() {
    let views = Views::compile();
    let mut plans = 0;
    for setting in settings(1) {
        setting.now_and_then(7, |state| {
            for viewer in state.seats.seats() {
                let dealt = imagined(&views.view(state, Some(viewer)), Some(viewer), 1);
                let dealt = dealt.expect("a view can be imagined");
                assert_eq!(dealt.player(viewer), state.player(viewer), "{setting:?}");
                if matches!(state.phase, Phase::Turn(turn) if turn.active == viewer) {
                    assert_eq!(dealt.plan, state.plan, "{setting:?}");
                    plans += usize::from(state.plan.is_some());
                }
            }
        });
    }
    assert!(plans > 0, "somebody was putting a payment together");
}

#[test]
fn when_a_match_is_over_nothing_is_hidden_but_tiles() {
    let mut tiles = BTreeSet::new();
    for setting in settings(1) {
        let state = first(setting, |state| matches!(state.phase, Phase::Over(_)));
        for viewer in viewers(state.seats) {
            each_deal(&state, viewer, 4, |dealt| {
                assert_eq!(Shitenno::pending(dealt), Shitenno::pending(&state), "{setting:?}");
                tiles.insert((setting.seats, dealt.unseen_tiles));
                let unseen_tiles = state.unseen_tiles;
                assert_eq!(State { unseen_tiles, ..dealt.clone() }, state, "{setting:?}");
            });
        }
    }
    assert!(tiles.len() > 6, "{}", tiles.len());
}

#[test]
fn views_with_cards_too_many_or_too_few_are_no_views() {
    let state = payable();
    let viewer = Some(Seat::from_index(0));
    let fault = |change: &dyn Fn(&mut StateMessage)| {
        let mut message = Views::compile().view(&state, viewer);
        change(&mut message);
        let faults = imagined(&message, viewer, 1).expect_err("it is no view").faults;
        faults.into_iter().map(|fault| fault.field).collect::<Vec<_>>()
    };
    assert_eq!(fault(&|view| view.players[1].troop_cards.push(0)), ["troop_deck"]);
    assert_eq!(fault(&|view| view.players[1].troop_cards.extend([0; 99])), ["players"]);
    assert_eq!(fault(&|view| view.players[1].koku_cards.extend([0; 99])), ["players"]);
    assert_eq!(fault(&|view| view.troop_deck.truncate(1)), ["troop_deck"]);
    // More than six upper tiles of one face would have three of one bonus.
    let covered = |view: &mut StateMessage| {
        view.lands.iter_mut().filter(|land| land.top_face != 0).for_each(|land| land.top_face = 1);
    };
    assert_eq!(fault(&covered), ["lands"]);
    let nobody = imagined(&Views::compile().view(&state, viewer), Some(Seat::from_index(3)), 1);
    assert!(nobody.is_err(), "there is no such seat");
}

/// The first position that is wanted, in the match with this seed or the next.
fn first(setting: Setting, wanted: impl Fn(&State) -> bool) -> State {
    let matches = (setting.seed..setting.seed + 20).map(|seed| setting.with_seed(seed));
    let found = matches.filter_map(|setting| setting.find(&wanted)).next();
    found.unwrap_or_else(|| panic!("{setting:?} has no such position"))
}

/// A turn of seat 3 with cards of both sorts in all hands.
fn payable() -> State {
    let setting = Setting::new(3, settings(1)[0].options, 0);
    first(setting, |state| {
        let Phase::Turn(turn) = state.phase else { return false };
        turn.active.index() == 2
            && turn.placed == 0
            && !taken(state).is_empty()
            && holds_both(state)
    })
}

/// Whether all hands have cards of both sorts.
fn holds_both(state: &State) -> bool {
    let mut hands = state.seats.seats().map(|seat| &state.player(seat).hand);
    hands.all(|hand| hand.troop_cards() > 0 && hand.koku_cards() > 0)
}

/// The bonuses of all tiles that were taken.
fn taken(state: &State) -> Vec<Bonus> {
    let held = state.players.iter().flat_map(|player| player.bonuses.iter().collect::<Vec<_>>());
    held.chain(state.used_tiles.iter()).collect()
}

/// The position as it would be if all troop cards but those of the seat on turn
/// were spent, so that everyone can work out what it has; it has no koku.
fn known_hand(state: &State) -> State {
    let mut state = state.clone();
    let Phase::Turn(turn) = state.phase else { return state };
    let deck = std::mem::take(&mut state.troop_deck);
    deck.cards.iter().for_each(|card| state.discard.put(card));
    for seat in state.seats.seats() {
        let hand = state.players[seat.index()].hand;
        for card in hand.iter().filter(|card| card.is_koku() || seat != turn.active) {
            let spent = if card.is_koku() { &mut state.spent_koku } else { &mut state.discard };
            spent.put(card);
            state.players[seat.index()].hand.take(card);
        }
    }
    state
}

/// Everything that a seat could be putting together, and nothing.
fn payments(state: &State, seat: Seat) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![State { plan: None, ..state.clone() }];
    while let Some(state) = open.pop() {
        found.insert(format!("{:?}", state.plan));
        for action in legal::<Shitenno>(&state, seat) {
            if Shitenno::is_secret(&action) && !Shitenno::is_retraction(&action) {
                let mut next = state.clone();
                let step = kit_rules::Step::Act { seat, action };
                Shitenno::apply(&mut next, &step, &mut Vec::new()).expect("it is listed");
                open.push(next);
            }
        }
    }
    found
}

fn each_deal(state: &State, viewer: Option<Seat>, deals: usize, mut look: impl FnMut(&State)) {
    let seen = Views::compile().view(state, viewer);
    for seed in 0..deals {
        look(&imagined(&seen, viewer, seed as u64).expect("a view can be imagined"));
    }
}

fn imagined(view: &StateMessage, viewer: Option<Seat>, seed: u64) -> Result<State, Malformed> {
    let mut chance = Chance::new(seed);
    let mut left = DRAWS_MAX;
    ShitennoWire::determinize(view.clone(), viewer, &mut |sides| {
        left = left.checked_sub(1).expect("the work is bounded");
        chance.below(sides.get())
    })
}

fn bytes(numbers: &[i32]) -> Vec<u8> {
    numbers.iter().map(|number| *number as u8).collect()
}

/// Pearson's statistic is about as large as there are cells if frequencies are
/// as expected; it may be larger by five times its spread.
fn check_frequencies(cells: &[(f64, f64)]) {
    let distance: f64 = cells.iter().map(|(seen, due)| (seen - due).powi(2) / due).sum();
    let count = cells.len() as f64;
    let most = 5.0_f64.mul_add((2.0 * count).sqrt(), count);
    assert!(distance < most, "{distance:.1} is more than {most:.1}: {cells:?}");
}
