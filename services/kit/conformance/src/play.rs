//! Random matches from a seed.

use std::fmt;
use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kit_rules::{Pending, Rules, Seat, SeatCount, Step, take};
use match_orchestrator_draws::Numbers;

/// How often a random match takes a step back at most.
const RETRACTIONS_MAX: u32 = 24;
/// One choice in so many is a retraction, where there is one.
const RETRACTION_ONE_IN: u32 = 8;

/// What a random match follows from: the same table always plays the same way.
pub struct Table<G: Rules> {
    /// How many sit at it.
    pub seats: SeatCount,
    /// What was agreed.
    pub options: G::Options,
    /// Where all chance comes from.
    pub seed: u64,
}

impl<G: Rules> Table<G> {
    /// The same table with another match on it.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { seats: self.seats, options: self.options.clone(), seed }
    }

    /// Chance for a purpose of its own, apart from the match and other purposes.
    pub fn numbers(&self, purpose: u8) -> Numbers {
        let mut entropy = [0; 32];
        entropy[..8].copy_from_slice(&self.seed.to_le_bytes());
        entropy[8] = self.seats.get() as u8;
        entropy[9] = purpose;
        Numbers::new(&entropy)
    }
}

impl<G: Rules> Clone for Table<G> {
    fn clone(&self) -> Self {
        self.with_seed(self.seed)
    }
}

impl<G: Rules<Options: Copy>> Copy for Table<G> {}

impl<G: Rules> fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<G: Rules> fmt::Display for Table<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seats, options, seed } = self;
        write!(f, "{}, {} seats, {options:?}, seed {seed}", G::FACTS.title, seats.get())
    }
}

/// A random match in progress.
///
/// Every awaited seat is equally likely to act next, and every forward action
/// equally likely to be chosen, unless they are weighted. Retractions are rare
/// and bounded.
pub struct RandomPlay<G: Rules> {
    state: G::State,
    numbers: Numbers,
    retractions: u32,
    steps_left: u64,
    weight: Option<Weight<G>>,
}

/// How likely an action is to be chosen, compared to others.
pub type Weight<G> = fn(&<G as Rules>::State, Seat, &<G as Rules>::Action) -> u32;

impl<G: Rules> RandomPlay<G> {
    /// Sets the match up and tells what happened.
    ///
    /// # Errors
    /// If the rules refuse the table.
    pub fn begin(table: &Table<G>) -> Result<(Self, Vec<G::Event>), G::Violation> {
        let mut events = Vec::new();
        let state = G::setup(&table.options, table.seats, &mut events)?;
        // Steps that were taken back are taken again, so the bound of a match
        // that goes straight on would be too tight here.
        let steps_left = 4 * u64::from(G::FACTS.steps_max) + u64::from(RETRACTIONS_MAX);
        let numbers = table.numbers(0);
        let retractions = RETRACTIONS_MAX;
        Ok((Self { state, numbers, retractions, steps_left, weight: None }, events))
    }

    /// Takes steps back only where nothing else can be done.
    #[must_use]
    pub fn straight_on(mut self) -> Self {
        self.retractions = 0;
        self
    }

    /// Chooses like somebody who wants to get on, in games where even chance
    /// leads nowhere.
    #[must_use]
    pub fn weighted(mut self, weight: Weight<G>) -> Self {
        self.weight = Some(weight);
        self
    }

    /// Goes on from another position of the same match.
    #[must_use]
    pub fn at(mut self, state: G::State) -> Self {
        self.state = state;
        self
    }

    /// The position.
    pub const fn state(&self) -> &G::State {
        &self.state
    }

    /// Chooses a random step; `None` when it is over.
    ///
    /// # Errors
    /// If the match can't go on, though it is not over, or never ends.
    pub fn choose(&mut self) -> Result<Option<Step<G::Action>>, String> {
        let step = match G::pending(&self.state) {
            Pending::Over(_) => return Ok(None),
            Pending::Draw { sides } => Step::Drawn(self.numbers.below(sides)),
            Pending::Seats(seats) => {
                let seats: Vec<Seat> = seats.iter().collect();
                let seat = *self.pick(&seats).ok_or("nobody is awaited, yet it is not over")?;
                Step::Act { seat, action: self.choose_action(seat)? }
            }
        };
        self.steps_left = self.steps_left.checked_sub(1).ok_or("the match does not end")?;
        Ok(Some(step))
    }

