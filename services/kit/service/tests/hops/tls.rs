//! TLS connections: who gets one, and who does not.

pub(crate) mod authority;
mod fresh;
mod good;
mod refusals;
mod reload;
pub(crate) mod secured;
mod slow;
