//! Telemetry: what the processes tell about themselves, and what they keep to themselves.

mod collector;
mod metrics;
mod needles;
mod secrets;
mod tap;
mod traces;
mod traffic;
