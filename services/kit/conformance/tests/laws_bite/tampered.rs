//! The law of positions that somebody tampered with.

use kit_conformance::Chance;
use kit_conformance::tampered::{Tally, Tampering};
use kit_conformance::toy::{Card, Envelopes, State};
use kit_rules::Seat;

type Guard = fn(&State) -> Result<(), &'static str>;

/// Hides what the toy game hides.
fn view(state: &State, viewer: Seat) -> State {
    let mut seen = state.clone();
    let others = seen.players.iter_mut().enumerate();
    for (_, player) in others.filter(|(index, _)| *index != viewer.index()) {
        player.hand.fill(Card::FACE_DOWN);
        player.envelope = None;
    }
    seen
}

/// Changes a position of the toy game.
fn tamper(state: &mut State, chance: &mut Chance) {
    let card = Card::new(1 + chance.below(7)).expect("there is such a card");
    let place = chance.below(state.players.len() as u32) as usize;
    let player = &mut state.players[place];
    match chance.below(6) {
        0 => player.sealed = true,
        1 => player.envelope = Some(card),
        2 => player.points += 1,
        3 => player.hand.push(card),
        4 => state.round += 1,
        _ => player.envelope = player.hand.first().copied().filter(|_| !player.sealed),
    }
}

/// The faults of the toy game that its changes lead to.
const FAULTS: [&str; 8] = [
    "\"a hand has up to three cards, ascending\"",
    "\"a sealed envelope holds a card\"",
    "\"an envelope is still open\"",
    "\"every card is there exactly once\"",
    "\"everybody has played one card a round\"",
    "\"points are those of the cards played\"",
    "\"rounds are counted from 1 to 5\"",
    "\"the card in an envelope is in the hand\"",
];

/// The toy game behind a guard.
const fn guarded(guard: Guard) -> Tampering<Envelopes, &'static str> {
    Tampering {
        positions: 20,
        guard,
        view,
        guard_view: |seen, viewer| match seen.players.get(viewer.index()) {
            Some(_) => seen.check_outline(),
            None => Err("there is no such seat"),
        },
        // A card in an envelope that nobody sees can't be opened.
        steps_in_views: false,
        tamper,
        weight: None,
    }
}

#[test]
fn the_toy_refuses_what_it_can_not_go_on_from() {
    let Tally { refused, played, .. } = guarded(State::check).hold(&[], &FAULTS);
    assert!(refused > 100 && played > 20, "{refused} refused, {played} played");
}

#[test]
fn a_position_that_is_accepted_and_breaks_the_rules_is_caught() {
    let breach =
        guarded(State::check_outline).check(&[], &FAULTS).expect_err("any card is accepted");
    assert!(breach.contains("panicked: the card in an envelope is in the hand"), "{breach}");
    assert!(breach.contains("BAKUFU_SEED="), "{breach}");
}

#[test]
fn a_step_in_a_view_that_panics_is_caught() {
    let daring = Tampering { steps_in_views: true, ..guarded(State::check) };
    let breach =
        daring.check(&[], &FAULTS).expect_err("an envelope is opened that nobody can see into");
    assert!(breach.contains("panicked: a sealed envelope holds a card"), "{breach}");
}

#[test]
fn a_position_that_is_accepted_and_leads_to_none_is_caught() {
    let one_round: Guard = |state| match state.round {
        1 => state.check(),
        _ => Err("there is one round"),
    };
    let breach = guarded(one_round).check(&[], &FAULTS).expect_err("a second round follows");
    assert!(breach.contains("it leads to no position: \"there is one round\""), "{breach}");
}

#[test]
fn a_fault_that_is_never_found_is_caught() {
    let breach = guarded(State::check).check(&[], &FAULTS[1..]).expect_err("there is one more");
    assert!(breach.contains("not every kind of fault is found"), "{breach}");
}
