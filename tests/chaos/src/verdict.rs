//! Verdict on a match: whether its record is what its players and watchers were told.

use std::collections::BTreeMap;

use bytes::Bytes;
use tests_harness::play;
use tests_harness::play::log_entry::Change;

use crate::history::{Act, Course, Told};
use crate::watching::{Rewind, WatchRecord};

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvariantViolation {
    /// The record is that of another match.
    #[error("match {0}: the record is that of another match")]
    OtherMatch(String),
    /// A commit is missing in the log, or there twice.
    #[error("match {match_id}: commit {found} stands where commit {expected} belongs")]
    Commit {
        match_id: String,
        /// The commit that should be there.
        expected: u64,
        found: u64,
    },
    /// Something that happens once has happened again: a seat was taken, the
    /// match started, or a seat resigned.
    #[error("match {match_id}: commit {commit} has happened before")]
    Repeated {
        match_id: String,
        /// The later commit.
        commit: u64,
    },
    /// A viewer's revision does not follow from the commits.
    #[error("match {match_id}: commit {commit} has a wrong revision for viewer {viewer}")]
    Revision { match_id: String, commit: u64, viewer: usize },
    /// An act was acknowledged, but is not in the log.
    #[error("match {match_id}: the act of seat {seat} at its revision {revision} is lost")]
    Lost { match_id: String, seat: u32, revision: u64 },
    /// Another act stands in the log than the one that was acknowledged.
    #[error("match {match_id}: seat {seat} did something else at its revision {revision}")]
    Changed { match_id: String, seat: u32, revision: u64 },
    /// Two acts were acknowledged with the same revision.
    #[error("match {match_id}: two acts of seat {seat} have its revision {revision}")]
    AnsweredTwice { match_id: String, seat: u32, revision: u64 },
    /// An act stands in the log once more than it was acknowledged.
    #[error("match {match_id}: commit {commit} does an act of seat {seat} again")]
    Doubled { match_id: String, commit: u64, seat: u32 },
    /// An act stands in the log that nobody sent.
    #[error("match {match_id}: commit {commit} of seat {seat} was sent by nobody")]
    Unsent {
        match_id: String,
        commit: u64,
        /// The seat that is said to have acted.
        seat: u32,
    },
    /// A watcher has missed an update, or got one twice.
    #[error("match {match_id}: viewer {viewer} got revision {found} instead of {expected}")]
    Gap {
        match_id: String,
        viewer: u32,
        /// The revision that should have come.
        expected: u64,
        /// The revision that came.
        found: u64,
    },
    /// A watcher was told of a new timeline that the log does not know.
    #[error("match {match_id}: viewer {viewer} was rewound from revision {seen} to {revision}")]
    Rewound {
        match_id: String,
        viewer: u32,
        /// The last revision that the watcher had got.
        seen: u64,
        /// The revision of the snapshot.
        revision: u64,
    },
    /// A watcher has not seen what the log holds.
    #[error("match {match_id}: viewer {viewer} saw something else at revision {revision}")]
    Misseen { match_id: String, viewer: u32, revision: u64 },
    /// A watcher has not seen the end of the match.
    #[error("match {match_id}: viewer {viewer} is at revision {seen}, the match at {last}")]
    Behind {
        match_id: String,
        viewer: u32,
        /// The last revision that the watcher got.
        seen: u64,
        /// The last revision that there is for them.
        last: u64,
    },
    /// A server that shut down named another revision than the last it sent.
    #[error("match {match_id}: viewer {viewer} has {seen} and was told to resume after {told}")]
    Resumption {
        match_id: String,
        viewer: u32,
        /// The last revision that the watcher had got.
        seen: u64,
        /// The revision that it was told.
        told: u64,
    },
}

/// Everything that is wrong with a match.
pub fn judge(told: &Told) -> Vec<InvariantViolation> {
    let Told { course, watch_records, export } = told;
    let recorded = export.game_match.as_ref().map(|game_match| &game_match.match_id);
    if recorded != Some(&course.match_id) {
        return vec![InvariantViolation::OtherMatch(course.match_id.clone())];
    }
    let mut violations = faults_of_log(course, export);
    violations.extend(faults_of_acts(course, export));
    for watched in watch_records {
        violations.extend(faults_of_watched(&course.match_id, watched, export));
    }
    violations
}

/// The commits are numbered without a gap, what happens once happened once, and
/// the revisions follow from who could notice the commits.
fn faults_of_log(course: &Course, export: &play::MatchExport) -> Vec<InvariantViolation> {
    let mut violations = Vec::new();
    let mut before: &[u64] = &[];
    let mut once: Vec<&Option<Change>> = Vec::new();
    for (entry, expected) in export.log.iter().zip(1..) {
        let match_id = || course.match_id.clone();
        if entry.commit != expected {
            let found = entry.commit;
            violations.push(InvariantViolation::Commit { match_id: match_id(), expected, found });
        }
        if once.contains(&&entry.change) {
            let commit = entry.commit;
            violations.push(InvariantViolation::Repeated { match_id: match_id(), commit });
        }
        if !matches!(entry.change, Some(Change::Acted(_))) {
            once.push(&entry.change);
        }
        for (viewer, revision) in entry.revisions.iter().enumerate() {
            let last = before.get(viewer).copied().unwrap_or(0);
            let follows = match &entry.change {
                // A timeline counts above all that anybody can have seen.
                Some(Change::Rewound(_)) => *revision > last,
                _ => *revision == last + u64::from(notices(entry, viewer)),
            };
            if !follows {
                let commit = entry.commit;
                violations.push(InvariantViolation::Revision {
                    match_id: match_id(),
                    commit,
                    viewer,
                });
            }
        }
        before = &entry.revisions;
    }
    violations
}

