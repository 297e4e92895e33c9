//! The [`Rules`] trait: everything a game has to say about itself.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::num::NonZeroU32;

use crate::{Outcome, Seat, SeatCount, SeatSet};

/// A game.
///
/// The state is complete and knows no future: a pile is a set, and a card is
/// drawn when it is needed. Chance is a step like any other: when
/// [`Rules::pending`] asks for a draw, the next step is [`Step::Drawn`].
///
/// # Example
///
/// A whole game, and one match of it:
///
/// ```
#[doc = include_str!("../doc/nim.rs.txt")]
///
/// let seats = SeatCount::new(2).expect("a table has two seats");
/// let (ann, bob) = (Seat::from_index(0), Seat::from_index(1));
/// let act = |seat, count| Step::Act { seat, action: Take(count) };
///
/// let steps = [Step::Drawn(3), act(ann, 1), act(bob, 3)];
/// let (end, events) = kit_rules::replay::<Nim>(&(), seats, &steps)?;
/// let report: Vec<String> = events.iter().map(Event::to_string).collect();
/// assert_eq!(report, ["A heap of 4.", "Seat 1 takes 1.", "Seat 2 takes 3."]);
/// let Pending::Over(outcome) = Nim::pending(&end) else { panic!("nothing is left") };
/// assert!(outcome.winners().eq([bob]));
///
/// // Whatever is not listed is refused, by the rule that forbids it.
/// let refused = kit_rules::replay::<Nim>(&(), seats, &[Step::Drawn(3), act(ann, 4)]);
/// assert_eq!(refused.unwrap_err(), kit_rules::Refusal::Rule(NotThatMany));
/// # Ok::<(), kit_rules::Refusal<NotThatMany>>(())
/// ```
pub trait Rules: Sized + 'static {
    /// What holds for all matches of the game.
    const FACTS: Facts;

    /// The choices made when a match is created. The default is the game as
    /// its `RULES.md` reads it.
    type Options: Clone + Debug + Default + Eq;
    /// Everything there is to know about a position.
    type State: Clone + Debug + Eq;
    /// Something that a seat does. Its order is the order of the legal list.
    type Action: Clone + Debug + Display + Ord;
    /// Something that happened, told like a sentence of a game report.
    type Event: Clone + Debug + Display + Eq;
    /// A refusal that knows its rule.
    type Violation: Violation;

    /// The position in which a match begins. `seats` is within
    /// [`Facts::seats_min`] and [`Facts::seats_max`].
    ///
    /// # Errors
    /// If the options do not fit together or not this number of seats.
    fn setup(
        options: &Self::Options,
        seats: SeatCount,
        events: &mut Vec<Self::Event>,
    ) -> Result<Self::State, Self::Violation>;

    /// What the match waits for.
    fn pending(state: &Self::State) -> Pending;

    /// Appends every action that [`Rules::apply`] accepts of this seat now,
    /// sorted and without duplicates; nothing if the seat is not awaited. What
    /// a seat may do depends only on what it may see.
    fn legal_actions(state: &Self::State, seat: Seat, actions: &mut Vec<Self::Action>);

    /// Takes one step and appends what happened. Callers go through
    /// [`crate::take`], which checks that the step fits what is pending.
    ///
    /// # Errors
    /// If the action is illegal; then neither the state nor the events have
    /// changed.
    fn apply(
        state: &mut Self::State,
        step: &Step<Self::Action>,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Self::Violation>;

    /// The ids of the rules that caused an event.
    fn causes(event: &Self::Event) -> &'static [&'static str];

    /// Whether an event shows somebody what was hidden from them before, so
    /// that the step can never be taken back.
    fn reveals(_event: &Self::Event) -> bool {
        false
    }

    /// What somebody at the table notices of an event: a seat, or a spectator if
    /// there is none. This is what the rules say about secrets. It is written
    /// down apart from the schema's audiences, by which the orchestrator redacts,
    /// so that the two can be held against each other.
    fn seen(event: &Self::Event, viewer: Option<Seat>) -> Seen;

    /// Whether nobody but the acting seat may notice the action, as in secret
    /// planning: it changes nothing that others can see.
    fn is_secret(_action: &Self::Action) -> bool {
        false
    }

    /// Whether the action only takes back an earlier step of the same seat.
    /// Such actions do not count towards [`Facts::steps_max`], since a seat
    /// may rearrange its plan as often as it likes.
    fn is_retraction(_action: &Self::Action) -> bool {
        false
    }
}

/// What holds for all matches of a game.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// Short name in lower case.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// A sentence or two for people who choose a game: what it is, and what they should know of it.
    pub summary: &'static str,
    /// Version of the rules; raised whenever a golden playthrough changes.
    pub rules_version: &'static str,
    /// Smallest number of seats.
    pub seats_min: u32,
    /// Largest number of seats.
    pub seats_max: u32,
    /// Upper bound on the steps of a match, retractions not counted.
    pub steps_max: u32,
    /// The choices that can be made when a match is created.
    pub options: &'static [OptionFact],
}

/// One choice that can be made when a match is created.
#[derive(Clone, Copy, Debug)]
pub struct OptionFact {
    /// Name of the option.
    pub name: &'static str,
    /// What it changes, in one sentence.
    pub help: &'static str,
    /// The values it takes, as they are written on a command line.
    pub values: &'static [&'static str],
    /// The value that holds when none is given.
    pub default: &'static str,
}

/// What somebody notices of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// All of it.
    Whole,
    /// This much, as a sentence: two events that differ only in what is hidden
    /// read the same.
    Part(String),
    /// Not even that something happened.
    Nothing,
}

/// What a match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// These seats, never none. Several act at the same time, in any order.
    Seats(SeatSet),
    /// A random number below `sides`.
    Draw {
        /// The number of possible values.
        sides: NonZeroU32,
    },
    /// Nothing: the match is over.
    Over(Outcome),
}

impl Pending {
    /// This seat alone.
    pub fn only(seat: Seat) -> Self {
        Self::Seats(SeatSet::only(seat))
    }

    /// A draw among so many. A view may not know what can be drawn; one side stands
    /// for that.
    pub fn draw(sides: usize) -> Self {
        Self::Draw { sides: NonZeroU32::new(sides as u32).unwrap_or(NonZeroU32::MIN) }
    }

    /// The seats that are awaited; empty if it is a draw or the match is over.
    pub fn seats(&self) -> SeatSet {
        match self {
            Self::Seats(seats) => *seats,
            Self::Draw { .. } | Self::Over(_) => SeatSet::EMPTY,
        }
    }
}

/// One step of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<A> {
    /// A seat acts.
    Act {
        /// The acting seat.
        seat: Seat,
        /// What it does.
        action: A,
    },
    /// A random number, below the sides that were asked for.
    Drawn(u32),
}

/// A refusal that knows which rule it enforces.
pub trait Violation: core::error::Error + Clone + Eq + Send + Sync + 'static {
    /// The id of the rule, for example "SAM-7.1".
    fn rule(&self) -> &'static str;
}

/// Why a step was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal<V: Violation> {
    /// The seat is not to act.
    #[error("{0} is not to act now")]
    NotAwaited(Seat),
    /// A number came where none was asked for, or one that is too large.
    #[error("no draw with this value is pending")]
    NoSuchDraw,
    /// The rules say no.
    #[error(transparent)]
    Rule(V),
}
