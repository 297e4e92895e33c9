//! The laws of what seats can know and do.

use kit_conformance::toy::{
    Action, Applied, Card, Envelopes, Event, Illegal, State, ToyWire, Twist, Twisted, WireTwist, pb,
};
use kit_conformance::wire::laws;
use kit_rules::{Draws, Rules, Seat, Step};
use kit_rules_server::{Label, Malformed, Read, Wire};

use super::caught::caught;

#[test]
fn a_view_that_allows_something_else_is_caught() {
    struct LosesACard;
    impl WireTwist for LosesACard {
        type Game = Envelopes;
        fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
            let mut view = ToyWire::view_from_proto(message, seat)?;
            if view.dealt_to().is_none() && !view.is_over() {
                let hand = &mut view.players[seat.index()].hand;
                hand[0] = hand[1];
            }
            Ok(view)
        }
    }
    caught::<LosesACard>(laws::legal_actions_follow_from_the_view, "the view allows other actions");
}

#[test]
fn a_label_that_gives_something_away_is_caught() {
    struct Whispers;
    impl WireTwist for Whispers {
        type Game = Envelopes;
        fn label(state: &State, seat: Seat, action: &Action) -> Label {
            let other = state.seats().find(|(other, _)| *other != seat);
            let hand = other.map(|(_, player)| player.hand.clone());
            Label { text: format!("{hand:?}"), ..ToyWire::label(state, seat, action) }
        }
    }
    caught::<Whispers>(laws::legal_actions_follow_from_the_view, "the label tells more");
}

#[test]
fn a_refusal_that_gives_something_away_is_caught() {
    struct Hints;
    impl Twist for Hints {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            let result = Envelopes::apply(state, step, events);
            let Err(Illegal::NotInHand { card }) = result else { return result };
            let held = state.players.iter().any(|player| player.hand.contains(&card));
            if held { Err(Illegal::EnvelopeFull) } else { result }
        }
    }
    impl WireTwist for Hints {
        type Game = Twisted<Self>;
    }
    caught::<Hints>(laws::a_refusal_follows_from_the_view, "the refusal tells more than the view");
}

#[test]
fn a_suggestion_that_is_not_listed_is_caught() {
    struct DreamsOfSevens;
    impl WireTwist for DreamsOfSevens {
        type Game = Envelopes;
        fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
            let mut view = ToyWire::view_from_proto(message, seat)?;
            let seven = Card::new(7).expect("there is a seven");
            view.players[seat.index()].hand.fill(seven);
            Ok(view)
        }
    }
    caught::<DreamsOfSevens>(laws::a_suggestion_is_a_listed_action, "the suggestion is not listed");
}

#[test]
fn a_view_that_keeps_what_a_whole_state_has_is_caught() {
    struct KeepsThePile;
    impl WireTwist for KeepsThePile {
        type Game = Envelopes;
        fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
            let whole = ToyWire::state_from_proto(message.clone());
            let view = ToyWire::view_from_proto(message, seat)?;
            Ok(whole.map_or(view.clone(), |whole| State { pile: whole.pile, ..view }))
        }
    }
    caught::<KeepsThePile>(
        laws::a_whole_state_read_as_a_view_tells_no_more,
        "makes something else of the whole state",
    );
}

#[test]
fn a_stranger_with_a_view_is_caught() {
    struct LetsStrangersLook;
    impl WireTwist for LetsStrangersLook {
        type Game = Envelopes;
        fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
            let as_spectator = ToyWire::determinize(message.clone(), None, &mut |_| 0);
            ToyWire::view_from_proto(message, seat).or(as_spectator)
        }
    }
    struct LetsStrangersDream;
    impl WireTwist for LetsStrangersDream {
        type Game = Envelopes;
        fn determinize(
            view: pb::State,
            viewer: Option<Seat>,
            draws: &mut Draws<'_>,
        ) -> Read<State> {
            let is_there = |seat: &Seat| seat.index() < view.players.len();
            ToyWire::determinize(view.clone(), viewer.filter(is_there), draws)
        }
    }
    struct NamesNoField;
    impl WireTwist for NamesNoField {
        type Game = Envelopes;
        fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
            let read = ToyWire::view_from_proto(message, seat);
            read.map_err(|_| Malformed::field("", "is wrong somewhere"))
        }
    }
    let law = laws::a_seat_that_is_not_at_the_table_has_no_view;
    caught::<LetsStrangersLook>(law, "is not at the table, but reads a view of it");
    let law = laws::a_seat_that_is_not_at_the_table_has_no_view;
    caught::<LetsStrangersDream>(law, "is not at the table, but imagines a position");
    let law = laws::a_seat_that_is_not_at_the_table_has_no_view;
    caught::<NamesNoField>(law, "is refused, but no field is named");
}
