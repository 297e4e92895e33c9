//! Shitennō as a rules service.
//!
//! The game itself is in `shitenno-rules`; this crate says how its values look
//! on the wire, what people read on its actions, how its board is drawn, and how
//! what a viewer can't see may lie. It decides nothing about legality. Start
//! reading at [`ShitennoWire`].

mod determinize;
mod from_proto;
mod label;
mod numbers;
mod render;
mod to_proto;

use kit_proto::bakufu::shitenno::v1 as pb;
use kit_rules::{Draws, Seat};
use kit_rules_server::{Label, Malformed, Wire};
use shitenno_rules::{Action, Event, Options, Shitenno, State};

/// Shitennō on the wire.
pub struct ShitennoWire;

impl Wire for ShitennoWire {
    type Game = Shitenno;
    type Options = pb::Options;
    type State = pb::State;
    type Action = pb::Action;
    type Event = pb::Event;

    fn descriptor_set() -> &'static [u8] {
        kit_proto::descriptor_set("bakufu.shitenno.v1").expect("the package is compiled in")
    }

    fn options_from_proto(message: pb::Options) -> Result<Options, Malformed> {
        from_proto::options(&message)
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

    fn label(state: &State, _: Seat, action: &Action) -> Label {
        label::label(state, action)
    }

    fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
        render::board(&view, viewer)
    }
}
