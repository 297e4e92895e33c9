//! A few figures of one kind on the board.

use crate::space::{Space, SpaceSet};
use crate::tables::OFFICIALS;

/// Where figures of one kind stand. Figures on the same space are alike, so it
/// is a list of spaces in order, and equal squads are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Squad {
    /// The spaces, ascending; those behind `len` are Edo.
    spaces: [Space; Self::MAX],
    len: u8,
}

impl Squad {
    /// The most figures that a squad has.
    pub const MAX: usize = OFFICIALS as usize;
    pub const EMPTY: Self = Self { spaces: [Space::EDO; Self::MAX], len: 0 };

    /// Figures on these spaces; `None` if they are too many.
    pub fn new(spaces: impl IntoIterator<Item = Space>) -> Option<Self> {
        let mut squad = Self::EMPTY;
        spaces.into_iter().all(|space| squad.add(space)).then_some(squad)
    }

    /// The spaces of all figures, ascending.
    pub fn as_slice(&self) -> &[Space] {
        &self.spaces[..usize::from(self.len)]
    }

    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is no figure.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many figures stand on a space.
    pub fn count(&self, space: Space) -> usize {
        self.as_slice().iter().filter(|other| **other == space).count()
    }

    /// Whether a figure stands on a space.
    pub fn is_on(&self, space: Space) -> bool {
        self.as_slice().contains(&space)
    }

    pub fn spaces(&self) -> SpaceSet {
        self.as_slice().iter().copied().collect()
    }

    /// Whether every figure is also one of the other squad.
    pub fn is_within(&self, other: &Self) -> bool {
        self.as_slice().iter().all(|space| self.count(*space) <= other.count(*space))
    }

    /// Puts a figure on a space; `false` if there is none left.
    pub fn add(&mut self, space: Space) -> bool {
        let len = self.len();
        if len == Self::MAX {
            return false;
        }
        let at = self.as_slice().partition_point(|other| *other <= space);
        self.spaces.copy_within(at..len, at + 1);
        self.spaces[at] = space;
        self.len += 1;
        true
    }

    /// Takes a figure off a space; `false` if none stands there.
    pub fn remove(&mut self, space: Space) -> bool {
        let Some(at) = self.as_slice().iter().position(|other| *other == space) else {
            return false;
        };
        let len = self.len();
        self.spaces.copy_within(at + 1..len, at);
        self.len -= 1;
        self.spaces[len - 1] = Space::EDO;
        true
    }
}

impl Default for Squad {
    fn default() -> Self {
        Self::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_squads_are_equal_values_however_they_came_about() {
        let space = |index| Space::from_index(index).expect("a space");
        let mut squad = Squad::new([4, 2, 9].map(space)).expect("three figures fit");
        assert!(squad.remove(space(4)) && !squad.remove(space(4)) && squad.add(space(0)));
        assert_eq!(Some(squad), Squad::new([0, 2, 9].map(space)));
        assert_eq!((squad.len(), squad.count(space(2))), (3, 1));
        assert!(squad.is_within(&squad) && !squad.is_within(&Squad::EMPTY));
    }

    #[test]
    fn a_squad_has_no_more_figures_than_a_colour() {
        assert_eq!(Squad::new([Space::EDO; Squad::MAX + 1]), None);
    }
}
