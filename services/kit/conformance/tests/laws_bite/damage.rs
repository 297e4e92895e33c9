//! The laws of damaged bytes.

use kit_conformance::toy::{Action, Card, Envelopes, Options, Pile, State, ToyWire, WireTwist, pb};
use kit_conformance::wire::laws;
use kit_rules::{Draws, Rules, Seat, SeatCount};
use kit_rules_server::{Read, Wire};

use super::caught::caught;

/// A position that nobody can reach, for messages that nobody should accept.
fn nowhere(change: impl FnOnce(&mut State)) -> State {
    let seats = SeatCount::new(2).expect("two may play");
    let mut state = Envelopes::setup(&Options::default(), seats, &mut Vec::new()).expect("legal");
    change(&mut state);
    state
}

#[test]
fn a_panic_on_damaged_bytes_is_caught() {
    struct Trusting;
    impl WireTwist for Trusting {
        type Game = Envelopes;
        fn state_from_proto(message: pb::State) -> Read<State> {
            assert!(message.players.len() >= 2, "two play");
            ToyWire::state_from_proto(message)
        }
        fn action_from_proto(message: pb::Action) -> Read<Action> {
            assert!(message.kind.is_some(), "an action is something");
            ToyWire::action_from_proto(message)
        }
    }
    caught::<Trusting>(laws::damaged_states_and_views_are_refused_or_sound, "panicked: two play");
    caught::<Trusting>(
        laws::damaged_actions_events_and_options_are_refused_or_sound,
        "panicked: an action is something",
    );
}

#[test]
fn a_damaged_state_that_is_accepted_and_leads_nowhere_is_caught() {
    struct SealsWhatIsBroken;
    impl WireTwist for SealsWhatIsBroken {
        type Game = Envelopes;
        fn state_from_proto(message: pb::State) -> Read<State> {
            ToyWire::state_from_proto(message).or_else(|_| {
                Ok(nowhere(|state| {
                    for player in &mut state.players {
                        player.hand = vec![Card::FACE_DOWN; 3];
                        player.sealed = true;
                    }
                }))
            })
        }
    }
    struct ChangesWhatIsBroken;
    impl WireTwist for ChangesWhatIsBroken {
        type Game = Envelopes;
        fn state_from_proto(message: pb::State) -> Read<State> {
            let points = message.players.first().map_or(0, |player| player.points);
            let other = |_| nowhere(|state| state.players[0].points = points ^ 1);
            ToyWire::state_from_proto(message).or_else(|why| Ok(other(why)))
        }
    }
    let law = laws::damaged_states_and_views_are_refused_or_sound;
    caught::<SealsWhatIsBroken>(law, "nobody is awaited, yet it is not over");
    let law = laws::damaged_states_and_views_are_refused_or_sound;
    caught::<ChangesWhatIsBroken>(law, "the state comes back changed");
}

#[test]
fn a_damaged_view_that_leads_to_no_position_or_picture_is_caught() {
    struct DreamsOfNothing;
    impl WireTwist for DreamsOfNothing {
        type Game = Envelopes;
        fn determinize(
            view: pb::State,
            viewer: Option<Seat>,
            draws: &mut Draws<'_>,
        ) -> Read<State> {
            let dealt = ToyWire::determinize(view, viewer, draws);
            dealt.or_else(|_| Ok(nowhere(|state| state.pile = Pile::EMPTY)))
        }
    }
    struct DreamsForEver;
    impl WireTwist for DreamsForEver {
        type Game = Envelopes;
        fn determinize(
            view: pb::State,
            viewer: Option<Seat>,
            draws: &mut Draws<'_>,
        ) -> Read<State> {
            let one = std::num::NonZeroU32::MIN;
            (0..10_000).for_each(|_| assert_eq!(draws(one), 0));
            ToyWire::determinize(view, viewer, draws)
        }
    }
    struct DrawsHalf;
    impl WireTwist for DrawsHalf {
        type Game = Envelopes;
        fn render(view: pb::State, viewer: Option<Seat>) -> Read<String> {
            ToyWire::render(view, viewer).or_else(|_| Ok("<svg>".to_owned()))
        }
    }
    let law = laws::damaged_states_and_views_are_refused_or_sound;
    caught::<DreamsOfNothing>(law, "what is imagined is no position");
    let law = laws::damaged_states_and_views_are_refused_or_sound;
    caught::<DreamsForEver>(law, "10000 draws for one deal");
    let law = laws::damaged_states_and_views_are_refused_or_sound;
    caught::<DrawsHalf>(law, "<svg> is never closed");
}
