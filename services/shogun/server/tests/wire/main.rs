//! Shogun on the wire: round trips, refusals, views, labels and drawings.

mod drawing;
mod labels;
mod malformed;
mod malformed_steps;
mod mangled;
mod play;
mod round_trips;
mod secrets;
mod views;
