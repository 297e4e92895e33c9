//! Journeys of users over the whole stack.
//!
//! The journeys are under `tests/`, one file each. They start the real
//! binaries through `tests-harness` and speak gRPC to them, and they play every
//! game that the orchestrator lists.
