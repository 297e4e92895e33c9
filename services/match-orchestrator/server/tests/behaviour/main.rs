//! Behaviour of the orchestrator with a small game behind it: costs, secrets,
//! replicas, bots, operators, pods and versions of the game, and how long matches stay.

mod aborting;
mod authority;
mod backup;
mod bots;
mod bounds;
mod call_limits;
mod costs;
mod deleting;
mod draining;
mod erasing;
mod failover;
mod keeping;
mod lies;
mod load;
mod operators;
mod planning_time;
mod pods;
mod redis_trust;
mod replay;
mod replay_faults;
mod restoring;
mod rewinding;
mod rules_pod;
mod second_draws;
mod secrets;
mod secured;
mod set_back_between;
mod store_loss;
mod story;
mod table;
mod taking_over;
mod upgrading;
mod verifying;
mod versions;
