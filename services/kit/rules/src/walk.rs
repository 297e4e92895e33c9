//! Operations that follow from [`Rules`], as free functions so that no game
//! can change what they mean.

use alloc::vec::Vec;

use crate::{Pending, Refusal, Rules, SeatCount, Step};

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
) -> Result<(R::State, Vec<R::Event>), Refusal<R::Violation>> {
    let mut events = Vec::new();
    let mut state = R::setup(options, seats, &mut events).map_err(Refusal::Rule)?;
    for step in steps {
        take::<R>(&mut state, step, &mut events)?;
    }
    Ok((state, events))
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
