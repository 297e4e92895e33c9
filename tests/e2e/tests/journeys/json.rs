//! The public API without a gRPC stack: JSON, server-sent events, gRPC-Web.

mod client;
mod grpc_web;
mod hosts;
mod origins;
mod refusals;
mod sizes;
mod watching;
mod whole_match;
