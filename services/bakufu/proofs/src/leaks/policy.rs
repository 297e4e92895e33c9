//! Whether every single visibility option matters: each is weakened alone, and
//! somebody has to notice.
//!
//! The experiment is made once with the schema as it is, and what the worlds of
//! its pairs hold is kept. Every weakened schema then redacts the same worlds
//! anew: if a viewer gets something else from two worlds that it can't tell
//! apart, the weakening is found. Some weakenings can't matter, for reasons that
//! stand in `survivors.rs`; a test keeps that list complete and free of others.

mod survivors;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fmt, thread};

use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_redact::{Redacted, Schema, Viewer};
use kit_rules::{Rules, Seat};
use kit_rules_server::Wire;

use self::survivors::explanation;
use super::notice::seat_of;
use super::pairs::Same;
use super::weaken::{Place, places, weaken};
use super::{Finding, Plan, Stage, compile};

/// What became of all weakened schemas of a game.
#[derive(Clone, Debug)]
pub struct Policies {
    /// The game.
    pub game: String,
    /// What repeats it.
    pub seed: u64,
    /// Pairs of worlds that were looked at.
    pub pairs: u64,
    /// The weakened schemas.
    pub mutants: Vec<Mutant>,
}

/// A schema in which one option is weakened.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The option.
    pub place: Place,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a weakened schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It can't be compiled, so no game can be registered with it.
    Refused,
    /// It was found.
    Found {
        /// In what.
        in_what: Clue,
        /// After so many pairs.
        pairs: u64,
    },
    /// Nobody noticed, and why that is no harm, if that is known.
    Survived(Option<&'static str>),
}

/// In what a weakened schema was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clue {
    /// A view differs between two worlds.
    View,
    /// An event differs between two worlds.
    Event,
    /// The orchestrator would refuse a secret step, since it is not secret.
    SecretStep,
}

impl Policies {
    /// How many were found or refused.
    pub fn found(&self) -> usize {
        let survived = |mutant: &&Mutant| !matches!(mutant.fate, Fate::Survived(_));
        self.mutants.iter().filter(survived).count()
    }

    /// Survivors that nobody has explained, and explanations without a survivor.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for Mutant { place, fate } in &self.mutants {
            let explained = explanation(&self.game, &place.to_string());
            match fate {
                Fate::Survived(None) => faults.push(format!("{place} survives unexplained")),
                Fate::Refused | Fate::Found { .. } if explained.is_some() => {
                    faults.push(format!("{place} is found, but explained as if it could not be"));
                }
                _ => {}
            }
        }
        for (mutant, _) in survivors::of(&self.game) {
            if !self.mutants.iter().any(|it| it.place.to_string() == *mutant) {
                faults.push(format!("{mutant} is explained, but there is no such option"));
            }
        }
        faults
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused => f.write_str("refused when it is registered"),
            Self::Found { in_what, pairs } => {
                let what = match in_what {
                    Clue::View => "a view",
                    Clue::Event => "an event",
                    Clue::SecretStep => "a secret step",
                };
                write!(f, "found in {what} after {pairs} pairs")
            }
            Self::Survived(Some(why)) => write!(f, "survives: {why}"),
            Self::Survived(None) => f.write_str("SURVIVES"),
        }
    }
}

/// Weakens every visibility option of a game alone.
///
/// # Errors
/// If the schema as it is leaks.
pub fn run<W: Wire>(
    plan: &Plan,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Policies, Box<Finding>> {
    let (report, witnesses) = Stage::<W>::real().gather(plan, progress, &Witness::of)?;
    let places = places(W::descriptor_set());
    let next = AtomicUsize::new(0);
    let fates = Mutex::new(vec![Fate::Refused; places.len()]);
    let work = || {
        while let Some(place) = places.get(next.fetch_add(1, Ordering::SeqCst)) {
            let fate = judge::<W>(place, &witnesses);
            let at = places.iter().position(|it| it == place).expect("it is one of them");
            fates.lock().unwrap_or_else(PoisonError::into_inner)[at] = fate;
        }
    };
    let cores = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| (0..cores).for_each(|_| drop(scope.spawn(work))));
    let fates = fates.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mutants = places.into_iter().zip(fates).map(|(place, fate)| Mutant { place, fate });
    Ok(Policies {
        game: W::Game::FACTS.id.to_owned(),
        seed: plan.seed,
        pairs: report.tally.pairs,
        mutants: mutants.collect(),
    })
}

fn judge<W: Wire>(place: &Place, witnesses: &[Witness]) -> Fate {
    let weak = weaken(W::descriptor_set(), &mut |it| it == place);
    let Ok(schema) = compile::<W>(&weak) else { return Fate::Refused };
    let mut pairs = 0;
    for witness in witnesses {
        pairs += u64::from(witness.begins_pair);
        if let Some(in_what) = witness.notices(&schema) {
            return Fate::Found { in_what, pairs };
        }
    }
    Fate::Survived(explanation(W::Game::FACTS.id, &place.to_string()))
}

/// What two worlds hold at a moment when a viewer can't tell them apart.
struct Witness {
    begins_pair: bool,
    viewer: Viewer,
    states: [Bytes; 2],
    entries: [Vec<LogEntry>; 2],
    /// The first world before its last step.
    before: Option<Bytes>,
}

impl Witness {
    fn of(same: &Same<'_>) -> Self {
        Self {
            begins_pair: same.before.is_none(),
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
        let seat = seat_of(self.viewer).map_or(0, Seat::number);
        let entries = self.entries[world].iter();
        let heard = entries.filter(|entry| entry.secret_to == 0 || entry.secret_to == seat);
        let events = heard.flat_map(|entry| &entry.events);
        let redacted = events.map(|event| schema.redact_event(&event.payload, self.viewer));
        redacted.filter_map(|event| event.ok().flatten().map(Redacted::into_bytes)).collect()
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
