//! How the orchestrator behaves with a small game behind it: costs, secrets,
//! replicas, bots, pods and versions of the game.

mod bots;
mod costs;
mod pods;
mod rules_pod;
mod secrets;
mod secured;
mod store_loss;
mod table;
mod versions;
