//! Matches, faults and the images themselves, on a Docker engine.

mod faults;
mod images;
mod matches;
