//! Edo as a rules service.
//!
//! The game itself is in `edo-rules`; this crate says how its values look on
//! the wire, what people read on its actions, how its board is drawn, and what
//! the plans of others may be. It decides nothing about legality. Start reading
//! at [`EdoWire`].

mod determinize;
mod element;
mod from_proto;
mod label;
mod numbers;
mod render;
mod to_proto;

use edo_rules::{Action, Edo, Event, Options, State};
use kit_proto::bakufu::edo::v1 as pb;
use kit_rules::{Draws, Seat};
use kit_rules_server::{Label, Malformed, Wire};

/// Edo on the wire.
pub struct EdoWire;

impl Wire for EdoWire {
    type Game = Edo;
    type Options = pb::Options;
    type State = pb::State;
    type Action = pb::Action;
    type Event = pb::Event;

    fn descriptor_set() -> &'static [u8] {
        kit_proto::descriptor_set("bakufu.edo.v1").expect("the package is compiled in")
    }

    fn options_from_proto(message: pb::Options) -> Result<Options, Malformed> {
        Ok(from_proto::options(&message))
    }

    fn state_from_proto(message: pb::State) -> Result<State, Malformed> {
        from_proto::state(&message)
    }

    fn view_from_proto(message: pb::State, seat: Seat) -> Result<State, Malformed> {
        from_proto::view(&message, Some(seat))
    }

    fn determinize(
        view: pb::State,
        viewer: Option<Seat>,
        draws: &mut Draws<'_>,
    ) -> Result<State, Malformed> {
        determinize::determinize(&view, viewer, draws)
    }

    fn action_from_proto(message: pb::Action) -> Result<Action, Malformed> {
        from_proto::action(&message)
    }

    fn event_from_proto(message: pb::Event) -> Result<Event, Malformed> {
        from_proto::event(&message)
    }

    fn state_to_proto(state: &State) -> pb::State {
        to_proto::state(state)
    }

    fn action_to_proto(action: &Action) -> pb::Action {
        to_proto::action(action)
    }

    fn event_to_proto(event: &Event) -> pb::Event {
        to_proto::event(event)
    }

    fn label(state: &State, seat: Seat, action: &Action) -> Label {
        label::label(state, seat, action)
    }

    fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
        render::board(&view, viewer)
    }
}
