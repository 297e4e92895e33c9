//! Actions to try where they may not belong.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use kit_rules::{Rules, Seat};
use match_orchestrator_draws::Numbers;

use crate::play::legal;
use crate::{Table, walk};

/// How many gathered actions are tried in one position by one seat.
const TRIED_MAX: usize = 48;
/// How many listed actions are tried in one position by one seat.
const LISTED_TRIED_MAX: usize = 64;

/// Actions that were legal for some seat in some position of another match at
/// the same table.
pub(crate) struct Corpus<G: Rules> {
    actions: Vec<G::Action>,
    numbers: Numbers,
}

impl<G: Rules> Corpus<G> {
    pub(crate) fn gather(table: &Table<G>) -> Result<Self, String> {
        let mut actions = BTreeSet::new();
        walk(&table.with_seed(!table.seed), |state, _, _| {
            for seat in table.seats.seats() {
                actions.extend(legal::<G>(state, seat));
            }
            Ok(())
        })?;
        Ok(Self { actions: actions.into_iter().collect(), numbers: table.numbers(1) })
    }

    /// Some actions that the seat does not list: gathered ones, and those that
    /// the other seats list now.
    pub(crate) fn unlisted(
        &mut self,
        table: &Table<G>,
        state: &G::State,
        seat: Seat,
    ) -> Vec<G::Action> {
        let listed = legal::<G>(state, seat);
        let mut tried = sample(&mut self.numbers, &self.actions, TRIED_MAX);
        for other in table.seats.seats().filter(|other| *other != seat) {
            tried.extend(sample(&mut self.numbers, &legal::<G>(state, other), TRIED_MAX));
        }
        tried.sort();
        tried.dedup();
        tried.retain(|action| !listed.contains(action));
        tried
    }

    /// Some actions that the seat lists; all, unless there are very many.
    pub(crate) fn listed(&mut self, state: &G::State, seat: Seat) -> Vec<G::Action> {
        sample(&mut self.numbers, &legal::<G>(state, seat), LISTED_TRIED_MAX)
    }
}

/// All items if there are few, else as many as are wanted, at random.
pub(crate) fn sample<T: Clone>(numbers: &mut Numbers, items: &[T], wanted: usize) -> Vec<T> {
    if items.len() <= wanted {
        return items.to_vec();
    }
    let sides = NonZeroU32::new(items.len() as u32).expect("more than the wanted are some");
    (0..wanted).map(|_| items[numbers.below(sides) as usize].clone()).collect()
}
