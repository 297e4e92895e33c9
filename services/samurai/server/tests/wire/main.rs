//! Samurai on the wire: round trips, refusals, views, deals, labels and drawings.

mod determinize;
mod drawing;
mod labels;
mod malformed;
mod mangled;
mod play;
mod round_trips;
mod views;
