//! The cube tower: what is thrown in comes out, gets stuck, or knocks loose
//! what was stuck before.
//!
//! A throw takes many random numbers, one at a time, so a throw in progress is
//! part of the tower. What lies on which shelf is nobody's business.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::number::{CATCH, CATCH_SIDES, KNOCK_SIDES, SHELF_CAPACITY};
use crate::{Cube, Cubes};

/// The tower with everything in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tower {
    /// The cubes on the upper shelf, oldest first.
    pub upper: Vec<Cube>,
    /// The cubes on the lower shelf, oldest first.
    pub lower: Vec<Cube>,
    /// The cubes of the throw in progress, in the order in which they fall.
    pub falling: Vec<Cube>,
    /// Those of them that are past the shelf, and what they have knocked loose.
    pub passed: Vec<Cube>,
    /// How far the throw is.
    pub stage: TowerStage,
}

/// How far a throw is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TowerStage {
    /// Nothing falls.
    #[default]
    Still,
    /// The cubes are mixed; those beyond this place have found theirs.
    Mix {
        /// The place that gets its cube next.
        last: u16,
    },
    /// The cubes pass a shelf one after the other.
    Fall {
        shelf: Shelf,
        /// The place of the cube that passes next.
        next: u16,
        /// Whether it has hit the shelf, so that only its own fate is open.
        has_hit: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shelf {
    /// The one that is passed first.
    Upper,
    /// The one that is passed last.
    Lower,
}

impl Tower {
    /// Throws cubes in. There has to be at least one, and no other throw in
    /// progress.
    pub fn throw(&mut self, cubes: Cubes) {
        self.passed.clear();
        self.falling.clear();
        for (cube, count) in cubes.iter() {
            self.falling.extend((0..count).map(|_| cube));
        }
        self.stage = match self.falling.len() {
            0 => TowerStage::Still,
            1 => TowerStage::Fall { shelf: Shelf::Upper, next: 0, has_hit: false },
            count => TowerStage::Mix { last: count as u16 - 1 },
        };
    }

    /// The sides of the next draw, while a throw is in progress.
    pub fn sides(&self) -> Option<NonZeroU32> {
        NonZeroU32::new(match self.stage {
            TowerStage::Still => return None,
            TowerStage::Mix { last } => u32::from(last) + 1,
            TowerStage::Fall { has_hit: false, .. } => KNOCK_SIDES,
            TowerStage::Fall { has_hit: true, .. } => CATCH_SIDES,
        })
    }

    /// Takes a draw, and returns what comes out when the throw is over.
    pub fn draw(&mut self, value: u32) -> Option<Cubes> {
        match self.stage {
            TowerStage::Still => None,
            TowerStage::Mix { last } => {
                self.mix(last, value);
                None
            }
            TowerStage::Fall { shelf, next, has_hit: false } => {
                let cubes = if shelf == Shelf::Upper { &mut self.upper } else { &mut self.lower };
                if (value as usize) < cubes.len() {
                    self.passed.push(cubes.remove(value as usize));
                }
                self.stage = TowerStage::Fall { shelf, next, has_hit: true };
                None
            }
            TowerStage::Fall { shelf, next, has_hit: true } => {
                self.catch(shelf, next, value);
                self.go_on(shelf, next + 1)
            }
        }
    }

    /// How many cubes of each colour are inside, those that fall included.
    pub fn contents(&self) -> Cubes {
        let mut counts = Cubes::NONE;
        let fallen = match self.stage {
            TowerStage::Fall { next, .. } => usize::from(next),
            TowerStage::Still | TowerStage::Mix { .. } => 0,
        };
        let falling = self.falling.iter().skip(fallen);
        for cube in self.upper.iter().chain(&self.lower).chain(&self.passed).chain(falling) {
            counts[*cube] = counts[*cube].saturating_add(1);
        }
        counts
    }

    fn mix(&mut self, last: u16, value: u32) {
        let (one, other) = (usize::from(last), value as usize);
        if one < self.falling.len() && other < self.falling.len() {
            self.falling.swap(one, other);
        }
        self.stage = match last {
            0 | 1 => TowerStage::Fall { shelf: Shelf::Upper, next: 0, has_hit: false },
            _ => TowerStage::Mix { last: last - 1 },
        };
    }

    fn catch(&mut self, shelf: Shelf, next: u16, value: u32) {
        let Some(cube) = self.falling.get(usize::from(next)).copied() else { return };
        let cubes = if shelf == Shelf::Upper { &mut self.upper } else { &mut self.lower };
        if value < CATCH && cubes.len() < SHELF_CAPACITY {
            cubes.push(cube);
        } else {
            self.passed.push(cube);
        }
    }

    /// Lets the next cube pass, or goes on to the next shelf, or ends the throw.
    fn go_on(&mut self, shelf: Shelf, next: u16) -> Option<Cubes> {
        if usize::from(next) < self.falling.len() {
            self.stage = TowerStage::Fall { shelf, next, has_hit: false };
            return None;
        }
        core::mem::swap(&mut self.falling, &mut self.passed);
        self.passed.clear();
        if shelf == Shelf::Upper && !self.falling.is_empty() {
            self.stage = TowerStage::Fall { shelf: Shelf::Lower, next: 0, has_hit: false };
            return None;
        }
        self.stage = TowerStage::Still;
        let mut out = Cubes::NONE;
        for cube in self.falling.drain(..) {
            out[cube] += 1;
        }
        Some(out)
    }
}
