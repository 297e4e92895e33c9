//! The provinces of the board: the table comes from the data file.

use crate::Troop;
use crate::lanes::Gift;
use crate::troop::Pool;

include!(concat!(env!("OUT_DIR"), "/provinces.rs"));

kit_rules::indexed! {
    pub struct Province: ProvinceFacts in PROVINCES, shown by name
}

impl Province {
    /// The troop that is printed on it.
    pub fn troop(self) -> Troop {
        self.facts().troop
    }

    /// How many figures stand beside the gate.
    pub fn open_figures(self) -> u8 {
        self.facts().open
    }

    pub fn gate_figures(self) -> u8 {
        self.facts().gate
    }

    /// The number printed on each position: its price in koku and its points.
    pub fn values(self) -> &'static [u8; POSITIONS] {
        &self.facts().values
    }

    /// Row and column on the printed board, from 1.
    pub fn place(self) -> (u8, u8) {
        (self.facts().row, self.facts().column)
    }

    /// The troops that it takes to control it, with this tile on the gate.
    pub fn troops_needed(self, face: Option<Troop>) -> Pool {
        self.troops_asked(face).pool()
    }

    /// The same, all numbers in one word.
    pub(crate) fn troops_asked(self, face: Option<Troop>) -> Gift {
        let ProvinceFacts { troop, open, gate, .. } = self.facts();
        let own = Gift::one(troop.index());
        match face {
            Some(face) => own.times(*open).with(Gift::one(face.index())),
            None => own.times(open + gate),
        }
    }
}

/// A row of the generated table.
struct ProvinceFacts {
    id: &'static str,
    name: &'static str,
    troop: Troop,
    open: u8,
    gate: u8,
    values: [u8; POSITIONS],
    row: u8,
    column: u8,
}
