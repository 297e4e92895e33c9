//! Samurai as a rules service.
//!
//! The game itself is in `samurai-rules`; this crate says how its values look
//! on the wire, what people read on its actions, how its board is drawn, and
//! how what a viewer can't see may lie.
//! It decides nothing about legality. Start reading at [`SamuraiWire`].

mod determinize;
mod label;
mod render;
mod wire;

use kit_proto::bakufu::samurai::v1 as pb;
use kit_rules::{Draws, Seat};
use kit_rules_server::{Label, Read, Wire, wire_tables};
use samurai_rules::{Action, Samurai, State};

pub struct SamuraiWire;

impl Wire for SamuraiWire {
    type Game = Samurai;
    type Options = pb::Options;
    type State = pb::State;
    type Action = pb::Action;
    type Event = pb::Event;

    fn descriptor_set() -> &'static [u8] {
        kit_proto::descriptor_set("bakufu.samurai.v1").expect("the package is compiled in")
    }

    wire_tables! { options: wire::OPTIONS, action: wire::ACTION, event: wire::EVENT }

    fn state_from_proto(message: pb::State) -> Read<State> {
        wire::state(&message)
    }

    fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
        wire::view(&message, Some(seat))
    }

    fn determinize(view: pb::State, viewer: Option<Seat>, draws: &mut Draws<'_>) -> Read<State> {
        determinize::determinize(&view, viewer, draws)
    }

    fn state_to_proto(state: &State) -> pb::State {
        wire::state_to_proto(state)
    }

    fn label(state: &State, _: Seat, action: &Action) -> Label {
        label::label(state, action)
    }

    fn render(view: pb::State, viewer: Option<Seat>) -> Read<String> {
        render::board(&view, viewer)
    }
}
