//! Two ways to count the changes of a match, which must never be mixed up.

use core::fmt;

/// The number of a commit, from 1. Every change of a match is one, also what a
/// seat does in secret, so no viewer may learn it before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitNumber(u64);

/// How far the revisions of two timelines are apart: more than a match has
/// commits, so that a revision of one is none of the other.
const TIMELINE_REVISIONS: u64 = 1_000_000;

/// What a viewer counts: the changes that it could notice. When a match has to go
/// on from an earlier point, counting goes on with a later million, so that what
/// somebody saw of the lost timeline is never taken for something of the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(u64);

impl CommitNumber {
    /// The creation of a match.
    pub const FIRST: Self = Self(1);

    /// The commit with this number, as it is stored or sent.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl Revision {
    /// That of who has noticed nothing yet.
    pub const NONE: Self = Self(0);

    /// The creation of a match, which everyone notices.
    pub const FIRST: Self = Self(1);

    /// The revision with this number, as it is stored or sent.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    pub const fn get(self) -> u64 {
        self.0
    }

    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The revision of everyone when a timeline begins.
    pub const fn first_of(timeline: u32) -> Self {
        Self(timeline as u64 * TIMELINE_REVISIONS + 1)
    }

    /// The timeline that the revision belongs to.
    pub const fn timeline(self) -> u64 {
        (self.0.saturating_sub(1)) / TIMELINE_REVISIONS
    }

    /// How many changes its viewer has noticed since the timeline began, that
    /// beginning included.
    pub const fn in_timeline(self) -> u64 {
        self.0 - self.timeline() * TIMELINE_REVISIONS
    }
}

impl fmt::Display for CommitNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
