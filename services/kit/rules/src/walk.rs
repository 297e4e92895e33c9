//! Operations that follow from [`Rules`], as free functions so that no game
//! can change what they mean.

use alloc::vec::Vec;
use core::num::NonZeroU32;

use crate::{Outcome, Pending, Refusal, Rules, SeatCount, Step};

/// A position together with everything that led to it.
pub type Walked<R> = (<R as Rules>::State, Vec<<R as Rules>::Event>);

/// Takes one step if it fits what is pending.
///
/// # Errors
/// If the seat is not awaited, the draw is not pending, or the rules refuse.
/// The state and the events are then as before.
pub fn take<R: Rules>(
    state: &mut R::State,
    step: &Step<R::Action>,
    events: &mut Vec<R::Event>,
) -> Result<(), Refusal<R::Violation>> {
    match (R::pending(state), step) {
        (Pending::Seats(seats), Step::Act { seat, .. }) if seats.contains(*seat) => {}
        (_, Step::Act { seat, .. }) => return Err(Refusal::NotAwaited(*seat)),
        (Pending::Draw { sides }, Step::Drawn(value)) if *value < sides.get() => {}
        (_, Step::Drawn(_)) => return Err(Refusal::NoSuchDraw),
    }
    R::apply(state, step, events).map_err(Refusal::Rule)
}

/// Plays recorded steps from the beginning and returns the last position with
/// all events.
///
/// # Errors
/// If the setup or a step is refused.
pub fn replay<R: Rules>(
    options: &R::Options,
    seats: SeatCount,
    steps: &[Step<R::Action>],
) -> Result<Walked<R>, Refusal<R::Violation>> {
    let mut events = Vec::new();
    let mut state = R::setup(options, seats, &mut events).map_err(Refusal::Rule)?;
    for step in steps {
        take::<R>(&mut state, step, &mut events)?;
    }
    Ok((state, events))
}

/// Plays a whole match, every choice and every draw made by `choose`, which
/// gets the number of possibilities. Returns how many steps it took and how it
/// ended. Retractions are chosen only if there is nothing else, so that the
/// match ends.
///
/// # Errors
/// If the setup refuses the options, or if the game is broken: a listed action
/// is refused, or an awaited seat has none.
pub fn play_out<R: Rules>(
    options: &R::Options,
    seats: SeatCount,
    mut choose: impl FnMut(NonZeroU32) -> u32,
) -> Result<(u32, Outcome), Refusal<R::Violation>> {
    let mut events = Vec::new();
    let mut actions = Vec::new();
    let mut state = R::setup(options, seats, &mut events).map_err(Refusal::Rule)?;
    for steps in 0.. {
        let step = match R::pending(&state) {
            Pending::Over(outcome) => return Ok((steps, outcome)),
            Pending::Draw { sides } => Step::Drawn(choose(sides)),
            Pending::Seats(awaited) => {
                let seat = awaited.iter().next().expect("Pending::Seats is never empty");
                actions.clear();
                R::legal_actions(&state, seat, &mut actions);
                if actions.iter().any(|action| !R::is_retraction(action)) {
                    actions.retain(|action| !R::is_retraction(action));
                }
                let count = NonZeroU32::new(actions.len() as u32);
                let choice = choose(count.ok_or(Refusal::NotAwaited(seat))?);
                Step::Act { seat, action: actions.swap_remove(choice as usize) }
            }
        };
        events.clear();
        R::apply(&mut state, &step, &mut events).map_err(Refusal::Rule)?;
    }
    unreachable!("a match ends before the steps can't be counted any more")
}

/// Counts the lines of play of exactly `depth` steps from a position, draws
/// included. A line that ends early does not count.
///
/// # Panics
/// If a listed action is refused, which no conforming game does.
pub fn perft<R: Rules>(state: &R::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let steps: Vec<Step<R::Action>> = match R::pending(state) {
        Pending::Over(_) => return 0,
        Pending::Draw { sides } => (0..sides.get()).map(Step::Drawn).collect(),
        Pending::Seats(seats) => {
            let mut steps = Vec::new();
            for seat in seats.iter() {
                let mut actions = Vec::new();
                R::legal_actions(state, seat, &mut actions);
                steps.extend(actions.into_iter().map(|action| Step::Act { seat, action }));
            }
            steps
        }
    };
    steps
        .iter()
        .map(|step| {
            let mut next = state.clone();
            take::<R>(&mut next, step, &mut Vec::new()).expect("what is listed is accepted");
            perft::<R>(&next, depth - 1)
        })
        .sum()
}
