//! The numbers of the game, which come from the data file.

include!(concat!(env!("OUT_DIR"), "/numbers.rs"));
