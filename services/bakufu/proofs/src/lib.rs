//! Experiments that show what the platform promises, each with a seed that
//! repeats it: nothing leaks, and nothing is rigged.
//!
//! They call the code that serves real matches, in this process and without a
//! network; what needs running orchestrators is in `bakufu-trials`. The tests run
//! a short round of every experiment; `bakufu prove` runs as many rounds as one
//! likes.

mod dice;
pub mod draws;
pub mod leaks;

pub use dice::Dice;
