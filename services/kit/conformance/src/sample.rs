//! Samples of random games for what a game tests about itself, the same in every
//! run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use kit_rules::{Pending, Rules, Seat, Step, take};

use crate::{Chance, Table, legal};

impl<G: Rules> Table<G> {
    /// Runs a test on this table, and names the table if it fails.
    ///
    /// # Panics
    /// If the test does.
    pub fn named(&self, test: impl FnOnce(&Self)) {
        let outcome = catch_unwind(AssertUnwindSafe(|| test(self)));
        assert!(outcome.is_ok(), "failed in {self}");
    }

    /// Plays a match by the numbers of a seed and shows every step with what it
    /// led to. Every awaited seat is equally likely to act next; `choose` says what
    /// it does.
    ///
    /// # Panics
    /// If the match does not end, or what is listed is refused.
    pub fn play_by(
        &self,
        seed: u64,
        mut choose: impl FnMut(&G::State, Seat, &[G::Action], &mut Chance) -> G::Action,
        mut look: impl FnMut(&Step<G::Action>, &G::State, &[G::Event]),
    ) {
        let mut chance = Chance::new(seed);
        let (mut events, mut actions) = (Vec::new(), Vec::new());
        let mut state = G::setup(&self.options, self.seats, &mut events).expect("the options fit");
        // Steps that were taken back are taken again, so this is more than the bound.
        for _ in 0..4 * G::FACTS.steps_max {
            let step = match G::pending(&state) {
                Pending::Over(_) => return,
                Pending::Draw { sides } => Step::Drawn(chance.below(sides.get())),
                Pending::Seats(awaited) => {
                    let seat = awaited.iter().nth(chance.below(awaited.len() as u32) as usize);
                    let seat = seat.expect("somebody is awaited");
                    actions.clear();
                    G::legal_actions(&state, seat, &mut actions);
                    Step::Act { seat, action: choose(&state, seat, &actions, &mut chance) }
                }
            };
            events.clear();
            take::<G>(&mut state, &step, &mut events).expect("what is listed is accepted");
            look(&step, &state, &events);
        }
        panic!("the match does not end");
    }
}

/// Any of the actions, each as likely as any other.
pub fn any_action<A: Clone>(actions: &[A], chance: &mut Chance) -> A {
    actions[chance.below(actions.len() as u32) as usize].clone()
}

/// Asserts that an awaited seat lists exactly those of all actions that there are
/// which the rules accept, and that a refusal changes nothing.
///
/// # Panics
/// If it does not.
pub fn lists_what_is_accepted<G: Rules>(state: &G::State, seat: Seat, universe: &[G::Action]) {
    let listed = legal::<G>(state, seat);
    assert!(listed.is_sorted() && !listed.is_empty(), "{listed:?}");
    let is_accepted = |action: &G::Action| {
        let (mut next, mut events) = (state.clone(), Vec::new());
        let step = Step::Act { seat, action: action.clone() };
        let answer = take::<G>(&mut next, &step, &mut events);
        if answer.is_err() {
            assert_eq!((&next, events.len()), (state, 0), "a refusal changes nothing");
        }
        answer.is_ok()
    };
    let accepted: Vec<G::Action> = universe.iter().filter(|it| is_accepted(it)).cloned().collect();
    assert_eq!(listed, accepted);
}
