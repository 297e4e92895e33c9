//! Laws of all games: the toy game keeps them, and every broken one is caught.

mod conformance;
mod golden;
mod laws_bite;
mod properties;
mod toy_rules;
mod wire;
