//! Determinization: what is dealt in place of what a viewer can't see.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kit_conformance::Chance;
use kit_conformance::wire::viewers;
use kit_rules::{Planning, Seat, SeatSet};
use kit_rules_server::Wire;
use shogun_rules::{
    Card, Chests, Cube, DraftStep, EmptySpaces, Overbid, Phase, SHELF_CAPACITY, Season, Space,
    State,
};
use shogun_server::ShogunWire;

use crate::play::{StateMessage, Views, settings};

static VIEWS: LazyLock<Views> = LazyLock::new(Views::compile);

/// How often a view is dealt to see how the deals lie.
const DEALS: usize = 6_000;

/// Chance alone exceeds this with at most nineteen degrees of freedom less
/// than once in ten thousand times.
const CHI_SQUARE_MAX: f64 = 50.0;

#[test]
fn a_cube_of_the_tower_lies_anywhere_on_its_shelves() {
    // All of them could lie on one shelf.
    let is_filled = |state: &State| (7..=SHELF_CAPACITY as u32).contains(&state.in_tower().total());
    let state = settings(1)[6].first(|state| is_planning(state) && is_filled(state));
    let inside = state.in_tower();
    let total = inside.total() as usize;
    for viewer in [Some(seat(1)), None] {
        let mut on_upper = vec![0; total + 1];
        let mut oldest = [0; Cube::COUNT];
        for dealt in deals(&state, viewer, DEALS) {
            assert_eq!(dealt.tower.contents(), inside);
            on_upper[dealt.tower.upper.len()] += 1;
            let first = dealt.tower.upper.first().or(dealt.tower.lower.first());
            oldest[first.expect("a cube is inside").index()] += 1;
        }
        assert!(chi_square(&on_upper, &vec![1.0; total + 1]) < CHI_SQUARE_MAX, "{on_upper:?}");
        let colours: Vec<Cube> = inside.iter().map(|(cube, _)| cube).collect();
        let times: Vec<usize> = colours.iter().map(|cube| oldest[cube.index()]).collect();
        let weights: Vec<f64> = colours.iter().map(|cube| inside[*cube].into()).collect();
        assert!(chi_square(&times, &weights) < CHI_SQUARE_MAX, "{oldest:?} of {inside}");
    }
}

#[test]
fn any_card_lies_on_any_space_of_a_sealed_plan() {
    let state = sealed_by(seat(2), settings(1)[0].first(is_planning));
    let cards = cards(&state, seat(2));
    assert!(cards.len() > Space::COUNT, "{} cards leave a choice", cards.len());
    let mut times = vec![[0; Space::COUNT]; cards.len()];
    for dealt in deals(&state, Some(seat(1)), DEALS) {
        let plan = dealt.player(seat(2)).plan;
        assert_eq!(plan.len(), Space::COUNT);
        for (times, card) in times.iter_mut().zip(&cards) {
            if let Some(space) = plan.space_of(*card) {
                times[space] += 1;
            }
        }
    }
    for space in Space::all() {
        let times: Vec<usize> = times.iter().map(|times| times[space.index()]).collect();
        let even = vec![1.0; times.len()];
        assert!(chi_square(&times, &even) < CHI_SQUARE_MAX, "{space}: {times:?}");
    }
}

#[test]
fn with_few_cards_all_of_them_lie_and_any_spaces_are_empty() {
    let state = impoverish(sealed_by(seat(2), settings(1)[0].first(is_planning)), seat(2), 2);
    let mut times = [0; Space::COUNT];
    for dealt in deals(&state, None, DEALS) {
        let plan = dealt.player(seat(2)).plan;
        assert_eq!(plan.len(), 7);
        plan.iter().for_each(|(space, _)| times[space] += 1);
    }
    // Spaces of one plan exclude each other, which narrows the spread.
    let narrowed = chi_square(&times, &[1.0; Space::COUNT]) / (1.0 - 7.0 / 11.0);
    assert!(narrowed < CHI_SQUARE_MAX, "{times:?}");
}

#[test]
fn a_bid_that_stays_empty_for_lack_of_cards_is_never_dealt() {
    let mut state = impoverish(sealed_by(seat(2), settings(1)[0].first(is_planning)), seat(2), 2);
    state.options.empty_spaces = EmptySpaces::BidFirst;
    for dealt in deals(&state, Some(seat(1)), 200) {
        let plan = dealt.player(seat(2)).plan;
        assert_eq!((plan.len(), plan.on(Space::Bid.index())), (7, None));
    }
}

