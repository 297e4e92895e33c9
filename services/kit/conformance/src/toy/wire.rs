//! Envelopes as a rules service would serve it.

use kit_rules::{Draws, Seat};
use kit_rules_server::{Label, Malformed, Wire};

use super::{Action, Envelopes, Event, Options, State, determinize, from_proto, picture, to_proto};

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

    fn options_from_proto(message: pb::Options) -> Result<Options, Malformed> {
        Ok(from_proto::options(&message))
    }

    fn state_from_proto(message: pb::State) -> Result<State, Malformed> {
        from_proto::state(message)
    }

    fn view_from_proto(message: pb::State, seat: Seat) -> Result<State, Malformed> {
        from_proto::view(message, Some(seat))
    }

    fn determinize(
        view: pb::State,
        viewer: Option<Seat>,
        draws: &mut Draws<'_>,
    ) -> Result<State, Malformed> {
        determinize::determinize(from_proto::view(view, viewer)?, viewer, draws)
    }

    fn action_from_proto(message: pb::Action) -> Result<Action, Malformed> {
        from_proto::action(message)
    }

    fn event_from_proto(message: pb::Event) -> Result<Event, Malformed> {
        from_proto::event(message)
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

    fn render(view: pb::State, viewer: Option<Seat>) -> Result<String, Malformed> {
        Ok(picture::draw(&from_proto::view(view, viewer)?))
    }
}
