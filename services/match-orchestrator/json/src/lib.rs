//! The public API as JSON over HTTP.
//!
//! A call is `POST /bakufu.play.v1.MatchService/GetMatch` with the request as
//! JSON. It is turned into a gRPC call to the services of the same process, and
//! the answer is turned back, so nothing here decides anything: who may do and
//! see what is decided behind it. The mapping follows from the descriptors of
//! the API alone; no call has a line of its own. Bytes that hold a message of a
//! game are shown as that message, by the schema that the game published.
//!
//! Start reading at `routes.rs`, then `call.rs`.

mod answer;
mod api;
mod call;
mod comments;
mod documents;
mod error;
mod explain;
mod frames;
mod game_schemas;
mod library;
mod messages;
mod openapi;
mod padding;
mod payloads;
mod request;
mod routes;
mod schema;
mod stream;
#[cfg(test)]
mod tests;

pub use library::{Edition, Library};
pub use routes::{JsonApi, routes};
