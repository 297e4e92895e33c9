//! How the orchestrator behaves with a small game behind it: costs, secrets,
//! replicas, bots.

mod bots;
mod costs;
mod secrets;
mod store_loss;
mod table;