/// Every acknowledged act is in the log once, and nothing else is.
fn faults_of_acts(course: &Course, export: &play::MatchExport) -> Vec<InvariantViolation> {
    let match_id = || course.match_id.clone();
    let mut violations = Vec::new();
    let mut open: BTreeMap<(u32, u64), &Bytes> = BTreeMap::new();
    for Act { seat, action, revision } in &course.acts {
        if open.insert((*seat, *revision), action).is_some() {
            let (seat, revision) = (*seat, *revision);
            violations.push(InvariantViolation::AnsweredTwice {
                match_id: match_id(),
                seat,
                revision,
            });
        }
    }
    for (entry, acted) in acts_of_players(export) {
        let (commit, seat) = (entry.commit, acted.seat);
        let revision = entry.revisions.get(seat as usize).copied().unwrap_or(0);
        match open.remove(&(seat, revision)) {
            Some(action) if acted.actions[..] == [action.clone()] => {}
            Some(_) => {
                violations.push(InvariantViolation::Changed {
                    match_id: match_id(),
                    seat,
                    revision,
                });
            }
            None if is_known(course, acted) => {
                violations.push(InvariantViolation::Doubled { match_id: match_id(), commit, seat });
            }
            None => {
                violations.push(InvariantViolation::Unsent { match_id: match_id(), commit, seat })
            }
        }
    }
    let lost = open.into_keys();
    violations.extend(lost.map(|(seat, revision)| InvariantViolation::Lost {
        match_id: match_id(),
        seat,
        revision,
    }));
    violations
}

/// The acts that players must have sent: all but those of seats that have
/// resigned, which bots play on.
fn acts_of_players(
    export: &play::MatchExport,
) -> impl Iterator<Item = (&play::LogEntry, &play::Acted)> {
    let mut resigned = Vec::new();
    export.log.iter().filter_map(move |entry| match &entry.change {
        Some(Change::Resigned(change)) => {
            resigned.push(change.seat);
            None
        }
        Some(Change::Acted(acted)) if !resigned.contains(&acted.seat) => Some((entry, acted)),
        _ => None,
    })
}

/// Whether the seat has sent the same at some other time.
fn is_known(course: &Course, acted: &play::Acted) -> bool {
    course
        .acts
        .iter()
        .any(|act| act.seat == acted.seat && acted.actions[..] == [act.action.clone()])
}

/// The watcher has seen every revision once, with as much in it as the log
/// holds, up to the end.
fn faults_of_watched(
    match_id: &str,
    watched: &WatchRecord,
    export: &play::MatchExport,
) -> Vec<InvariantViolation> {
    let (match_id, viewer) = (|| match_id.to_owned(), watched.viewer);
    let mut violations = Vec::new();
    let revision = |entry: &play::LogEntry| entry.revisions[viewer as usize];
    let noticed = || export.log.iter().filter(|entry| notices(entry, viewer as usize));
    for Rewind { seen, revision: of_snapshot, .. } in &watched.rewinds {
        let skipped =
            |entry: &&play::LogEntry| (*seen + 1..=*of_snapshot).contains(&revision(entry));
        let began = |entry: &play::LogEntry| matches!(entry.change, Some(Change::Rewound(_)));
        let is_there = noticed().any(|entry| revision(entry) == *of_snapshot);
        if !is_there || !noticed().filter(skipped).any(began) {
            violations.push(InvariantViolation::Rewound {
                match_id: match_id(),
                viewer,
                seen: *seen,
                revision: *of_snapshot,
            });
        }
    }
    let came = || noticed().filter(|entry| watched.came_as_update(revision(entry)));
    for (update, entry) in watched.updates.iter().zip(came()) {
        let (expected, found) = (revision(entry), update.revision);
        if found != expected {
            violations.push(InvariantViolation::Gap {
                match_id: match_id(),
                viewer,
                expected,
                found,
            });
            return violations;
        }
        let same = update.committed_at == entry.committed_at
            && update.seats_to_act == entry.seats_to_act
            && update.outcome == entry.outcome
            && update.events.len() <= entry.events.len();
        if !same {
            let revision = update.revision;
            violations.push(InvariantViolation::Misseen { match_id: match_id(), viewer, revision });
        }
    }
    let (seen, last) = (watched.revision(), noticed().last().map_or(0, revision));
    if seen != last || watched.updates.len() > came().count() {
        violations.push(InvariantViolation::Behind { match_id: match_id(), viewer, seen, last });
    }
    for closed in watched.closings.iter().filter(|closed| closed.told != closed.seen) {
        let (seen, told) = (closed.seen, closed.told);
        violations.push(InvariantViolation::Resumption {
            match_id: match_id(),
            viewer,
            seen,
            told,
        });
    }
    violations
}

/// Whether a viewer could notice a commit.
fn notices(entry: &play::LogEntry, viewer: usize) -> bool {
    entry.secret_to == 0 || entry.secret_to as usize == viewer
}

#[cfg(test)]
mod tests;
