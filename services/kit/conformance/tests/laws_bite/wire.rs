//! The laws of the messages.

use std::sync::atomic::{AtomicBool, Ordering};

use kit_conformance::toy::{
    Action, Applied, Envelopes, Event, Illegal, Options, State, ToyWire, Twist, Twisted, WireTwist,
    pb,
};
use kit_conformance::wire::laws;
use kit_rules::{Draws, Rules, Seat, Seen, Step};
use kit_rules_server::{Malformed, Read, Wire};

use super::caught::caught;

#[test]
fn a_schema_without_the_game_is_caught() {
    struct NoSchema;
    impl WireTwist for NoSchema {
        type Game = Envelopes;
        fn descriptor_set() -> &'static [u8] {
            &[]
        }
    }
    caught::<NoSchema>(laws::the_schema_is_one_that_can_be_redacted, "no such message");
}

#[test]
fn empty_options_that_are_not_the_default_are_caught() {
    struct OneRound;
    impl WireTwist for OneRound {
        type Game = Envelopes;
        fn options_from_proto(_: pb::Options) -> Read<Options> {
            Ok(Options { rounds: 1 })
        }
    }
    caught::<OneRound>(laws::the_engine_steps_like_the_rules, "is not the default");
}

#[test]
fn a_field_that_gets_lost_is_caught() {
    struct ForgetsTheEnvelope;
    impl WireTwist for ForgetsTheEnvelope {
        type Game = Envelopes;
        fn state_to_proto(state: &State) -> pb::State {
            let mut message = ToyWire::state_to_proto(state);
            for player in &mut message.players {
                (player.envelope, player.sealed) = (0, false);
            }
            message
        }
    }
    caught::<ForgetsTheEnvelope>(
        laws::states_actions_and_events_survive_the_wire,
        "the state comes back changed",
    );
}

#[test]
fn an_action_and_an_event_that_come_back_changed_are_caught() {
    struct TakesBackForSeal;
    impl WireTwist for TakesBackForSeal {
        type Game = Envelopes;
        fn action_to_proto(action: &Action) -> pb::Action {
            let sent = if *action == Action::Seal { Action::TakeBack } else { *action };
            ToyWire::action_to_proto(&sent)
        }
    }
    struct ForgetsPoints;
    impl WireTwist for ForgetsPoints {
        type Game = Envelopes;
        fn event_from_proto(message: pb::Event) -> Read<Event> {
            match ToyWire::event_from_proto(message)? {
                Event::Won { seat, .. } => Ok(Event::Won { seat, points: 0 }),
                event => Ok(event),
            }
        }
    }
    let law = laws::states_actions_and_events_survive_the_wire;
    caught::<TakesBackForSeal>(law, "the action comes back changed");
    let law = laws::states_actions_and_events_survive_the_wire;
    caught::<ForgetsPoints>(law, "the event comes back changed");
    caught::<TakesBackForSeal>(laws::the_engine_steps_like_the_rules, "another state");
    caught::<TakesBackForSeal>(laws::a_batch_is_taken_whole_or_not_at_all, "another state");
}

#[test]
fn a_state_with_two_encodings_is_caught() {
    static SECOND_TIME: AtomicBool = AtomicBool::new(false);
    struct PadsEverySecondTime;
    impl WireTwist for PadsEverySecondTime {
        type Game = Envelopes;
        fn state_to_proto(state: &State) -> pb::State {
            let mut message = ToyWire::state_to_proto(state);
            if SECOND_TIME.fetch_xor(true, Ordering::Relaxed) {
                message.pile.push(0);
            }
            message
        }
        fn state_from_proto(mut message: pb::State) -> Read<State> {
            message.pile.truncate(7);
            ToyWire::state_from_proto(message)
        }
    }
    caught::<PadsEverySecondTime>(laws::the_same_state_gives_the_same_bytes, "different bytes");
}

#[test]
fn a_bad_action_that_passes_in_a_batch_is_caught() {
    struct Careless;
    impl Twist for Careless {
        fn apply(state: &mut State, step: &Step<Action>, events: &mut Vec<Event>) -> Applied {
            let result = Envelopes::apply(state, step, events);
            if matches!(result, Err(Illegal::NotInHand { .. })) { Ok(()) } else { result }
        }
    }
    impl WireTwist for Careless {
        type Game = Twisted<Self>;
    }
    caught::<Careless>(
        laws::a_batch_is_taken_whole_or_not_at_all,
        "accepted at the end of a batch",
    );
}

#[test]
fn a_secret_that_shows_in_a_public_field_is_caught() {
    struct BulgingEnvelope;
    impl WireTwist for BulgingEnvelope {
        type Game = Envelopes;
        fn state_to_proto(state: &State) -> pb::State {
            let mut message = ToyWire::state_to_proto(state);
            for player in &mut message.players {
                player.points += 100 * player.envelope;
            }
            message
        }
        fn state_from_proto(mut message: pb::State) -> Read<State> {
            for player in &mut message.players {
                player.points %= 100;
            }
            ToyWire::state_from_proto(message)
        }
    }
    caught::<BulgingEnvelope>(
        laws::a_secret_action_leaves_no_trace_for_others,
        "secret, but Spectator sees a change",
    );
}

