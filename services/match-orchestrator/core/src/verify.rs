//! Checks the exported record of a match, without a server.
//!
//! Every change is planned again by the code that planned it first, with rules
//! that are asked in this process, and every entry of the log must come out the
//! same. Nothing of the record is believed that can be worked out. What can't
//! be: who the players were, when they acted, and which seed a seat chose
//! before the first draw depends on it.

mod deviation;
mod outset;

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use kit_proto::bakufu::play::v1 as play;
use kit_proto::bakufu::play::v1::{LogEntry, MatchExport};
use kit_reason::Reason;

pub use self::deviation::Deviation;
use crate::game_match::Match;
use crate::local::{LocalRules, settle};
use crate::replay::{Deviates, Difference, Origin, confirm};

/// The version of the export format.
pub const EXPORT_FORMAT: u32 = 2;

/// The versions that can be verified. The first had no identities of commits.
const FORMATS: core::ops::RangeInclusive<u32> = 1..=EXPORT_FORMAT;

/// Draws that agree speak for the seeds of the seats as well, to which nobody is
/// committed. This much makes an accident unlikely.
const EVIDENCE_BITS_MIN: f64 = 20.0;

/// What a record holds that is true from beginning to end.
#[derive(Clone, Debug, PartialEq)]
pub struct Verified {
    pub game_match: play::Match,
    /// The commits that were made again.
    pub commits: u64,
    /// The actions that were applied again.
    pub actions: u64,
    /// The draws that were drawn again.
    pub draws: u64,
}

/// Checks a record with the rules that are known here.
///
/// # Errors
/// With the first deviation.
pub fn verify<R: LocalRules>(export: &MatchExport, known: &[R]) -> Result<Verified, Deviation> {
    let (origin, game_match) = outset::read(export)?;
    let rules = find(known, &game_match)?;
    let ended = play_again(rules, &origin, &export.log)?;
    check_end(&ended, &game_match)?;
    let actions = |entry: &LogEntry| match &entry.change {
        Some(play::log_entry::Change::Acted(acted)) => acted.actions.len() as u64,
        _ => 0,
    };
    Ok(Verified {
        game_match,
        commits: export.log.len() as u64,
        actions: export.log.iter().map(actions).sum(),
        draws: export.log.iter().map(|entry| entry.draws.len() as u64).sum(),
    })
}

fn find<'a, R: LocalRules>(known: &'a [R], played: &play::Match) -> Result<&'a R, Deviation> {
    let rules = known.iter().find(|rules| rules.game() == played.game);
    let rules = rules.ok_or_else(|| Deviation::UnknownGame { game: played.game.clone() })?;
    if rules.rules_version() != played.rules_version {
        return Err(Deviation::OtherRules {
            played: played.rules_version.clone(),
            here: rules.rules_version().to_owned(),
        });
    }
    Ok(rules)
}

/// The match after the last entry of its log.
fn play_again(
    rules: &impl LocalRules,
    origin: &Origin,
    log: &[LogEntry],
) -> Result<Match, Deviation> {
    let mut position: Option<Match> = None;
    let mut evidence = 0.0;
    for (commit, entry) in (1..).zip(log) {
        if entry.commit != commit {
            return Err(Deviation::OutOfOrder { expected: commit, found: entry.commit });
        }
        let next = again(rules, origin, position.as_ref(), entry);
        position = Some(next.map_err(|deviates| name(deviates, commit, evidence))?);
        evidence += entry.draws.iter().map(|draw| libm::log2(f64::from(draw.sides))).sum::<f64>();
    }
    match position {
        Some(ended) if ended.is_over() => Ok(ended),
        _ => Err(Deviation::CutShort { commits: log.len() as u64 }),
    }
}

/// The match after an entry of its log.
fn again(
    rules: &impl LocalRules,
    origin: &Origin,
    before: Option<&Match>,
    entry: &LogEntry,
) -> Result<Match, Deviates> {
    let planned = origin.plan_again(before, entry)?;
    confirm(settle(rules, planned)?, entry)
}

fn name(deviates: Deviates, commit: u64, evidence: f64) -> Deviation {
    match deviates {
        Deviates::NoChange => Deviation::NoChange { commit },
        Deviates::Refused(reason) | Deviates::Failed(reason) => {
            Deviation::Refused { commit, why: sentence(&reason) }
        }
        Deviates::Nonsense(nonsense) => Deviation::Refused { commit, why: nonsense.to_string() },
        Deviates::Different(difference @ Difference::Draw { .. })
            if evidence < EVIDENCE_BITS_MIN =>
        {
            Deviation::EarlyDraw { commit, difference }
        }
        Deviates::Different(difference) => Deviation::Different { commit, difference },
    }
}

/// A refusal with the rule that it enforces.
fn sentence(reason: &Reason) -> String {
    match reason {
        Reason::RuleViolation { rule, message, .. } => format!("{message} ({rule})"),
        Reason::Malformed(faults) => {
            let faults = faults.iter().map(|fault| format!("{} {}", fault.field, fault.why));
            faults.collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

/// The end of the match as it is told beside the log.
fn check_end(ended: &Match, told: &play::Match) -> Result<(), Deviation> {
    let made = ended.to_match();
    for (made, told) in made.seats.iter().zip(&told.seats) {
        if made != told {
            let (expected, found) = (Box::new(made.clone()), Box::new(told.clone()));
            return Err(Deviation::Seat { expected, found });
        }
    }
    if made.outcome != told.outcome {
        let (expected, found) = (made.outcome, told.outcome.clone());
        return Err(Deviation::Outcome { expected, found });
    }
    if made.aborted != told.aborted {
        return Err(Deviation::Aborted);
    }
    // Whatever else is told of the match, also what may be added one day.
    if made != *told {
        return Err(Deviation::Status);
    }
    Ok(())
}
