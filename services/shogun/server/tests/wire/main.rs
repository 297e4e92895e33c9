//! Shogun on the wire: round trips, refusals, views, deals, labels and drawings.

mod determinize;
mod drawing;
mod labels;
mod malformed;
mod malformed_steps;
mod mangled;
mod play;
mod round_trips;
mod secrets;
mod views;
