//! Experiments on running orchestrators, each with a seed that repeats it:
//! whatever happens and whatever comes in, nothing is lost and nothing breaks.
//!
//! The tests run a short round of every experiment; `bakufu prove` runs as many
//! rounds as one likes.

pub mod histories;
pub mod inputs;
pub mod timing;
