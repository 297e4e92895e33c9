//! Agenda of a match: what comes due in it without a caller, and when.

use core::time::Duration;

use prost_types::Timestamp;

use crate::duty::{Duty, duty};
use crate::game_match::Match;
use crate::lifecycle::Phase;

/// How long matches are kept; nothing is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifetimes {
    /// From the creation of a match that does not start.
    pub seating: Option<Duration>,
    /// From the last change of a match that has started.
    pub idle: Option<Duration>,
    /// From the end of a match.
    pub finished: Option<Duration>,
    /// Whether a match that is over stays until an archive has it.
    pub wait_for_archive: bool,
    /// How long whoever made a change has to do what follows from it, before it
    /// comes due for everybody.
    pub own_time: Duration,
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest time before its end at which a match is warned of.
const WARNING_MAX: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// The same as a part of its lifetime, for short ones.
const WARNING_PART: u32 = 10;

/// How often a match that waits for an archive is looked at.
const ARCHIVE_LOOK: Duration = DAY;

impl Default for Lifetimes {
    fn default() -> Self {
        Self {
            seating: Some(7 * DAY),
            idle: Some(90 * DAY),
            finished: Some(180 * DAY),
            wait_for_archive: false,
            own_time: Duration::from_secs(2),
        }
    }
}

/// Something that is to be done with a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// What its game or its seats need.
    Duty(Duty),
    /// Others are told when it ends unless somebody acts.
    Warn { expires_at: Timestamp },
    /// It has stood still for too long, so it ends without a result.
    Abandon,
    /// Nobody wants it any more.
    Delete,
}

/// What is to be done with the match now, if anything, and when to look at it
/// next if nothing changes until then.
pub fn agenda(
    game_match: &Match,
    lifetimes: &Lifetimes,
    now: Timestamp,
) -> (Option<Task>, Option<Timestamp>) {
    // What was not noted began now, so that nothing ends too early.
    let changed_at = game_match.committed_at().unwrap_or(now);
    if let Some(duty) = duty(game_match) {
        return (Some(Task::Duty(duty)), Some(later(changed_at, lifetimes.own_time)));
    }
    let (since, lifetime, end) = match game_match.phase() {
        Phase::Seating => (game_match.created_at(), lifetimes.seating, Task::Delete),
        Phase::Playing(_) => (changed_at, lifetimes.idle, Task::Abandon),
        Phase::Over => (changed_at, lifetimes.finished, Task::Delete),
    };
    let Some(lifetime) = lifetime else { return (None, None) };
    let expires_at = later(since, lifetime);
    let is_over = game_match.is_over();
    if is_before(expires_at, now) {
        let waits = is_over && lifetimes.wait_for_archive && !game_match.is_archived();
        return match waits {
            true => (None, Some(later(now, ARCHIVE_LOOK))),
            false => (Some(end), Some(expires_at)),
        };
    }
    // Whoever has finished a match has its record.
    if is_over {
        return (None, Some(expires_at));
    }
    let warning = (lifetime / WARNING_PART).min(WARNING_MAX);
    let warned_at = later(since, lifetime - warning);
    match is_before(warned_at, now) {
        true => (Some(Task::Warn { expires_at }), Some(expires_at)),
        false => (None, Some(warned_at)),
    }
}

fn later(at: Timestamp, by: Duration) -> Timestamp {
    let seconds = i64::try_from(by.as_secs()).unwrap_or(i64::MAX);
    let mut later = Timestamp {
        seconds: at.seconds.saturating_add(seconds),
        nanos: at.nanos.saturating_add(by.subsec_nanos() as i32),
    };
    later.normalize();
    later
}

/// Whether a moment has come by the other one.
fn is_before(at: Timestamp, now: Timestamp) -> bool {
    (at.seconds, at.nanos) <= (now.seconds, now.nanos)
}
