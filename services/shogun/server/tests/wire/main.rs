//! Particulars of Shogun on the wire: refusals, secrets, deals, labels and
//! drawings, beside the laws of all games.

mod conformance;
mod determinize;
mod drawing;
mod encoding;
mod labels;
mod malformed;
mod malformed_steps;
mod play;
mod secrets;
mod views;
