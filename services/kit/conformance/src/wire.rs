//! The laws of a game's messages, and what brings them their tables.
//!
//! They look at a game as the platform does: states, actions and events are
//! bytes, and viewers get what `kit_redact` leaves of them. Start reading at
//! [`laws`].

pub mod laws;
mod malformed;
mod numbers;
pub mod position;
mod svg;
mod views;

use std::rc::Rc;

use bytes::Bytes;
use kit_proto::bakufu::rules::v1 as pb;
use kit_redact::{Roots, Schema, Viewer};
use kit_rules::{Pending, Rules, Seat};
use kit_rules_server::{ActionOf, EventOf, OptionsOf, StateOf, Wire};
use match_orchestrator_draws::Entropy;
use prost::{Message, Name};

use crate::Table;

pub use malformed::{Spoiled, bad_fields, refuses_each};
pub use numbers::named_numbers;
pub use views::{Drawn, Views, viewers};

/// A table whose match goes over the wire.
pub struct WireTable<W: Wire> {
    /// The table.
    pub table: Table<W::Game>,
    /// Its options, encoded.
    pub options: Bytes,
    /// What viewers see.
    pub schema: Rc<Schema>,
}

/// Checks a law with every number of seats, with the empty options message and
/// with each of the given ones.
///
/// # Errors
/// The first breach, and how to see it again.
pub fn check<W: Wire>(
    options: &[W::Options],
    law: impl Fn(&WireTable<W>) -> Result<(), String>,
) -> Result<(), String> {
    let schema = Rc::new(compile::<W>()?);
    let mut known = vec![(OptionsOf::<W>::default(), Bytes::new())];
    for message in options {
        let bytes = Bytes::from(message.encode_to_vec());
        known.push((read_options::<W>(&bytes)?, bytes));
    }
    if read_options::<W>(&Bytes::new())? != known[0].0 {
        return Err("the empty options message is not the default".to_owned());
    }
    let values: Vec<_> = known.iter().map(|(value, _)| value.clone()).collect();
    crate::check::<W::Game>(&values, |table| {
        let same = known.iter().find(|(value, _)| *value == table.options);
        let (_, options) = same.expect("every table has one of the known options");
        let table = table.with_seed(table.seed);
        law(&WireTable { table, options: options.clone(), schema: Rc::clone(&schema) })
    })
}

/// Asserts a law; what [`wire_suite!`](crate::wire_suite) puts into each test.
///
/// # Panics
/// With the breach, if the law is broken.
pub fn hold<W: Wire>(options: &[W::Options], law: impl Fn(&WireTable<W>) -> Result<(), String>) {
    if let Err(breach) = check(options, law) {
        panic!("{breach}");
    }
}

impl<W: Wire> WireTable<W> {
    /// Shows every position that is stored between two calls: one in which
    /// seats are awaited, or the last.
    pub(crate) fn walk_settled(
        &self,
        mut watch: impl FnMut(&StateOf<W>) -> Result<(), String>,
    ) -> Result<(), String> {
        crate::walk(&self.table, |state, _, _| match W::Game::pending(state) {
            Pending::Draw { .. } => Ok(()),
            Pending::Seats(_) | Pending::Over(_) => watch(state),
        })
        .map(drop)
    }

    /// A spectator and all seats.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = Viewer> {
        [Viewer::Spectator].into_iter().chain(self.table.seats.seats().map(Viewer::Seat))
    }

    /// What a viewer receives of a state.
    pub(crate) fn view(&self, state: &Bytes, viewer: Viewer) -> Result<Bytes, String> {
        let view = self.schema.redact_state(state, viewer).map_err(|why| why.to_string())?;
        Ok(view.into_bytes())
    }

    /// What a seat makes of the view that it receives.
    pub(crate) fn seen_by(&self, state: &Bytes, seat: Seat) -> Result<StateOf<W>, String> {
        let view = self.view(state, Viewer::Seat(seat))?;
        let message = decode::<W::State>(&view)?;
        W::view_from_proto(message, seat)
            .map_err(|malformed| format!("{seat} can't read its view: {:?}", malformed.faults))
    }

    /// The entropy of a call.
    pub(crate) fn entropy(&self, call: u32) -> Entropy {
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.table.seed.to_le_bytes());
        entropy[8..12].copy_from_slice(&call.to_le_bytes());
        entropy[31] = self.table.seats.get() as u8;
        entropy
    }
}

pub(crate) fn state_bytes<W: Wire>(state: &StateOf<W>) -> Bytes {
    W::state_to_proto(state).encode_to_vec().into()
}

pub(crate) fn action_bytes<W: Wire>(action: &ActionOf<W>) -> Bytes {
    W::action_to_proto(action).encode_to_vec().into()
}

pub(crate) fn event_bytes<W: Wire>(event: &EventOf<W>) -> Bytes {
    W::event_to_proto(event).encode_to_vec().into()
}

pub(crate) fn decode<M: Message + Default + Name>(bytes: &Bytes) -> Result<M, String> {
    M::decode(bytes.clone()).map_err(|error| format!("not a {}: {error}", M::full_name()))
}

pub(crate) fn viewer_number(viewer: Viewer) -> u32 {
    match viewer {
        Viewer::Spectator => 0,
        Viewer::Seat(seat) => seat.number(),
    }
}

pub(crate) fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Spectator => None,
        Viewer::Seat(seat) => Some(seat),
    }
}

/// A request to take one action.
pub(crate) fn apply_request(
    state: &Bytes,
    seat: Seat,
    actions: Vec<Bytes>,
    entropy: &Entropy,
) -> pb::ApplyRequest {
    let entropy = Bytes::copy_from_slice(entropy);
    pb::ApplyRequest { state: state.clone(), seat: seat.number(), actions, entropy }
}

fn compile<W: Wire>() -> Result<Schema, String> {
    let [options, state, action, event] = [
        W::Options::full_name(),
        W::State::full_name(),
        W::Action::full_name(),
        W::Event::full_name(),
    ];
    let roots = Roots { options: &options, state: &state, action: &action, event: &event };
    Schema::compile(W::descriptor_set(), &roots).map_err(|fault| fault.to_string())
}

fn read_options<W: Wire>(bytes: &Bytes) -> Result<OptionsOf<W>, String> {
    W::options_from_proto(decode::<W::Options>(bytes)?)
        .map_err(|malformed| format!("the options can't be read: {:?}", malformed.faults))
}
