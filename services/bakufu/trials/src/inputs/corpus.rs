//! The inputs that others are made from.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Dice, Input};

/// The most inputs that are kept.
pub const CORPUS_MAX: usize = 4096;

/// What an input led to, without the details: the same kind of answer is the
/// same outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutcomeClass(u64);

impl OutcomeClass {
    /// The outcome that this text describes. Digits do not count, since places
    /// in lists and values would make every outcome a new one.
    pub fn of(text: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut after_digit = false;
        for byte in text.bytes() {
            let is_digit = byte.is_ascii_digit();
            if !(is_digit && after_digit) {
                (if is_digit { b'#' } else { byte }).hash(&mut hasher);
            }
            after_digit = is_digit;
        }
        Self(hasher.finish())
    }

    /// A number that these very bytes have.
    pub(super) fn exactly(bytes: &[u8]) -> u64 {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        hasher.finish()
    }
}

/// Inputs of this length are always short enough to be kept.
const LENGTH_MAX_LEAST: usize = 4 * 1024;

/// Inputs with outcomes that differ.
pub(super) struct Corpus {
    inputs: Vec<Input>,
    /// Longer ones are not kept: every change would make them longer still, and
    /// nothing is slower to change.
    length_max: usize,
    seen: HashSet<(usize, OutcomeClass)>,
}

impl Corpus {
    pub(super) fn new(samples: &[Input]) -> Self {
        let longest = samples.iter().map(|input| input.bytes.len()).max().unwrap_or(0);
        let length_max = LENGTH_MAX_LEAST.max(2 * longest);
        Self { inputs: samples.to_vec(), length_max, seen: HashSet::new() }
    }

    /// How many different outcomes there were.
    pub(super) fn outcomes(&self) -> usize {
        self.seen.len()
    }

    pub(super) fn is_new(&self, form: usize, outcome: OutcomeClass) -> bool {
        !self.seen.contains(&(form, outcome))
    }

    /// Keeps the first input of an outcome.
    pub(super) fn join(&mut self, input: Input, outcome: OutcomeClass) {
        let is_new = self.seen.insert((input.form, outcome));
        let is_short = input.bytes.len() <= self.length_max;
        if is_new && is_short && self.inputs.len() < CORPUS_MAX {
            self.inputs.push(input);
        }
    }

    pub(super) fn pick(&self, dice: &mut Dice) -> &Input {
        dice.pick(&self.inputs).expect("a target has samples")
    }

    /// Another input of the same form, to take parts from.
    pub(super) fn donor(&self, form: usize, dice: &mut Dice) -> &[u8] {
        const TRIES: usize = 4;
        let mut picks = (0..TRIES).map(|_| self.pick(dice));
        picks.find(|input| input.form == form).map_or(&[], |input| &input.bytes)
    }
}
