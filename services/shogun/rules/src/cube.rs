//! Cubes: the armies of the seats and the green farmers.

use kit_rules::Seat;

use crate::number::SEATS_MAX;

kit_rules::indexed! {
    /// A cube, of which only the colour matters: the seats ascending, then the
    /// farmers.
    pub struct Cube: SEATS_MAX + 1
}

kit_rules::index_counts! {
    /// How many cubes of each colour.
    pub struct Cubes(u8) of Cube
}

impl Cube {
    /// A green cube.
    pub const FARMER: Self = Self(SEATS_MAX as u8);

    /// An army of this seat. A seat that the game does not have counts as the
    /// last one.
    pub const fn army(seat: Seat) -> Self {
        let index = seat.index();
        Self(if index < SEATS_MAX { index as u8 } else { SEATS_MAX as u8 - 1 })
    }

    /// Whose army it is; nobody's if it is a farmer.
    pub const fn owner(self) -> Option<Seat> {
        if self.index() < SEATS_MAX { Some(Seat::from_index(self.index())) } else { None }
    }
}

impl Cubes {
    pub fn farmers(count: u8) -> Self {
        Self::NONE.with(Cube::FARMER, count)
    }

    /// The same with so many of one colour.
    #[must_use]
    pub fn with(mut self, cube: Cube, count: u8) -> Self {
        self[cube] = count;
        self
    }

    /// The colours of which there are any, with their numbers.
    pub fn iter(self) -> impl Iterator<Item = (Cube, u8)> {
        Cube::all().map(move |cube| (cube, self[cube])).filter(|(_, count)| *count > 0)
    }

    /// The cubes of both together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        for cube in Cube::all() {
            self[cube] = self[cube].saturating_add(other[cube]);
        }
        self
    }
}