#[test]
fn a_bid_above_the_chests_is_dealt_only_where_it_is_legal() {
    let mut state = sealed_by(seat(2), settings(1)[0].first(is_planning));
    state.players[1].chests_open = 1;
    let overbids = |state: &State| {
        let bid = |dealt: State| dealt.player(seat(2)).plan.on(Space::Bid.index());
        let is_over = |card| matches!(card, Some(Card::Chests(chests)) if chests.number() > 1);
        deals(state, None, 500).map(bid).filter(|card| is_over(*card)).count()
    };
    assert!(overbids(&state) > 50);
    state.options.overbid = Overbid::Illegal;
    assert_eq!(overbids(&state), 0);
}

#[test]
fn a_plan_in_the_making_has_any_number_of_cards() {
    let state = settings(1)[0].first(is_planning);
    let mut laid = [0; Space::COUNT + 1];
    for dealt in deals(&state, Some(seat(1)), DEALS) {
        assert_eq!(dealt.player(seat(1)), state.player(seat(1)));
        laid[dealt.player(seat(2)).plan.len()] += 1;
    }
    assert!(chi_square(&laid, &[1.0; Space::COUNT + 1]) < CHI_SQUARE_MAX, "{laid:?}");
}

#[test]
fn what_lies_face_down_is_any_card_that_does_not_lie_face_up() {
    let state =
        settings(1)[1].first(|state| matches!(state.phase, Phase::Act(turn) if turn.position == 3));
    let player = state.player(seat(2));
    let mut hand = cards(&state, seat(2));
    hand.retain(|card| player.face_up.space_of(*card).is_none());
    let space = player.face_down.iter().next().expect("an order is still to come");
    let mut times = vec![0; hand.len()];
    for dealt in deals(&state, Some(seat(1)), DEALS) {
        let plan = dealt.player(seat(2)).plan;
        assert!(plan.iter().map(|(space, _)| space).eq(player.face_down.iter().map(Space::index)));
        let card = plan.on(space.index()).expect("a card lies there");
        times[hand.iter().position(|own| *own == card).expect("it is not face up")] += 1;
    }
    let even = vec![1.0; times.len()];
    assert!(chi_square(&times, &even) < CHI_SQUARE_MAX, "{space}: {times:?}");
}

#[test]
fn hidden_chests_are_known_until_the_first_bid() {
    let state = settings(1)[2].first(is_planning);
    for dealt in deals(&state, None, 20) {
        assert_eq!(dealt.player(seat(2)).chests_hidden, state.player(seat(2)).chests_hidden);
    }
}

#[test]
fn hidden_chests_are_any_number_that_a_seat_can_have_after_a_season() {
    let state = settings(1)[2].first(|state| is_planning(state) && state.season == Season::Summer);
    let chests = deals(&state, Some(seat(1)), 2_000).map(|dealt| dealt.players[1].chests_hidden);
    let chests: BTreeSet<u8> = chests.collect();
    // Of eighteen, four are bid and twelve paid for orders; a province yields
    // at most seven, and the special card one more.
    assert!(chests.into_iter().eq(2..=26));
}

#[test]
fn hidden_chests_are_never_more_or_less_than_what_is_dealt() {
    let mut asked = 0;
    settings(1)[2].settled(|state| {
        asked += 1;
        if asked % 40 != 0 || matches!(state.phase, Phase::Over) {
            return;
        }
        let dealt: Vec<State> = deals(state, None, 400).collect();
        for (index, player) in state.players.iter().enumerate() {
            let chests = || dealt.iter().map(|dealt| dealt.players[index].chests_hidden);
            let range = chests().min()..=chests().max();
            assert!(range.contains(&Some(player.chests_hidden)), "{range:?}: {player:?}");
        }
    });
    assert!(asked > 200, "the match has only {asked} positions");
}

#[test]
fn pairs_lie_under_the_deck_of_a_draft_once_they_can_have_been_exchanged() {
    let drafted = settings(1)[1];
    let early = drafted.first(|state| taken(state) == 2 && is_choosing(state));
    assert!(deals(&early, None, 50).all(|dealt| dealt.draft.under.is_empty()));
    let late = drafted.first(|state| taken(state) == 12 && is_choosing(state));
    let mut pairs = [0; 5];
    for dealt in deals(&late, Some(seat(2)), DEALS) {
        let under = &dealt.draft.under;
        assert!(under.iter().all(|card| late.draft_deck().contains(*card)));
        pairs[under.len() / 2] += 1;
    }
    assert!(chi_square(&pairs, &[1.0; 5]) < CHI_SQUARE_MAX, "{pairs:?}");
}

