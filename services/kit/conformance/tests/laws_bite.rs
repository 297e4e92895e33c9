//! Every law catches a game that breaks it: the toy game with one twist each.

mod caught;
mod damage;
mod pictures;
mod rules;
mod tampered;
mod views;
mod wire;
