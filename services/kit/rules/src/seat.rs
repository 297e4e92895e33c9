//! Seats are numbered from one; zero is nobody and has no value here.

use core::fmt;

/// The most seats that a game may have.
pub const SEATS_MAX: u8 = 8;

/// A place at the table, from 1 to [`SEATS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if there can be one.
    pub const fn new(number: u32) -> Option<Self> {
        if number >= 1 && number <= SEATS_MAX as u32 { Some(Self(number as u8)) } else { None }
    }

    /// The seat at this place in a list of all seats.
    ///
    /// # Panics
    /// If `index` is not below [`SEATS_MAX`].
    pub const fn from_index(index: usize) -> Self {
        assert!(index < SEATS_MAX as usize, "a seat's index is below SEATS_MAX");
        Self(index as u8 + 1)
    }

    /// The number as people and bytes see it, from 1.
    pub const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The place in a list of all seats, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The next seat clockwise at a table of this size.
    #[must_use]
    pub const fn next(self, seats: SeatCount) -> Self {
        if self.0 >= seats.0 { Self(1) } else { Self(self.0 + 1) }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat {}", self.0)
    }
}

/// How many seats a match has, from 1 to [`SEATS_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatCount(u8);

impl SeatCount {
    /// This many seats, if a table can have them.
    pub const fn new(seats: u32) -> Option<Self> {
        if seats >= 1 && seats <= SEATS_MAX as u32 { Some(Self(seats as u8)) } else { None }
    }

    /// The number of seats.
    pub const fn get(self) -> usize {
        self.0 as usize
    }

    /// All seats in order.
    pub fn seats(self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..self.get()).map(Seat::from_index)
    }

    /// Whether the seat stands at this table.
    pub const fn has(self, seat: Seat) -> bool {
        seat.0 <= self.0
    }
}

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// Just this seat.
    pub const fn only(seat: Seat) -> Self {
        Self(1 << (seat.0 - 1))
    }

    /// All seats of a table.
    pub const fn all(seats: SeatCount) -> Self {
        Self(((1u16 << seats.0) - 1) as u8)
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << (seat.0 - 1)) != 0
    }

    /// Puts the seat into the set.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << (seat.0 - 1);
    }

    /// Takes the seat out of the set.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << (seat.0 - 1));
    }

    /// Whether nobody is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in the set.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The seats, ascending.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..SEATS_MAX as usize).map(Seat::from_index).filter(move |seat| self.contains(*seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn seats_are_numbered_from_one_and_go_round_the_table() {
        assert_eq!(Seat::new(0), None);
        assert_eq!(Seat::new(9), None);
        let three = SeatCount::new(3).expect("three seats are possible");
        let order: Vec<u32> = three.seats().map(|seat| seat.next(three).number()).collect();
        assert_eq!(order, [2, 3, 1]);
    }

    #[test]
    fn a_set_of_all_eight_seats_fits() {
        let eight = SeatCount::new(8).expect("eight seats are possible");
        let mut set = SeatSet::all(eight);
        assert_eq!(set.len(), 8);
        set.remove(Seat::from_index(7));
        assert_eq!(set.iter().map(Seat::number).max(), Some(7));
    }
}
