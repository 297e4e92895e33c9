//! The messages of the toy game with one thing changed, to see whether it is noticed.

use std::marker::PhantomData;

use kit_rules::{Draws, Rules, Seat};
use kit_rules_server::{Label, Malformed, Wire};

use super::{Action, Event, Illegal, Options, State, ToyWire, pb};

/// A game with the types of the toy.
pub trait TwistedRules
where
    Self: Rules<Options = Options, State = State, Action = Action, Event = Event>,
    Self: Rules<Violation = Illegal>,
{
}

impl<G> TwistedRules for G where
    G: Rules<Options = Options, State = State, Action = Action, Event = Event>
        + Rules<Violation = Illegal>
{
}

/// What is changed; everything else is as in the toy game.
pub trait WireTwist: Send + Sync + Sized + 'static {
    /// The game.
    type Game: TwistedRules;

    /// The schema.
    fn descriptor_set() -> &'static [u8] {
        ToyWire::descriptor_set()
    }

    /// Reads options.
    ///
    /// # Errors
    /// If it is none.
    fn options_from_proto(message: pb::Options) -> Result<Options, Malformed> {
        ToyWire::options_from_proto(message)
    }

    /// Reads a state.
    ///
    /// # Errors
    /// If it is none.
    fn state_from_proto(message: pb::State) -> Result<State, Malformed> {
        ToyWire::state_from_proto(message)
    }

    /// Reads a view.
    ///
    /// # Errors
    /// If it is none.
    fn view_from_proto(message: pb::State, seat: Seat) -> Result<State, Malformed> {
        ToyWire::view_from_proto(message, seat)
    }

    /// Deals what a view hides.
    ///
    /// # Errors
    /// If it is none.
    fn determinize(
        view: pb::State,
        viewer: Option<Seat>,
        draws: &mut Draws<'_>,
    ) -> Result<State, Malformed> {
        ToyWire::determinize(view, viewer, draws)
    }

    /// Reads an action.
    ///
    /// # Errors
    /// If it is none.
    fn action_from_proto(message: pb::Action) -> Result<Action, Malformed> {
        ToyWire::action_from_proto(message)
    }

    /// Reads an event.
    ///
    /// # Errors
    /// If it is none.
    fn event_from_proto(message: pb::Event) -> Result<Event, Malformed> {
        ToyWire::event_from_proto(message)
    }

    /// Writes a state.
    fn state_to_proto(state: &State) -> pb::State {
        ToyWire::state_to_proto(state)
    }

    /// Writes an action.
    fn action_to_proto(action: &Action) -> pb::Action {
        ToyWire::action_to_proto(action)
    }

    /// Writes an event.
    fn event_to_proto(event: &Event) -> pb::Event {
        ToyWire::event_to_proto(event)
    }

    /// Says what an action is.
    fn label(state: &State, seat: Seat, action: &Action) -> Label {
        ToyWire::label(state, seat, action)
    }

    /// Draws a view.
    ///
    /// # Errors
    /// If it is none.
    fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
        ToyWire::render(view, viewer)
    }
}

/// The toy game's messages with a twist.
pub struct TwistedWire<T>(PhantomData<T>);

impl<T: WireTwist> Wire for TwistedWire<T> {
    type Game = T::Game;
    type Options = pb::Options;
    type State = pb::State;
    type Action = pb::Action;
    type Event = pb::Event;

    fn descriptor_set() -> &'static [u8] {
        T::descriptor_set()
    }

    fn options_from_proto(message: pb::Options) -> Result<Options, Malformed> {
        T::options_from_proto(message)
    }

    fn state_from_proto(message: pb::State) -> Result<State, Malformed> {
        T::state_from_proto(message)
    }

    fn view_from_proto(message: pb::State, seat: Seat) -> Result<State, Malformed> {
        T::view_from_proto(message, seat)
    }

    fn determinize(
        view: pb::State,
        viewer: Option<Seat>,
        draws: &mut Draws<'_>,
    ) -> Result<State, Malformed> {
        T::determinize(view, viewer, draws)
    }

    fn action_from_proto(message: pb::Action) -> Result<Action, Malformed> {
        T::action_from_proto(message)
    }

    fn event_from_proto(message: pb::Event) -> Result<Event, Malformed> {
        T::event_from_proto(message)
    }

    fn state_to_proto(state: &State) -> pb::State {
        T::state_to_proto(state)
    }

    fn action_to_proto(action: &Action) -> pb::Action {
        T::action_to_proto(action)
    }

    fn event_to_proto(event: &Event) -> pb::Event {
        T::event_to_proto(event)
    }

    fn label(state: &State, seat: Seat, action: &Action) -> Label {
        T::label(state, seat, action)
    }

    fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
        T::render(view, viewer)
    }
}
