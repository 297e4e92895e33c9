//! Cubes on their way between supplies, map and tray.

use kit_rules::Seat;

use crate::number::{ARMIES, FARMERS};
use crate::state::State;
use crate::{Cube, Cubes, Province};

impl State {
    /// How many cubes of each colour are inside the tower, as everybody can
    /// tell: all that are nowhere else.
    pub fn in_tower(&self) -> Cubes {
        let outside = self.outside_tower();
        let mut inside = Cubes::farmers(FARMERS.saturating_sub(outside[Cube::FARMER]));
        for army in self.seats.seats().map(Cube::army) {
            inside[army] = ARMIES.saturating_sub(outside[army]);
        }
        inside
    }

    /// The cubes in supplies, on the map and in the tray.
    pub(crate) fn outside_tower(&self) -> Cubes {
        let mut outside = self.tray;
        let mut add = |cube: Cube, count: u8| outside[cube] = outside[cube].saturating_add(count);
        for seat in self.seats.seats() {
            add(Cube::army(seat), self.player(seat).supply);
        }
        for holding in &self.provinces {
            if let Some(owner) = holding.owner {
                add(Cube::army(owner), holding.armies);
            }
        }
        add(Cube::FARMER, self.farmers);
        outside
    }

    /// Puts armies of the supply into a province, which then belongs to the
    /// seat.
    pub(crate) fn settle(&mut self, seat: Seat, province: Province, armies: u8) {
        let armies = self.take_armies(seat, armies);
        let holding = self.holding_mut(province);
        holding.owner = Some(seat);
        holding.armies = armies;
    }

    /// Takes so many armies out of a supply, or all that are there.
    pub(crate) fn take_armies(&mut self, seat: Seat, wanted: u8) -> u8 {
        let supply = &mut self.player_mut(seat).supply;
        let taken = wanted.min(*supply);
        *supply -= taken;
        taken
    }

    /// Takes so many farmers out of their supply, or all that are there
    /// (SHO-9.19).
    pub(crate) fn take_farmers(&mut self, wanted: u8) -> u8 {
        let taken = wanted.min(self.farmers);
        self.farmers -= taken;
        taken
    }

    /// Puts cubes of the tray back into their supply.
    pub(crate) fn return_cubes(&mut self, cube: Cube, count: u8) {
        self.tray[cube] = self.tray[cube].saturating_sub(count);
        let supply = match cube.owner() {
            Some(seat) => &mut self.player_mut(seat).supply,
            None => &mut self.farmers,
        };
        *supply = supply.saturating_add(count);
    }

    /// Puts cubes of the tray into a province, which then belongs to the seat.
    pub(crate) fn garrison(&mut self, seat: Seat, province: Province, armies: u8) {
        let cube = Cube::army(seat);
        self.tray[cube] = self.tray[cube].saturating_sub(armies);
        let holding = self.holding_mut(province);
        holding.owner = Some(seat);
        holding.armies = armies;
    }
}
