//! Particulars of Edo on the wire: refusals, views, deals, labels, drawings and
//! the rich, beside the laws of all games.

mod conformance;
mod determinize;
mod drawing;
mod encoding;
mod labels;
mod malformed;
mod play;
mod rich;
mod views;
