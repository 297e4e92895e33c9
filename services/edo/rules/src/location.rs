//! Location tiles: where a Ronin goes.

use core::fmt;

use crate::space::SpaceKind;
use crate::tables::LOCATION_TILES;

kit_rules::indexed! {
    /// A tile that names a kind of space, or leaves it open.
    pub struct LocationTile: LocationFacts in LOCATION_TILES
}

kit_rules::index_set! {
    pub struct LocationSet(u32) of LocationTile
}

impl LocationTile {
    /// The kind of space that it names; `None` leaves it to the player.
    pub fn kind(self) -> Option<SpaceKind> {
        self.facts().kind
    }
}

impl fmt::Display for LocationTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind() {
            Some(SpaceKind::Rice) => "rice field",
            Some(SpaceKind::Wood) => "forestry",
            Some(SpaceKind::Stone) => "quarry",
            Some(_) => "city",
            None => "any place",
        })
    }
}

/// A row of the generated table.
pub(crate) struct LocationFacts {
    pub id: &'static str,
    pub kind: Option<SpaceKind>,
}
