//! Behaviour of the orchestrator with a small game behind it: costs, secrets,
//! replicas, bots, operators, pods and versions of the game.

mod aborting;
mod authority;
mod bots;
mod costs;
mod draining;
mod lies;
mod operators;
mod pods;
mod redis_trust;
mod replay;
mod replay_faults;
mod rewinding;
mod rules_pod;
mod second_draws;
mod secrets;
mod secured;
mod store_loss;
mod table;
mod upgrading;
mod verifying;
mod versions;
