//! Mutation test of the visibility options: every single one is weakened alone,
//! and somebody has to notice.
//!
//! The experiment is made once with the schema as it is, and what the worlds of
//! its pairs hold is kept. Every weakened schema then redacts the same worlds
//! anew: if a viewer gets something else from two worlds that it can't tell
//! apart, the weakening is found. Some weakenings can't matter, for reasons that
//! stand in `policy/reasons.rs`; one without a reason is a fault, and so is a
//! reason that does not hold. Where the reason is that something else hides the
//! same, that is taken away as well (`policy/beneath.rs`).

mod beneath;
mod reasons;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fmt, thread};

use bakufu_offline::compile_schema;
use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::{RedactedBytes, Schema, Viewer};
use kit_rules::Seat;
use kit_rules_server::Wire;

use self::beneath::Twins;
use self::reasons::Reasons;
use super::pairs::Same;
pub use super::weaken::{Mutation, Weakening};
use super::weaken::{mutations, weaken};
use super::{Experiment, Finding, Report, RunSettings};

/// What became of all weakened schemas of a game.
#[derive(Clone, Debug)]
pub struct Policies {
    /// What the experiment came to with the schema as it is.
    pub report: Report,
    /// The weakened schemas.
    pub mutants: Vec<Mutant>,
    /// Survivors without a reason, and reasons that do not hold.
    pub faults: Vec<String>,
}

/// A schema in which one option is weakened.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub mutation: Mutation,
    pub fate: Fate,
    /// Why it can't matter, if it can't.
    pub reason: Option<&'static str>,
}

/// What became of a weakened schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It can't be compiled, so no game can be registered with it.
    Refused,
    /// It was found.
    Found { in_what: Clue, pairs: u64 },
    /// Something else hides the same. Without that it would be found.
    Beneath { in_what: Clue },
    /// Nobody noticed.
    Survived,
}

/// In what a weakened schema was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A view differs between two worlds.
    View,
    /// An event differs between two worlds.
    Event,
    /// An action differs between two worlds.
    Action,
    /// The orchestrator would refuse a secret step, since it is not secret.
    SecretStep,
}

impl Policies {
    pub fn found(&self) -> usize {
        self.mutants.len() - self.beneath() - self.survivors()
    }

    /// How many would be found if nothing else hid the same.
    pub fn beneath(&self) -> usize {
        self.count(|fate| matches!(fate, Fate::Beneath { .. }))
    }

    /// How many nobody noticed.
    pub fn survivors(&self) -> usize {
        self.count(|fate| *fate == Fate::Survived)
    }

    fn count(&self, counts: impl Fn(&Fate) -> bool) -> usize {
        self.mutants.iter().filter(|mutant| counts(&mutant.fate)).count()
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused => f.write_str("refused when it is registered"),
            Self::Found { in_what, pairs } => {
                write!(f, "found in {in_what} after {pairs} pairs")
            }
            Self::Beneath { in_what } => write!(f, "found in {in_what}, were it alone"),
            Self::Survived => f.write_str("survives"),
        }
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::View => "a view",
            Self::Event => "an event",
            Self::Action => "an action",
            Self::SecretStep => "a secret step",
        })
    }
}

