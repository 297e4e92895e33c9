//! Every law catches a game that breaks it: the toy game with one twist each.

mod rules;
mod twisted;
mod twisted_wire;
mod wire;
