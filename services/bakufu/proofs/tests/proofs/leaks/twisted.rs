//! The toy game with a leak that no redaction can stop.

use kit_conformance::toy::{Action, Envelopes, Event, Illegal, Options, State, ToyWire, pb};
use kit_rules::{Draws, Facts, Pending, Rules, Seat, SeatCount, Seen, Step};
use kit_rules_server::{Label, Malformed, Wire};

/// What is changed; everything else is as in the toy game.
pub(crate) enum Leak {}

impl Leak {
    /// Labels tell how many ones are left in the pile.
    pub(crate) const LABEL: u8 = 0;
    /// Refusals tell whether somebody else has chosen.
    pub(crate) const REFUSAL: u8 = 1;
    /// The rules that caused a dealt card tell whether it is high.
    pub(crate) const CAUSE: u8 = 2;
    /// Choosing is no secret, though nobody is said to see it.
    pub(crate) const OPEN_CHOICE: u8 = 3;
}

/// The toy game with a leak.
pub(crate) struct Twisted<const LEAK: u8>;

impl<const LEAK: u8> Rules for Twisted<LEAK> {
    const FACTS: Facts = Envelopes::FACTS;

    type Options = Options;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Violation = Illegal;

    fn setup(
        options: &Options,
        seats: SeatCount,
        events: &mut Vec<Event>,
    ) -> Result<State, Illegal> {
        Envelopes::setup(options, seats, events)
    }

    fn pending(state: &State) -> Pending {
        Envelopes::pending(state)
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        Envelopes::legal_actions(state, seat, actions);
    }

    fn apply(
        state: &mut State,
        step: &Step<Action>,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        Envelopes::apply(state, step, events).map_err(|illegal| match step {
            Step::Act { seat, .. } if LEAK == Leak::REFUSAL => {
                let chosen = |(other, player): (Seat, &kit_conformance::toy::Player)| {
                    other != *seat && player.envelope.is_some()
                };
                if state.seats().any(chosen) { Illegal::NothingToSeal } else { illegal }
            }
            _ => illegal,
        })
    }

    fn causes(event: &Event) -> &'static [&'static str] {
        match event {
            Event::Dealt { card: Some(card), .. } if LEAK == Leak::CAUSE && card.number() > 3 => {
                &["ENV-1", "ENV-2"]
            }
            _ => Envelopes::causes(event),
        }
    }

    fn reveals(event: &Event) -> bool {
        Envelopes::reveals(event)
    }

    fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
        Envelopes::seen(event, viewer)
    }

    fn is_secret(action: &Action) -> bool {
        LEAK != Leak::OPEN_CHOICE && Envelopes::is_secret(action)
    }

    fn is_retraction(action: &Action) -> bool {
        Envelopes::is_retraction(action)
    }
}

impl<const LEAK: u8> Wire for Twisted<LEAK> {
    type Game = Self;
    type Options = pb::Options;
    type State = pb::State;
    type Action = pb::Action;
    type Event = pb::Event;

    fn descriptor_set() -> &'static [u8] {
        ToyWire::descriptor_set()
    }

    fn options_from_proto(message: pb::Options) -> Result<Options, Malformed> {
        ToyWire::options_from_proto(message)
    }

    fn state_from_proto(message: pb::State) -> Result<State, Malformed> {
        ToyWire::state_from_proto(message)
    }

    fn view_from_proto(message: pb::State, seat: Seat) -> Result<State, Malformed> {
        ToyWire::view_from_proto(message, seat)
    }

    fn determinize(
        view: pb::State,
        viewer: Option<Seat>,
        draws: &mut Draws<'_>,
    ) -> Result<State, Malformed> {
        ToyWire::determinize(view, viewer, draws)
    }

    fn action_from_proto(message: pb::Action) -> Result<Action, Malformed> {
        ToyWire::action_from_proto(message)
    }

    fn event_from_proto(message: pb::Event) -> Result<Event, Malformed> {
        ToyWire::event_from_proto(message)
    }

    fn state_to_proto(state: &State) -> pb::State {
        ToyWire::state_to_proto(state)
    }

    fn action_to_proto(action: &Action) -> pb::Action {
        ToyWire::action_to_proto(action)
    }

    fn event_to_proto(event: &Event) -> pb::Event {
        ToyWire::event_to_proto(event)
    }

    fn label(state: &State, seat: Seat, action: &Action) -> Label {
        let mut label = ToyWire::label(state, seat, action);
        if LEAK == Leak::LABEL {
            label.text += &format!(" ({} ones are left)", state.pile.copies[0]);
        }
        label
    }

    fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
        ToyWire::render(view, viewer)
    }
}
