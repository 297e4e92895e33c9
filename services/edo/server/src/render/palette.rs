//! The colours of this game beside those of all games.

use edo_rules::{Good, SpaceKind};
pub(super) use kit_drawing::palette::*;

/// The line around pieces.
pub(super) const EDGE: &str = "#22262b";
/// Money.
pub(super) const GOLD: &str = "#8a6a00";
/// White officials.
pub(super) const WHITE: &str = "#ffffff";
/// Ronin and black officials.
pub(super) const BLACK: &str = "#111417";
/// What belongs to nobody.
pub(super) const NEUTRAL: &str = "#9a9588";
pub(super) const ROAD: &str = "#b9a678";
pub(super) const BACK: &str = "#5a5348";

/// The colour of a resource on a light background.
pub(super) const fn of_good(good: Good) -> &'static str {
    match good {
        Good::Rice => "#7a6a00",
        Good::Wood => "#2f5d2a",
        Good::Stone => "#4d5660",
    }
}

/// The background and the line of a space.
pub(super) const fn of_space(kind: SpaceKind) -> (&'static str, &'static str) {
    match kind {
        SpaceKind::Edo => ("#fde6df", "#a3201a"),
        SpaceKind::City => ("#fdeecb", "#4a2f10"),
        SpaceKind::Wood => ("#dfeed6", "#4f7a45"),
        SpaceKind::Stone => ("#e2e6ea", "#6b7580"),
        SpaceKind::Rice => ("#f7f0bd", "#94831f"),
        SpaceKind::River => ("#d3e6f0", "#5f8da6"),
        SpaceKind::Road => ("#f0e7d0", "#a08d60"),
        SpaceKind::Border => ("#f0dfe8", "#8b5872"),
    }
}
