//! Views of a game as viewers receive them, for what the game tests about itself.

use std::marker::PhantomData;

use kit_redact::{Schema, Viewer};
use kit_rules::{Seat, SeatCount};
use kit_rules_server::{EventOf, Malformed, StateOf, Wire};
use prost::Message;

use super::compile;
use super::svg::Picture;

/// The views of a match: what each viewer receives. A viewer without a seat is a
/// spectator.
///
/// All methods panic on what a law of all games has found wrong already: bytes
/// that can't be read, and views that can't be drawn.
pub struct Views<W> {
    schema: Schema,
    wire: PhantomData<fn() -> W>,
}

impl<W: Wire> Views<W> {
    /// Compiles the schema of the game.
    pub fn compile() -> Self {
        let schema = compile::<W>().expect("every field has an audience");
        Self { schema, wire: PhantomData }
    }

    /// What somebody receives of a position, as bytes.
    pub fn view_bytes(&self, state: &StateOf<W>, viewer: Option<Seat>) -> Vec<u8> {
        let bytes = W::state_to_proto(state).encode_to_vec();
        let view = self.schema.redact_state(&bytes, of(viewer)).expect("a state is readable");
        view.as_bytes().to_vec()
    }

    /// What somebody receives of a position.
    pub fn view(&self, state: &StateOf<W>, viewer: Option<Seat>) -> W::State {
        W::State::decode(&self.view_bytes(state, viewer)[..]).expect("a view is a state message")
    }

    /// What a seat makes of it.
    ///
    /// # Errors
    /// If it can't read it.
    pub fn read(&self, state: &StateOf<W>, seat: Seat) -> Result<StateOf<W>, Malformed> {
        W::view_from_proto(self.view(state, Some(seat)), seat)
    }

    /// What somebody receives of an event, if anything.
    pub fn told(&self, event: &EventOf<W>, viewer: Option<Seat>) -> Option<EventOf<W>> {
        let bytes = W::event_to_proto(event).encode_to_vec();
        let left = self.schema.redact_event(&bytes, of(viewer)).expect("an event is readable")?;
        let message = W::Event::decode(left.as_bytes()).expect("it is still an event message");
        Some(W::event_from_proto(message).expect("what is left of an event can be told"))
    }

    /// What somebody sees of a position as a picture.
    pub fn drawn(&self, state: &StateOf<W>, viewer: Option<Seat>) -> Drawn {
        let svg = W::render(self.view(state, viewer), viewer).expect("a view can be drawn");
        let picture = Picture::read(&svg).expect("a picture is well formed");
        Drawn { svg, picture }
    }
}

/// A picture that is well formed.
pub struct Drawn {
    /// The document.
    pub svg: String,
    picture: Picture,
}

impl Drawn {
    /// Whether an element has this id.
    pub fn has(&self, id: &str) -> bool {
        self.picture.has_id(id)
    }

    /// The ids of all elements.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.picture.ids()
    }
}

/// Every seat, and a spectator.
pub fn viewers(seats: SeatCount) -> Vec<Option<Seat>> {
    seats.seats().map(Some).chain([None]).collect()
}

fn of(viewer: Option<Seat>) -> Viewer {
    viewer.map_or(Viewer::Spectator, Viewer::Seat)
}
