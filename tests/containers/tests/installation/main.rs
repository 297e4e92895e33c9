//! Installation as `deploy/` describes it, checked without an engine.

mod alerts;
mod compose;
mod dashboards;
mod expression;
mod generated;
mod probe;
mod shown;
mod yaml;