/// Weakens every visibility option of a game alone.
///
/// # Errors
/// If the schema as it is leaks.
pub fn run<W: Wire>(
    settings: &RunSettings,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Policies, Box<Finding>> {
    let (report, witnesses) = Experiment::<W>::real().gather(settings, progress, &Witness::of)?;
    let mutations = mutations(W::descriptor_set());
    let reasons = Reasons::of::<W>(&mutations);
    let fates = judge_all::<W>(&mutations, &reasons, &witnesses);
    let mutants: Vec<Mutant> = mutations
        .into_iter()
        .zip(fates)
        .map(|(mutation, fate)| Mutant { reason: reasons.why(&mutation), mutation, fate })
        .collect();
    let mut faults = reasons.stale(&mutants);
    for [one, other] in reasons.together(&mutants) {
        if judge::<W>(&[one, other], &witnesses) == Fate::Survived {
            faults.push(format!("{one} and {other} survive together"));
        }
    }
    Ok(Policies { report, mutants, faults })
}

/// Judges schemas on all cores, each with one option weakened.
fn judge_all<W: Wire>(
    mutations: &[Mutation],
    reasons: &Reasons,
    witnesses: &[Witness],
) -> Vec<Fate> {
    let twins = Twins::find::<W>(witnesses);
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(vec![Fate::Survived; mutations.len()]);
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::SeqCst);
            let Some(mutation) = mutations.get(index) else { return };
            let mut fate = judge::<W>(&[mutation], witnesses);
            if fate == Fate::Survived {
                fate = Twins::judge::<W>(&twins, mutation, reasons.is_of_action(mutation));
            }
            fates.lock().unwrap_or_else(PoisonError::into_inner)[index] = fate;
        }
    };
    let cores = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    fates.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn judge<W: Wire>(weakened: &[&Mutation], witnesses: &[Witness]) -> Fate {
    let weak = weaken(W::descriptor_set(), &mut |mutation| weakened.contains(&mutation));
    let Ok(schema) = compile_schema::<W>(&weak) else { return Fate::Refused };
    let mut pairs = 0;
    for witness in witnesses {
        pairs += u64::from(witness.before.is_none());
        if let Some(in_what) = witness.notices(&schema) {
            return Fate::Found { in_what, pairs };
        }
    }
    Fate::Survived
}

/// What two worlds hold at a moment when a viewer can't tell them apart.
struct Witness {
    viewer: Viewer,
    states: [Bytes; 2],
    entries: [Vec<LogEntry>; 2],
    /// The first world before its last step.
    before: Option<Bytes>,
}

impl Witness {
    fn of(same: &Same<'_>) -> Self {
        Self {
            viewer: same.viewer,
            states: same.states.map(Bytes::clone),
            entries: same.entries.map(<[LogEntry]>::to_vec),
            before: same.before.cloned(),
        }
    }

    /// Whether the viewer could tell them apart by a weakened schema, or the
    /// orchestrator would.
    fn notices(&self, schema: &Schema) -> Option<Clue> {
        let view = |state: &Bytes| schema.redact_state(state, self.viewer);
        if view(&self.states[0]) != view(&self.states[1]) {
            return Some(Clue::View);
        }
        if self.events(schema, 0) != self.events(schema, 1) {
            return Some(Clue::Event);
        }
        (!self.is_still_secret(schema)).then_some(Clue::SecretStep)
    }

    /// What the viewer gets of the events of a world.
    fn events(&self, schema: &Schema, world: usize) -> Vec<Bytes> {
        let seat = self.viewer.number();
        let entries = self.entries[world].iter();
        let heard = entries.filter(|entry| entry.secret_to == 0 || entry.secret_to == seat);
        let events = heard.flat_map(|entry| &entry.events);
        let redacted = events.map(|event| schema.redact_event(&event.payload, self.viewer));
        redacted.filter_map(|event| event.ok().flatten().map(RedactedBytes::into_bytes)).collect()
    }

    /// Whether the last step of the first world leaves no trace for others, if
    /// it was a secret one.
    fn is_still_secret(&self, schema: &Schema) -> bool {
        let (Some(entry), Some(before)) = (self.entries[0].first(), &self.before) else {
            return true;
        };
        let Some(seat) = Seat::new(entry.secret_to) else { return true };
        let is_unseen = schema.same_for_others(before, &self.states[0], seat);
        let is_unheard = |payload| schema.concealed_from_others(payload, seat).unwrap_or(false);
        is_unseen.unwrap_or(false) && entry.events.iter().all(|event| is_unheard(&event.payload))
    }
}
