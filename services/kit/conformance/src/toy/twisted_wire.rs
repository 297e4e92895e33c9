//! The messages of the toy game with one thing changed, to see whether it is noticed.

use std::marker::PhantomData;

use kit_rules::{Draws, Rules, Seat};
use kit_rules_server::{Label, Read, Wire};

use super::mirrored::mirrored;
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

/// The toy game's messages with a twist.
pub struct TwistedWire<T>(PhantomData<T>);

mirrored! {
    /// What is changed; everything else is as in the toy game. Readers have errors
    /// if a message is none of the toy's.
    trait WireTwist: [Send + Sync + Sized + 'static] {
        /// The game.
        type Game: TwistedRules;
    }
    impl Wire for TwistedWire, like ToyWire {
        type Game = T::Game;
        type Options = pb::Options;
        type State = pb::State;
        type Action = pb::Action;
        type Event = pb::Event;
    }
    /// The schema.
    fn descriptor_set() -> &'static [u8];
    /// Reads options.
    fn options_from_proto(message: pb::Options) -> Read<Options>;
    /// Reads a state.
    fn state_from_proto(message: pb::State) -> Read<State>;
    /// Reads a view.
    fn view_from_proto(message: pb::State, seat: Seat) -> Read<State>;
    /// Deals what a view hides.
    fn determinize(view: pb::State, viewer: Option<Seat>, draws: &mut Draws<'_>) -> Read<State>;
    /// Reads an action.
    fn action_from_proto(message: pb::Action) -> Read<Action>;
    /// Reads an event.
    fn event_from_proto(message: pb::Event) -> Read<Event>;
    /// Writes a state.
    fn state_to_proto(state: &State) -> pb::State;
    /// Writes an action.
    fn action_to_proto(action: &Action) -> pb::Action;
    /// Writes an event.
    fn event_to_proto(event: &Event) -> pb::Event;
    /// Says what an action is.
    fn label(state: &State, seat: Seat, action: &Action) -> Label;
    /// Draws a view.
    fn render(view: pb::State, viewer: Option<Seat>) -> Read<String>;
}