#[test]
fn every_hidden_field_is_dealt_anew() {
    type Field = (&'static str, fn(&State) -> String);
    let fields: [Field; 5] = [
        ("plan", |state| format!("{:?}", state.player(seat(2)).plan)),
        ("chests_hidden", |state| state.player(seat(2)).chests_hidden.to_string()),
        ("tower.upper", |state| format!("{:?}", state.tower.upper)),
        ("tower.lower", |state| format!("{:?}", state.tower.lower)),
        ("draft.under", |state| format!("{:?}", state.draft.under)),
    ];
    for viewer in [Some(seat(1)), None] {
        let mut varied = [false; 5];
        for setting in [settings(1)[1], settings(1)[2]] {
            setting.settled(|state| {
                if varied == [true; 5] {
                    return;
                }
                let two: Vec<State> = deals(state, viewer, 2).collect();
                for (field, varied) in fields.iter().zip(&mut varied) {
                    *varied |= field.1(&two[0]) != field.1(&two[1]);
                }
            });
        }
        for (field, varied) in fields.iter().zip(varied) {
            assert!(varied, "{viewer:?}: {} is always the same", field.0);
        }
    }
}

#[test]
fn when_a_match_is_over_only_the_tower_is_left_to_deal() {
    for setting in [settings(1)[0], settings(1)[2]] {
        let state = setting.first(|state| matches!(state.phase, Phase::Over));
        for viewer in viewers(state.seats) {
            let dealt: Vec<State> = deals(&state, viewer, 2).collect();
            assert_ne!(dealt[0].tower, dealt[1].tower, "{viewer:?}");
            let opened = State { tower: state.tower.clone(), ..dealt[0].clone() };
            assert_eq!(opened, state, "{viewer:?}");
        }
    }
}

#[test]
fn a_view_that_can_t_be_completed_is_refused() {
    type StateEdit = fn(&mut StateMessage);
    let changes: [(StateEdit, &str); 3] = [
        (|view| view.players.iter_mut().for_each(|player| player.supply = 0), "tower"),
        (|view| view.players[1].face_down = (1..=10).collect(), "players[1]"),
        (|view| view.phase = 0, "phase"),
    ];
    let state =
        settings(1)[0].first(|state| matches!(state.phase, Phase::Act(turn) if turn.position == 3));
    for (change, field) in changes {
        let mut view = VIEWS.view(&state, None);
        change(&mut view);
        let refused = ShogunWire::determinize(view, None, &mut |_| 0);
        let found = refused.map_err(|malformed| malformed.faults[0].field.clone());
        assert_eq!(found, Err(field.to_owned()));
    }
}

/// Deals for what somebody sees of a position, repeatable.
fn deals(state: &State, viewer: Option<Seat>, count: usize) -> impl Iterator<Item = State> {
    let seen = VIEWS.view(state, viewer);
    let mut chance = Chance::new(11);
    (0..count).map(move |_| {
        ShogunWire::determinize(seen.clone(), viewer, &mut |sides| chance.below(sides.get()))
            .expect("a view can be completed")
    })
}

/// The position in which this seat alone has sealed a plan.
fn sealed_by(sealed: Seat, mut state: State) -> State {
    let planners: SeatSet = state.seats.seats().collect();
    let planning = Planning::resume(planners, SeatSet::only(sealed)).expect("all of them plan");
    state.phase = Phase::Plan(planning);
    for player in &mut state.players {
        player.plan = Default::default();
    }
    state
}

/// The position in which a seat has only so many provinces left.
fn impoverish(mut state: State, seat: Seat, left: usize) -> State {
    for province in state.provinces_of(seat).iter().skip(left) {
        let lost = std::mem::take(&mut state.provinces[province.index()]);
        state.players[seat.index()].supply += lost.armies;
    }
    state
}

fn cards(state: &State, seat: Seat) -> Vec<Card> {
    let provinces = state.provinces_of(seat).iter().map(Card::Province);
    provinces.chain(Chests::all().map(Card::Chests)).collect()
}

fn is_planning(state: &State) -> bool {
    matches!(state.phase, Phase::Plan(_))
}

fn is_choosing(state: &State) -> bool {
    matches!(state.phase, Phase::Draft(turn) if turn.step == DraftStep::Choose)
}

fn taken(state: &State) -> usize {
    state.provinces.iter().filter(|holding| holding.owner.is_some()).count()
}

fn seat(number: u32) -> Seat {
    Seat::new(number).expect("a seat")
}

/// How far counts are from what the weights promise.
fn chi_square(times: &[usize], weights: &[f64]) -> f64 {
    let (sum, weight) = (times.iter().sum::<usize>() as f64, weights.iter().sum::<f64>());
    let term = |(times, part): (&usize, &f64)| {
        let expected = sum * part / weight;
        (*times as f64 - expected).powi(2) / expected
    };
    times.iter().zip(weights).map(term).sum()
}
