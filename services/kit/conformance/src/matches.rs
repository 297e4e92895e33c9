//! Positions of random matches, for what a game tests about itself.

use kit_rules::{Pending, Rules, SeatCount};

use crate::{Table, play};

/// Every number of seats with each of the options, each with so many seeds.
pub fn tables<G: Rules>(options: &[G::Options], seeds: u64) -> Vec<Table<G>> {
    let mut all = Vec::new();
    for seats in G::FACTS.seats_min..=G::FACTS.seats_max {
        for options in options {
            all.extend((0..seeds).map(|seed| Table::new(seats, options.clone(), seed)));
        }
    }
    all
}

impl<G: Rules> Table<G> {
    /// A table with so many seats.
    ///
    /// # Panics
    /// If no table has so many.
    pub fn new(seats: u32, options: G::Options, seed: u64) -> Self {
        let seats = SeatCount::new(seats).expect("a table has so many seats");
        Self { seats, options, seed }
    }

    /// Plays the match and shows every position with the events that led to it.
    ///
    /// # Panics
    /// If `visit` does, with what plays the same match again.
    pub fn play(&self, mut visit: impl FnMut(&G::State, &[G::Event])) {
        play::<G>(self.seed, self.seats, &self.options, |state, _, events| visit(state, events));
    }

    /// Shows the positions that are stored between two calls: those in which
    /// somebody is awaited, and the last.
    pub fn settled(&self, mut visit: impl FnMut(&G::State)) {
        self.play(|state, _| {
            if !matches!(G::pending(state), Pending::Draw { .. }) {
                visit(state);
            }
        });
    }

    /// Shows one in so many of them, for what takes longer to look at, and
    /// always the first and the last.
    pub fn now_and_then(&self, stride: usize, mut visit: impl FnMut(&G::State)) {
        let mut taken = 0_usize;
        self.settled(|state| {
            let is_over = matches!(G::pending(state), Pending::Over(_));
            if is_over || taken.is_multiple_of(stride) {
                visit(state);
            }
            taken += 1;
        });
    }

    /// Shows one in so many of all positions, those between two draws among
    /// them.
    pub fn here_and_there(&self, stride: usize, mut visit: impl FnMut(&G::State)) {
        let mut taken = 0_usize;
        self.play(|state, _| {
            if taken.is_multiple_of(stride) {
                visit(state);
            }
            taken += 1;
        });
    }

    /// The first position that is as wanted, if the match has one.
    pub fn find(&self, wanted: impl Fn(&G::State) -> bool) -> Option<G::State> {
        let mut found = None;
        self.play(|state, _| {
            if found.is_none() && wanted(state) {
                found = Some(state.clone());
            }
        });
        found
    }

    /// The first position that is as wanted.
    ///
    /// # Panics
    /// If the match has none.
    pub fn first(&self, wanted: impl Fn(&G::State) -> bool) -> G::State {
        self.find(wanted).unwrap_or_else(|| panic!("no such position in {self}"))
    }

    /// The position after so many steps.
    ///
    /// # Panics
    /// If the match is shorter.
    pub fn after(&self, steps: usize) -> G::State {
        let mut taken = 0;
        let mut found = None;
        self.play(|state, _| {
            if taken == steps {
                found = Some(state.clone());
            }
            taken += 1;
        });
        found.unwrap_or_else(|| panic!("{self} has less than {steps} steps"))
    }
}
