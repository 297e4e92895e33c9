//! Reasons why a call is not answered with a result: one closed list for every process.
//!
//! Pure crates refuse with a [`Reason`] and know no transport; with the feature
//! `grpc` a reason becomes a `google.rpc.Status` and back, which is the only way
//! from a refusal or failure to a gRPC code. Start reading at [`Reason`].

mod precondition;
mod reason;
#[cfg(feature = "grpc")]
mod status;

pub use precondition::Precondition;
pub use reason::{DOMAIN, FieldFault, Reason};
