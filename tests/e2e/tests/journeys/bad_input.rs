//! Input that no honest client sends: refused with a reason, and without any
//! effect.

mod commands;
mod fixture;
mod payloads;
mod timing;
mod tokens;
mod wire;
