//! Layers between the socket and a handler, the same in every process.
//!
//! Message size limits are not here, since tonic decodes inside the generated
//! services. Set both directions there: tonic takes 4 MB in and anything out.
//!
//! ```text
//! RulesServiceServer::new(rules)
//!     .max_decoding_message_size(config.message_bytes_max)
//!     .max_encoding_message_size(config.message_bytes_max)
//! ```

mod around;
mod arrival;
mod client;
mod deadline;
mod limit;
mod malformed_messages;
mod panic;
mod quantize;
mod stream;
mod trace;
mod traced_body;

pub(crate) use arrival::Arrival;
pub use client::TracedChannel;
pub use deadline::{Deadline, Deadlines};
pub use limit::Limiting;
pub use malformed_messages::MalformedMessages;
pub use panic::Panics;
pub use quantize::{AnswerTime, Quantizing};
pub use trace::Tracing;
