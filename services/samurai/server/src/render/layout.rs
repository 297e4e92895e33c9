//! Layout of the cells on the page.

use kit_rules::SeatCount;
use samurai_rules::Cell;

use kit_drawing::PAGE_WIDTH;

/// The free border around the map.
const MARGIN: f64 = 14.0;

/// Half the height of a hexagon whose corners are one unit from its centre.
const HALF_HEIGHT: f64 = 0.866_025_403_784_438_6;

/// The map of a table, scaled to the page.
pub(super) struct Layout {
    /// From the centre of a cell to its corners.
    pub(super) size: f64,
    left: f64,
    top: f64,
    bottom: f64,
}

impl Layout {
    /// The largest map that fits the page.
    pub(super) fn of(seats: SeatCount) -> Self {
        let mut west = f64::MAX;
        let mut east = f64::MIN;
        let mut north = f64::MAX;
        let mut south = f64::MIN;
        for cell in Cell::all().filter(|cell| cell.is_in_play(seats)) {
            let (x, y) = unit_centre(cell);
            west = west.min(x - 1.0);
            east = east.max(x + 1.0);
            north = north.min(y - HALF_HEIGHT);
            south = south.max(y + HALF_HEIGHT);
        }
        let size = (PAGE_WIDTH - 2.0 * MARGIN) / (east - west);
        Self {
            size,
            left: MARGIN - west * size,
            top: MARGIN - north * size,
            bottom: 2.0 * MARGIN + (south - north) * size,
        }
    }

    pub(super) fn centre(&self, cell: Cell) -> (f64, f64) {
        let (x, y) = unit_centre(cell);
        (self.left + x * self.size, self.top + y * self.size)
    }

    /// Where the map ends.
    pub(super) fn bottom(&self) -> f64 {
        self.bottom
    }
}

/// Flat-top hexagons in axial coordinates, one unit from centre to corner.
fn unit_centre(cell: Cell) -> (f64, f64) {
    let (q, r) = cell.place();
    (1.5 * f64::from(q), 2.0 * HALF_HEIGHT * (f64::from(r) + f64::from(q) / 2.0))
}
