//! The colours of this game beside those of all games. Seats have the strong
//! ones; troops have pale backgrounds of different shapes.

pub(super) use kit_drawing::palette::*;

/// What an empty position is filled with.
pub(super) const EMPTY: &str = "#efe8d6";
pub(super) const GATE: &str = "#9c2f20";
/// What is golden.
pub(super) const GOLD: &str = "#f0c419";
