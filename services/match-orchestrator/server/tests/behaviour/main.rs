//! How the orchestrator behaves with a small game behind it: costs, secrets,
//! replicas, bots, operators.

mod aborting;
mod bots;
mod costs;
mod draining;
mod operators;
mod secrets;
mod table;
