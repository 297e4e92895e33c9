//! Holding: what stands in a province.

use kit_rules::Seat;

kit_rules::variants! {
    pub enum Building {
        Castle = "castle",
        Temple = "temple",
        Theatre = "theatre",
    }
}

kit_rules::index_set! {
    /// Buildings of different kinds, as they stand in one province.
    pub struct Buildings(u8) of Building
}

/// What stands in one province; a neutral one has nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holding {
    /// Whose province it is, and whose its card.
    pub owner: Option<Seat>,
    /// The armies of the owner.
    pub armies: u8,
    pub buildings: Buildings,
    /// The revolt markers.
    pub markers: u8,
}