#[test]
fn a_secret_that_shows_in_an_event_is_caught() {
    struct ThinksAloud;
    impl WireTwist for ThinksAloud {
        type Game = Envelopes;
        fn event_to_proto(event: &Event) -> pb::Event {
            match event {
                Event::Chosen { seat, card: Some(card) } => {
                    ToyWire::event_to_proto(&Event::Opened { seat: *seat, card: *card })
                }
                event => ToyWire::event_to_proto(event),
            }
        }
    }
    caught::<ThinksAloud>(laws::a_secret_action_leaves_no_trace_for_others, "learns of the secret");
}

#[test]
fn a_secret_action_that_everybody_notices_is_caught() {
    struct SealsInSecret;
    impl Twist for SealsInSecret {
        fn is_secret(_: &Action) -> bool {
            true
        }
    }
    impl WireTwist for SealsInSecret {
        type Game = Twisted<Self>;
    }
    caught::<SealsInSecret>(
        laws::a_secret_action_leaves_no_trace_for_others,
        "seal: secret, but changes who is awaited",
    );
}

#[test]
fn an_event_that_is_sent_otherwise_than_seen_is_caught() {
    struct HidesTheSeal;
    impl Twist for HidesTheSeal {
        fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
            match event {
                Event::Sealed { seat } if viewer != Some(*seat) => Seen::Nothing,
                event => Envelopes::seen(event, viewer),
            }
        }
    }
    impl WireTwist for HidesTheSeal {
        type Game = Twisted<Self>;
    }
    struct ShowsTheDeal;
    impl Twist for ShowsTheDeal {
        fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
            match event {
                Event::Dealt { .. } => Seen::Whole,
                event => Envelopes::seen(event, viewer),
            }
        }
    }
    impl WireTwist for ShowsTheDeal {
        type Game = Twisted<Self>;
    }
    struct TellsOddFromEven;
    impl Twist for TellsOddFromEven {
        fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
            match (event, Envelopes::seen(event, viewer)) {
                (Event::Dealt { card: Some(card), .. }, Seen::Part(text)) => {
                    Seen::Part(format!("{text} {}", card.number() % 2))
                }
                (_, seen) => seen,
            }
        }
    }
    impl WireTwist for TellsOddFromEven {
        type Game = Twisted<Self>;
    }
    let complaint = "Spectator gets something of an event that it does not notice";
    caught::<HidesTheSeal>(laws::events_are_sent_as_they_are_seen, complaint);
    let complaint = "Spectator does not get all of an event that it sees";
    caught::<ShowsTheDeal>(laws::events_are_sent_as_they_are_seen, complaint);
    let complaint = "Spectator gets the same for";
    caught::<TellsOddFromEven>(laws::events_are_sent_as_they_are_seen, complaint);
}

#[test]
fn a_deal_that_does_not_fit_the_view_is_caught() {
    struct OpensAnEnvelope;
    impl WireTwist for OpensAnEnvelope {
        type Game = Envelopes;
        fn determinize(
            view: pb::State,
            viewer: Option<Seat>,
            draws: &mut Draws<'_>,
        ) -> Read<State> {
            let mut state = ToyWire::determinize(view, viewer, draws)?;
            state.players[0].sealed = false;
            Ok(state)
        }
    }
    struct LosesAPileCard;
    impl WireTwist for LosesAPileCard {
        type Game = Envelopes;
        fn determinize(
            view: pb::State,
            viewer: Option<Seat>,
            draws: &mut Draws<'_>,
        ) -> Read<State> {
            let mut state = ToyWire::determinize(view, viewer, draws)?;
            state.pile.draw(0);
            Ok(state)
        }
    }
    let law = laws::a_determinized_state_looks_the_same;
    caught::<OpensAnEnvelope>(law, "sees that the state is another");
    caught::<LosesAPileCard>(laws::a_determinized_state_looks_the_same, "is no position");
}

#[test]
fn a_deal_that_is_always_the_same_is_caught() {
    struct NeverShuffles;
    impl WireTwist for NeverShuffles {
        type Game = Envelopes;
        fn determinize(view: pb::State, viewer: Option<Seat>, _: &mut Draws<'_>) -> Read<State> {
            ToyWire::determinize(view, viewer, &mut |sides| sides.get() - 1)
        }
    }
    caught::<NeverShuffles>(laws::a_determinized_state_is_dealt_anew, "always deals the same");
}

#[test]
fn an_event_that_can_be_told_to_its_owner_only_is_caught() {
    struct WantsTheCard;
    impl WireTwist for WantsTheCard {
        type Game = Envelopes;
        fn event_from_proto(message: pb::Event) -> Read<Event> {
            match ToyWire::event_from_proto(message)? {
                Event::Dealt { card: None, .. } => Err(Malformed::field("dealt.card", "is set")),
                event => Ok(event),
            }
        }
    }
    caught::<WantsTheCard>(
        laws::events_read_as_one_line_for_every_viewer,
        "can't be told to Spectator",
    );
}
