//! The rules of the toy game with one thing changed, to see whether it is noticed.

use std::marker::PhantomData;

use kit_rules::{Facts, Pending, Rules, Seat, SeatCount, Seen, Step};

use super::{Action, Envelopes, Event, Illegal, Options, State};

/// What is changed; everything else is as in the toy game.
pub trait Twist: Sized + 'static {
    /// What the game is.
    const FACTS: Facts = Envelopes::FACTS;

    /// Who is awaited.
    fn pending(state: &State) -> Pending {
        Envelopes::pending(state)
    }

    /// What a seat may do.
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        Envelopes::legal_actions(state, seat, actions);
    }

    /// Takes a step.
    ///
    /// # Errors
    /// If the rules say no.
    fn apply(
        state: &mut State,
        step: &Step<Action>,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        Envelopes::apply(state, step, events)
    }

    /// The rules behind an event.
    fn causes(event: &Event) -> &'static [&'static str] {
        Envelopes::causes(event)
    }

    /// What somebody sees of an event.
    fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
        Envelopes::seen(event, viewer)
    }

    /// Whether nobody may notice an action.
    fn is_secret(action: &Action) -> bool {
        Envelopes::is_secret(action)
    }
}

/// The toy game with a twist.
pub struct Twisted<T>(PhantomData<T>);

impl<T: Twist> Rules for Twisted<T> {
    const FACTS: Facts = T::FACTS;

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
        T::pending(state)
    }

    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>) {
        T::legal_actions(state, seat, actions);
    }

    fn apply(
        state: &mut State,
        step: &Step<Action>,
        events: &mut Vec<Event>,
    ) -> Result<(), Illegal> {
        T::apply(state, step, events)
    }

    fn causes(event: &Event) -> &'static [&'static str] {
        T::causes(event)
    }

    fn reveals(event: &Event) -> bool {
        Envelopes::reveals(event)
    }

    fn seen(event: &Event, viewer: Option<Seat>) -> Seen {
        T::seen(event, viewer)
    }

    fn is_secret(action: &Action) -> bool {
        T::is_secret(action)
    }

    fn is_retraction(action: &Action) -> bool {
        Envelopes::is_retraction(action)
    }
}
