//! Positions that somebody tampered with: they are refused, or can be played to
//! the end like any other.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;

use kit_rules::{Pending, Rules, Seat};

use crate::laws::corpus::sample;
use crate::play::{begin, legal};
use crate::{Chance, RandomPlay, Table, Weight, check};

/// A chain of draws may be long, and each of its positions like the last: one in
/// so many of them is checked.
const DRAWS_PER_CHECK: u32 = 16;
/// A match may make thousands of draws: one position between them is tampered
/// with for so many others.
const SETTLED_PER_DRAWING: usize = 8;

/// How a game guards its positions, and how to get past its guards.
pub struct Tampering<G: Rules, F> {
    /// How many positions of a match are tampered with.
    pub positions: usize,
    /// Whether the game can go on from a position that came from outside.
    pub guard: fn(&G::State) -> Result<(), F>,
    /// What a seat sees of a position.
    pub view: fn(&G::State, Seat) -> G::State,
    /// Whether a seat can decide by what it sees.
    pub guard_view: fn(&G::State, Seat) -> Result<(), F>,
    /// Whether the rules survive a step in a view, too, which need not be a
    /// position.
    pub steps_in_views: bool,
    /// Changes something, whether it fits or not.
    pub tamper: fn(&mut G::State, &mut Chance),
    /// How likely an action is to be chosen, where even chance leads nowhere.
    pub weight: Option<Weight<G>>,
}

/// What came of all positions.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many were refused.
    pub refused: usize,
    /// How many were played to the end.
    pub played: usize,
    /// The kinds of faults that were found.
    pub faults: BTreeSet<String>,
}

impl<G: Rules, F: fmt::Debug> Tampering<G, F> {
    /// Tampers with positions of every table: each is refused, or everything
    /// that follows from it to the end of the match is a position as well. No
    /// view of one makes the rules panic, and these are the kinds of faults that
    /// are found.
    ///
    /// # Errors
    /// The first breach, and how to see it again; or what else was found.
    pub fn check(&self, options: &[G::Options], faults: &[&str]) -> Result<Tally, String> {
        let tally = RefCell::default();
        check::<G>(options, |table| self.meddle(table, &mut tally.borrow_mut()))?;
        let tally: Tally = tally.into_inner();
        if tally.faults.iter().map(String::as_str).eq(faults.iter().copied()) {
            return Ok(tally);
        }
        Err(format!("not every kind of fault is found, or more than these: {:?}", tally.faults))
    }

    /// Asserts it.
    ///
    /// # Panics
    /// With the breach, if there is one.
    pub fn hold(&self, options: &[G::Options], faults: &[&str]) -> Tally {
        self.check(options, faults).unwrap_or_else(|breach| panic!("{breach}"))
    }

    fn meddle(&self, table: &Table<G>, tally: &mut Tally) -> Result<(), String> {
        let mut chance = Chance::new(table.seed << 8 | table.seats.get() as u64);
        for mut state in self.some_positions(table)? {
            for _ in 0..=chance.below(2) {
                (self.tamper)(&mut state, &mut chance);
            }
            // The same seed for every position would draw the same numbers.
            let table = table.with_seed(u64::from(chance.below(u32::MAX)));
            self.look(&table, &state)?;
            match (self.guard)(&state) {
                Err(fault) => {
                    tally.refused += 1;
                    tally.faults.insert(kind(&fault));
                }
                Ok(()) => {
                    self.play_on(&table, state.clone())
                        .map_err(|why| format!("{why}\n  from {state:?}"))?;
                    tally.played += 1;
                }
            }
        }
        Ok(())
    }

    /// Some positions of a match, most of them such as are stored.
    fn some_positions(&self, table: &Table<G>) -> Result<Vec<G::State>, String> {
        let mut game = self.begin(table)?;
        let (mut settled, mut drawing) = (Vec::new(), Vec::new());
        while let Some(step) = game.choose()? {
            game.take(&step)?;
            let kept = if is_drawing::<G>(game.state()) { &mut drawing } else { &mut settled };
            kept.push(game.state().clone());
        }
        let mut numbers = table.numbers(6);
        let mut some = sample(&mut numbers, &settled, self.positions);
        some.extend(sample(&mut numbers, &drawing, self.positions / SETTLED_PER_DRAWING));
        Ok(some)
    }

    /// Lets every seat look at what it sees.
    fn look(&self, table: &Table<G>, state: &G::State) -> Result<(), String> {
        for viewer in (1..=G::FACTS.seats_max).filter_map(Seat::new) {
            let seen = (self.view)(state, viewer);
            if (self.guard_view)(&seen, viewer).is_err() {
                continue;
            }
            legal::<G>(&seen, viewer);
            drop(G::pending(&seen));
            let mut game = self.begin(table)?.at(seen);
            // Anything may come of it but a panic.
            if self.steps_in_views
                && let Ok(Some(step)) = game.choose()
            {
                drop(game.take(&step));
            }
        }
        Ok(())
    }

    /// Plays a position to its end, which has to come.
    fn play_on(&self, table: &Table<G>, state: G::State) -> Result<(), String> {
        let mut game = self.begin(table)?.at(state);
        let mut draws = 0;
        while let Some(step) = game.choose()? {
            game.take(&step)?;
            draws = if is_drawing::<G>(game.state()) { draws + 1 } else { 0 };
            if draws % DRAWS_PER_CHECK < 2 {
                (self.guard)(game.state())
                    .map_err(|fault| format!("it leads to no position: {fault:?}"))?;
            }
        }
        Ok(())
    }

    fn begin(&self, table: &Table<G>) -> Result<RandomPlay<G>, String> {
        let (game, _) = begin(table)?;
        Ok(match self.weight {
            Some(weight) => game.weighted(weight),
            None => game,
        })
    }
}

fn is_drawing<G: Rules>(state: &G::State) -> bool {
    matches!(G::pending(state), Pending::Draw { .. })
}

/// The name of a fault, without what it is about.
fn kind(fault: &impl fmt::Debug) -> String {
    let text = format!("{fault:?}");
    text.split(" {").next().unwrap_or_default().to_owned()
}