    /// Takes a step and tells what happened.
    ///
    /// # Errors
    /// If the rules refuse it.
    pub fn take(&mut self, step: &Step<G::Action>) -> Result<Vec<G::Event>, String> {
        let mut events = Vec::new();
        take::<G>(&mut self.state, step, &mut events)
            .map_err(|refusal| format!("{} is refused: {refusal}", tell(step)))?;
        Ok(events)
    }

    fn choose_action(&mut self, seat: Seat) -> Result<G::Action, String> {
        let (back, forward): (Vec<_>, Vec<_>) =
            legal::<G>(&self.state, seat).into_iter().partition(G::is_retraction);
        let one_in = NonZeroU32::new(RETRACTION_ONE_IN).expect("the odds are not zero");
        let goes_back = !back.is_empty() && self.retractions > 0 && self.numbers.below(one_in) == 0;
        let choices = if goes_back || forward.is_empty() { &back } else { &forward };
        let action = match self.weight {
            Some(weight) => self.pick_weighted(seat, choices, weight),
            None => self.pick(choices),
        };
        let action = action.ok_or(format!("{seat} is awaited but has no action"))?;
        if goes_back {
            self.retractions -= 1;
        }
        Ok(action.clone())
    }

    fn pick_weighted<'a>(
        &mut self,
        seat: Seat,
        choices: &'a [G::Action],
        weight: Weight<G>,
    ) -> Option<&'a G::Action> {
        let weights: Vec<u32> =
            choices.iter().map(|action| weight(&self.state, seat, action)).collect();
        let Some(sides) = NonZeroU32::new(weights.iter().sum()) else { return self.pick(choices) };
        let mut left = self.numbers.below(sides);
        let chosen = weights.iter().position(|weight| match left.checked_sub(*weight) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        });
        choices.get(chosen.expect("a number below the sum falls to one of its parts"))
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let sides = NonZeroU32::new(items.len() as u32)?;
        items.get(self.numbers.below(sides) as usize)
    }
}

/// A match from its beginning to its end.
pub struct Played<G: Rules> {
    /// All steps.
    pub steps: Vec<Step<G::Action>>,
    /// All events, those of the setup first.
    pub events: Vec<G::Event>,
    /// The last position.
    pub state: G::State,
}

/// Plays a random match and shows every position to `watch`: first as it was
/// set up, without a step, then after each step, with what happened in it.
///
/// # Errors
/// What `watch` complains about, or why the match could not be played.
pub fn walk<G: Rules>(
    table: &Table<G>,
    mut watch: impl FnMut(&G::State, Option<&Step<G::Action>>, &[G::Event]) -> Result<(), String>,
) -> Result<Played<G>, String> {
    let (mut game, mut events) = begin(table)?;
    watch(game.state(), None, &events)?;
    let mut steps = Vec::new();
    while let Some(step) = game.choose()? {
        let happened = game.take(&step)?;
        watch(game.state(), Some(&step), &happened)
            .map_err(|why| format!("{why}\n  after step {}, {}", steps.len() + 1, tell(&step)))?;
        steps.push(step);
        events.extend(happened);
    }
    Ok(Played { steps, events, state: game.state })
}

/// Plays a random match and lets `watch` assert what must hold in every
/// position: as it was set up, without a step, and after each step.
///
/// # Panics
/// If the match could not be played, or `watch` panics; the text says how to
/// play the same match again.
pub fn play<G: Rules>(
    seed: u64,
    seats: SeatCount,
    options: &G::Options,
    mut watch: impl FnMut(&G::State, Option<&Step<G::Action>>, &[G::Event]),
) -> Played<G> {
    let table = Table { seats, options: options.clone(), seed };
    let played = guarded(|| {
        walk(&table, |state, step, events| {
            watch(state, step, events);
            Ok(())
        })
    });
    played.unwrap_or_else(|why| panic!("{why}\n  in {table}"))
}

/// Everything that a seat may do.
pub fn legal<G: Rules>(state: &G::State, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    G::legal_actions(state, seat, &mut actions);
    actions
}

/// Begins a match whose table the rules are known to accept.
pub(crate) fn begin<G: Rules>(table: &Table<G>) -> Result<(RandomPlay<G>, Vec<G::Event>), String> {
    RandomPlay::begin(table).map_err(|violation| format!("the setup is refused: {violation}"))
}

/// A step in a few words.
pub(crate) fn tell<A: fmt::Display>(step: &Step<A>) -> String {
    match step {
        Step::Act { seat, action } => format!("{seat}: {action}"),
        Step::Drawn(value) => format!("draw {value}"),
    }
}

/// Turns a panic into a complaint, so that it can be told with its seed.
pub(crate) fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("without a text");
        Err(format!("panicked: {text}"))
    })
}
