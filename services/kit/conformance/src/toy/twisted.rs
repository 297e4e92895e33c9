//! The rules of the toy game with one thing changed, to see whether it is noticed.

use std::marker::PhantomData;

use kit_rules::{Facts, Pending, Rules, Seat, SeatCount, Seen, Step};

use super::mirrored::mirrored;
use super::{Action, Envelopes, Event, Illegal, Options, State};

/// The toy game with a twist.
pub struct Twisted<T>(PhantomData<T>);

mirrored! {
    /// What is changed; everything else is as in the toy game.
    trait Twist: [Sized + 'static] {
        /// What the game is.
        const FACTS: Facts = Envelopes::FACTS;
    }
    impl Rules for Twisted, like Envelopes {
        const FACTS: Facts = T::FACTS;

        type Options = Options;
        type State = State;
        type Action = Action;
        type Event = Event;
        type Violation = Illegal;
    }
    /// Sets a match up.
    ///
    /// # Errors
    /// If the rules say no.
    fn setup(
        options: &Options,
        seats: SeatCount,
        events: &mut Vec<Event>
    ) -> Result<State, Illegal>;
    /// Who is awaited.
    fn pending(state: &State) -> Pending;
    /// What a seat may do.
    fn legal_actions(state: &State, seat: Seat, actions: &mut Vec<Action>);
    /// Takes a step.
    ///
    /// # Errors
    /// If the rules say no.
    fn apply(
        state: &mut State,
        step: &Step<Action>,
        events: &mut Vec<Event>
    ) -> Result<(), Illegal>;
    /// The rules behind an event.
    fn causes(event: &Event) -> &'static [&'static str];
    /// Whether an event shows what was hidden.
    fn reveals(event: &Event) -> bool;
    /// What somebody sees of an event.
    fn seen(event: &Event, viewer: Option<Seat>) -> Seen;
    /// Whether nobody may notice an action.
    fn is_secret(action: &Action) -> bool;
    /// Whether an action takes an earlier one back.
    fn is_retraction(action: &Action) -> bool;
}
