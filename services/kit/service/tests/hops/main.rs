//! The connections, the layers, the drain, TLS and the telemetry as a client of a small service
//! meets them.

mod arrival;
mod connections;
mod deadline;
mod drain;
mod export;
mod http_routes;
mod limits;
mod metrics;
mod overload;
mod panic;
mod probes;
mod serve;
mod tls;
mod toy;
mod trace;
