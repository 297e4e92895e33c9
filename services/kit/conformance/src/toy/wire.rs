//! Envelopes as a rules service would serve it.

use kit_rules::{Draws, Seat};
use kit_rules_server::{Label, Read, Wire, wire_tables};

use super::{Action, Envelopes, State, determinize, messages, picture};

/// The generated messages.
#[allow(missing_docs, clippy::all)]
pub mod pb {
    include!(concat!(env!("OUT_DIR"), "/bakufu.toy.v1.rs"));
}

/// Envelopes on the wire.
#[derive(Debug)]
pub enum ToyWire {}

impl Wire for ToyWire {
    type Game = Envelopes;
    type Options = pb::Options;
    type State = pb::State;
    type Action = pb::Action;
    type Event = pb::Event;

    fn descriptor_set() -> &'static [u8] {
        include_bytes!(concat!(env!("OUT_DIR"), "/toy.descriptors"))
    }

    wire_tables! { options: messages::OPTIONS, action: messages::ACTION, event: messages::EVENT }

    fn state_from_proto(message: pb::State) -> Read<State> {
        messages::state(&message)
    }

    fn view_from_proto(message: pb::State, seat: Seat) -> Read<State> {
        messages::view(&message, Some(seat))
    }

    fn determinize(view: pb::State, viewer: Option<Seat>, draws: &mut Draws<'_>) -> Read<State> {
        determinize::determinize(messages::view(&view, viewer)?, viewer, draws)
    }

    fn state_to_proto(state: &State) -> pb::State {
        messages::state_to_proto(state)
    }

    fn label(_: &State, seat: Seat, action: &Action) -> Label {
        let (text, group, element) = match action {
            Action::Choose(card) => {
                (format!("Choose the {card}"), "Cards", picture::card_id(seat, *card))
            }
            Action::TakeBack => {
                ("Take the card back".to_owned(), "Envelope", picture::envelope_id(seat))
            }
            Action::Seal => {
                ("Seal the envelope".to_owned(), "Envelope", picture::envelope_id(seat))
            }
        };
        Label { text, group, element }
    }

    fn render(view: pb::State, viewer: Option<Seat>) -> Read<String> {
        Ok(picture::draw(&messages::view(&view, viewer)?))
    }
}
