//! Report of what came out, in figures or as the first finding.

use std::collections::BTreeMap;
use std::fmt;

use kit_reason::Reason;
use kit_redact::Viewer;

use super::lineup::Setting;
use super::moment::Part;
use super::pairs::viewer_number;

/// How many lines are shown of a difference, from where it begins.
const LINES_SHOWN: usize = 3;
/// How many characters are shown of a line.
const LINE_MAX: usize = 160;

/// What an experiment without a finding came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub game: String,
    /// What repeats it.
    pub seed: u64,
    /// The matches from which pairs part.
    pub matches: u64,
    /// Tables: option sets with numbers of seats.
    pub tables: usize,
    /// Tables with their viewers.
    pub cells: usize,
    pub tally: Tally,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub pairs: u64,
    /// Pairs of openings: the same table, set up with other draws, of which a
    /// viewer notices the same.
    pub openings: u64,
    /// Events of other openings that a viewer sees in part and that read the
    /// same.
    pub events: u64,
    /// Moments at which everything was compared, that after the deal included.
    pub moments: u64,
    /// Steps that both worlds took together.
    pub steps: u64,
    /// Bytes that are the same in both worlds.
    pub bytes: u64,
    pub ends: BTreeMap<End, u64>,
    /// How many pairs there were for every option set, number of seats and
    /// viewer.
    pub cells: BTreeMap<(String, usize, u32), u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// After as many steps as were planned.
    AllSteps,
    Over,
    /// With a step that shows what was hidden.
    Reveal,
    /// With a step that is impossible in the other world.
    NoCommonAct,
}

/// Something that must not be.
#[derive(Clone, Debug)]
pub struct Finding {
    pub game: String,
    /// What repeats it.
    pub seed: u64,
    /// The options that are not the default.
    pub options: String,
    pub seats: usize,
    /// The viewer; zero is a spectator.
    pub viewer: u32,
    /// How many steps both worlds had taken together.
    pub step: usize,
    pub pairs_before: u64,
    pub what: What,
}

/// What must not be.
#[derive(Clone, Debug)]
pub enum What {
    /// A viewer gets something else when what is hidden is something else.
    Differs { part: Part, texts: [String; 2] },
    /// A viewer can't do what it can when what is hidden is something else.
    OwnActionRefused,
    /// A viewer is told that something happened, of which it notices nothing by
    /// the rules' own account and sees nothing.
    ToldOfNothing,
    /// By the rules' own account, a secret act is noticed.
    SecretNoticed,
    /// Nothing can be dealt for a view.
    NotDealt(String),
    /// The orchestrator refuses what it must not.
    Broken(Reason),
    /// A seat is awaited, but can do nothing.
    Stuck,
    /// Something panicked.
    Panicked(String),
}

/// A finding whose table is known to the caller.
pub(super) struct Trouble {
    pub(super) viewer: Option<Viewer>,
    pub(super) step: usize,
    pub(super) what: What,
}

impl Trouble {
    pub(super) fn new(what: What) -> Self {
        Self { viewer: None, step: 0, what }
    }
}

impl Tally {
    pub(super) fn count(&mut self, table: &Setting, viewer: Viewer, end: End) {
        self.pairs += 1;
        *self.ends.entry(end).or_default() += 1;
        let cell = (table.told.clone(), table.seats.get(), viewer_number(viewer));
        *self.cells.entry(cell).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.openings += other.openings;
        self.events += other.events;
        self.moments += other.moments;
        self.steps += other.steps;
        self.bytes += other.bytes;
        for (end, count) in other.ends {
            *self.ends.entry(end).or_default() += count;
        }
        for (cell, count) in other.cells {
            *self.cells.entry(cell).or_default() += count;
        }
    }

    /// The fewest pairs of an option set, number of seats and viewer.
    pub fn fewest(&self) -> u64 {
        self.cells.values().copied().min().unwrap_or(0)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AllSteps => "after all steps",
            Self::Over => "with the match",
            Self::Reveal => "with a reveal",
            Self::NoCommonAct => "without a common act",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, seed, options, seats, step, what, .. } = self;
        let viewer = match self.viewer {
            0 => "the spectator".to_owned(),
            seat => format!("seat {seat}"),
        };
        writeln!(f, "{game}, {options}, {seats} seats, seed {seed}: {viewer}, step {step}:")?;
        match what {
            What::Differs { part, texts } => {
                writeln!(f, "{part:?} differs though nothing that the viewer may see does:")?;
                let (one, other) = difference(&texts[0], &texts[1]);
                write!(f, "  one world: {one}\n  the other: {other}")
            }
            What::OwnActionRefused => f.write_str("an own action is refused in the other world"),
            What::ToldOfNothing => {
                f.write_str("told of a step of which there is nothing to notice")
            }
            What::SecretNoticed => f.write_str("a secret act is noticed"),
            What::NotDealt(why) => write!(f, "no state can be dealt for the view: {why}"),
            What::Broken(reason) => write!(f, "refused: {reason:?}"),
            What::Stuck => f.write_str("a seat is awaited, but can do nothing"),
            What::Panicked(text) => write!(f, "panicked: {text}"),
        }
    }
}

/// Two texts from the first line in which they differ.
fn difference(one: &str, other: &str) -> (String, String) {
    let same = one.lines().zip(other.lines()).take_while(|(one, other)| one == other).count();
    let rest = |text: &str| {
        let lines: Vec<String> = text.lines().skip(same).take(LINES_SHOWN).map(shortened).collect();
        if lines.is_empty() { "(nothing)".to_owned() } else { lines.join(" | ") }
    };
    (rest(one), rest(other))
}

fn shortened(line: &str) -> String {
    line.trim().chars().take(LINE_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_shown_from_its_first_line() {
        let (one, other) = difference("a\n b\nc", "a\n d\nc");
        assert_eq!((one.as_str(), other.as_str()), ("b | c", "d | c"));
        assert_eq!(difference("a", "a\nb").0, "(nothing)");
    }
}
