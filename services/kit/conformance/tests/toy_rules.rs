//! The rules of the toy game, one by one.

use kit_conformance::toy::{Action, Card, Envelopes, Event, Options, Pile, Player, State};
use kit_rules::{Pending, Refusal, Rules, Seat, SeatCount, Step, Violation, take};

/// A position in which everybody has cards, in the first of some rounds.
fn position(rounds: u32, hands: &[[u32; 3]]) -> State {
    let players = hands
        .iter()
        .map(|hand| Player { hand: hand.map(card).to_vec(), ..Player::default() })
        .collect();
    let mut pile = Pile::FULL;
    for number in hands.iter().flatten() {
        pile.copies[*number as usize - 1] -= 1;
    }
    State { rounds, round: 1, pile, players }
}

fn card(number: u32) -> Card {
    Card::new(number).expect("there is such a card")
}

fn act(state: &mut State, seat: u32, action: Action) -> Result<Vec<Event>, String> {
    let seat = Seat::new(seat).expect("there is such a seat");
    let mut events = Vec::new();
    match take::<Envelopes>(state, &Step::Act { seat, action }, &mut events) {
        Ok(()) => Ok(events),
        Err(Refusal::Rule(illegal)) => Err(illegal.rule().to_owned()),
        Err(refusal) => Err(refusal.to_string()),
    }
}

/// Everybody bids; returns what happened last.
fn bid(state: &mut State, bids: &[u32]) -> Event {
    let mut last = Vec::new();
    for (seat, number) in (1..).zip(bids) {
        act(state, seat, Action::Choose(card(*number))).expect("the card is in the hand");
        last = act(state, seat, Action::Seal).expect("the envelope holds a card");
    }
    last.pop().expect("something happened")
}

#[test]
fn env_1_there_are_six_copies_of_seven_cards() {
    assert_eq!(Pile::FULL.len(), 42);
    assert_eq!((Card::new(0), Card::new(8)), (None, None));
}

#[test]
fn env_2_everybody_is_dealt_three_cards_before_a_round() {
    let seats = SeatCount::new(2).expect("two may play");
    let mut state = Envelopes::setup(&Options::default(), seats, &mut Vec::new()).expect("legal");
    for draws in 0..6 {
        let Pending::Draw { sides } = Envelopes::pending(&state) else {
            panic!("{draws} cards are dealt, and no draw is pending");
        };
        assert_eq!(sides.get(), 42 - draws);
        take::<Envelopes>(&mut state, &Step::Drawn(0), &mut Vec::new()).expect("a card is left");
    }
    assert_eq!(Envelopes::pending(&state).seats().len(), 2);
    assert!(state.players.iter().all(|player| player.hand == [card(1); 3]));
}

#[test]
fn env_3_one_card_of_the_own_hand_goes_into_the_envelope() {
    let mut state = position(1, &[[1, 2, 3], [4, 5, 6]]);
    assert_eq!(act(&mut state, 1, Action::Choose(card(4))), Err("ENV-3".to_owned()));
    assert!(act(&mut state, 1, Action::Choose(card(2))).is_ok());
    assert_eq!(act(&mut state, 1, Action::Choose(card(3))), Err("ENV-3".to_owned()));
    assert_eq!(state.players[0].envelope, Some(card(2)));
}

#[test]
fn env_4_a_card_can_be_taken_back_until_the_envelope_is_sealed() {
    let mut state = position(1, &[[1, 2, 3], [4, 5, 6]]);
    assert_eq!(act(&mut state, 1, Action::TakeBack), Err("ENV-4".to_owned()));
    act(&mut state, 1, Action::Choose(card(2))).expect("the card is in the hand");
    assert!(act(&mut state, 1, Action::TakeBack).is_ok());
    assert_eq!(state, position(1, &[[1, 2, 3], [4, 5, 6]]));
    act(&mut state, 1, Action::Choose(card(3))).expect("the card is in the hand");
    act(&mut state, 1, Action::Seal).expect("the envelope holds a card");
    assert!(act(&mut state, 1, Action::TakeBack).is_err());
}

#[test]
fn env_5_an_empty_envelope_can_not_be_sealed() {
    let mut state = position(1, &[[1, 2, 3], [4, 5, 6]]);
    assert_eq!(act(&mut state, 2, Action::Seal), Err("ENV-5".to_owned()));
}

#[test]
fn env_6_the_last_seal_opens_all_envelopes() {
    let mut state = position(2, &[[1, 2, 3], [4, 5, 6]]);
    bid(&mut state, &[2, 4]);
    assert_eq!(state.players[0].played, [card(2)]);
    assert_eq!(state.players[0].hand, [card(1), card(3)]);
    assert_eq!((state.round, state.players[1].sealed), (2, false));
}

#[test]
fn env_7_the_highest_card_that_is_there_once_wins_the_number_of_the_round() {
    let mut state = position(2, &[[7, 7, 7], [7, 7, 7], [1, 5, 6]]);
    let third = Seat::from_index(2);
    assert_eq!(bid(&mut state, &[7, 7, 5]), Event::Won { seat: third, points: 1 });
    while state.dealt_to().is_some() {
        take::<Envelopes>(&mut state, &Step::Drawn(0), &mut Vec::new()).expect("a card is left");
    }
    assert_eq!(bid(&mut state, &[7, 7, 6]), Event::Won { seat: third, points: 2 });
    assert_eq!(state.players[2].points, 3);
}

#[test]
fn env_8_nobody_wins_when_no_card_is_there_once() {
    let mut state = position(1, &[[1, 2, 3], [1, 2, 3]]);
    assert_eq!(bid(&mut state, &[2, 2]), Event::NobodyWon);
}

#[test]
fn env_9_the_most_points_win_and_equal_points_share_a_place() {
    let mut state = position(1, &[[1, 2, 3], [4, 5, 6], [1, 2, 3]]);
    bid(&mut state, &[1, 4, 2]);
    let Pending::Over(outcome) = Envelopes::pending(&state) else {
        panic!("one round has been played");
    };
    let places: Vec<_> = outcome.standings.iter().map(|s| (s.seat.number(), s.rank)).collect();
    assert_eq!(places, [(2, 1), (1, 2), (3, 2)]);
}

#[test]
fn env_10_one_to_five_rounds_are_agreed_on() {
    let seats = SeatCount::new(2).expect("two may play");
    for (rounds, is_legal) in [(0, false), (1, true), (5, true), (6, false)] {
        let setup = Envelopes::setup(&Options { rounds }, seats, &mut Vec::new());
        assert_eq!(setup.is_ok(), is_legal, "{rounds}");
        assert!(setup.err().is_none_or(|illegal| illegal.rule() == "ENV-10"));
    }
}
