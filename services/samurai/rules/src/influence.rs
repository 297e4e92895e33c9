//! Influence of the seats on one figure.

use kit_rules::{Seat, SeatCount};

use crate::state::SEATS_MAX;

/// What each seat has to say about one figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Influence {
    seats: SeatCount,
    totals: [u8; SEATS_MAX],
}

impl Influence {
    /// These totals, in the order of the seats, if a table can have so many.
    pub fn new(totals: &[u8]) -> Option<Self> {
        let seats = SeatCount::new(totals.len() as u32)?;
        let mut all = [0; SEATS_MAX];
        all.get_mut(..totals.len())?.copy_from_slice(totals);
        Some(Self { seats, totals: all })
    }

    /// The totals of a table.
    pub(crate) fn of(seats: SeatCount, totals: [u8; SEATS_MAX]) -> Self {
        Self { seats, totals }
    }

    /// The totals in the order of the seats.
    pub fn totals(&self) -> &[u8] {
        &self.totals[..self.seats.get()]
    }

    pub fn most(&self) -> u8 {
        self.totals.into_iter().max().unwrap_or(0)
    }

    /// The only seat that has the most, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let mut leaders = self.leaders();
        let first = leaders.next();
        if leaders.next().is_some() { None } else { first }
    }

    /// The seats that have the most.
    pub fn leaders(&self) -> impl Iterator<Item = Seat> + '_ {
        let most = self.most();
        self.seats.seats().filter(move |seat| self.totals[seat.index()] == most)
    }
}
