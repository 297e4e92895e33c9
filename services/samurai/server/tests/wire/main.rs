//! Particulars of Samurai on the wire: refusals, views, deals, labels and
//! drawings, beside the laws of all games.

mod conformance;
mod determinize;
mod drawing;
mod encoding;
mod labels;
mod malformed;
mod play;
mod views;
