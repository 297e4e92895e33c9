//! Experiments that show what the platform promises, each with a seed that
//! repeats it.
//!
//! The tests run a short round of every experiment; `bakufu prove` runs as many
//! rounds as one likes.

mod dice;
pub mod draws;
pub mod histories;
pub mod inputs;
pub mod leaks;
