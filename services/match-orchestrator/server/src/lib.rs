//! The match-orchestrator.
