//! The layers, the drain and the telemetry as a client of a small service meets them.

mod deadline;
mod drain;
mod export;
mod metrics;
mod overload;
mod panic;
mod serve;
mod toy;
mod trace;
