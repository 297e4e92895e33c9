//! Cubes: the armies of the seats and the green farmers.

use core::ops::{Index, IndexMut};

use kit_rules::Seat;

use crate::number::SEATS_MAX;

/// A cube, of which only the colour matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube(u8);

/// How many cubes of each colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cubes([u8; Cube::COLOURS]);

impl Cube {
    /// How many colours there are.
    pub const COLOURS: usize = SEATS_MAX + 1;
    /// A green cube.
    pub const FARMER: Self = Self(SEATS_MAX as u8);

    /// A cube of each colour: the seats ascending, then the farmers.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COLOURS as u8).map(Self)
    }

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

    /// The place in [`Cube::all`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Cubes {
    /// No cubes.
    pub const NONE: Self = Self([0; Cube::COLOURS]);

    /// So many farmers.
    pub fn farmers(count: u8) -> Self {
        Self::NONE.with(Cube::FARMER, count)
    }

    /// The same with so many of one colour.
    #[must_use]
    pub fn with(mut self, cube: Cube, count: u8) -> Self {
        self[cube] = count;
        self
    }

    /// All of them.
    pub fn total(self) -> u32 {
        self.0.iter().map(|count| u32::from(*count)).sum()
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

impl Index<Cube> for Cubes {
    type Output = u8;

    fn index(&self, cube: Cube) -> &u8 {
        &self.0[cube.index()]
    }
}

impl IndexMut<Cube> for Cubes {
    fn index_mut(&mut self, cube: Cube) -> &mut u8 {
        &mut self.0[cube.index()]
    }
}
