//! The attacks, each with as much of it as one peer can do without effort.

mod bodies;
mod commands;
mod floods;
mod silence;
mod unread;

pub(crate) use bodies::{
    Door, bodies_without_end, large_bodies_without_end, messages_without_end, silent_dialogues,
    streams_that_never_ask, watchers,
};
pub(crate) use commands::{creation, creations, matches_of_bots, questions};
pub use commands::{disguised_creations, seat_churn};
pub(crate) use floods::{Flood, flood};
pub use silence::begun_handshakes;
pub(crate) use silence::{connections_that_go, headers_without_end, silent_connections};
pub(crate) use unread::{answers_unread, windows_shut};
