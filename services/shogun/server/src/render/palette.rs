//! The colours of this game beside those of all games.

pub(super) use kit_drawing::palette::*;
use shogun_rules::Region;

/// The water around the islands.
pub(super) const SEA: &str = "#dcebf2";
/// The line where land meets water.
pub(super) const COAST: &str = "#8fb0c0";
/// Lines between provinces.
pub(super) const BORDER: &str = "#8d8678";
/// Land that is out of the game.
pub(super) const WASTE: &str = "#e3e3df";
pub(super) const REVOLT: &str = "#a3201a";
pub(super) const BACK: &str = "#56606b";
/// Farmers, and what is legible on them.
pub(super) const FARMER: (&str, &str) = ("#b7d98b", "#22262b");

/// The background of a region, and ink for the letter on it.
pub(super) fn of_region(region: Region) -> (&'static str, &'static str) {
    match region {
        Region::Green => ("#dcecd2", "#4a7335"),
        Region::Purple => ("#e7ddf1", "#74509a"),
        Region::Red => ("#f8ddd5", "#a94f39"),
        Region::Brown => ("#e8dac0", "#7a5f2a"),
        Region::Yellow => ("#fbf1c4", "#80690c"),
    }
}
