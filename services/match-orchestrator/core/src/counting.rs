//! Two ways to count the changes of a match, which must never be mixed up.

use core::fmt;

/// The number of a commit, from 1. Every change of a match is one, also what a
/// seat does in secret, so no viewer may learn it before the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CommitNumber(u64);

/// What a viewer counts: the changes that it could notice.
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

    /// A commit after which every change comes that this viewer has not
    /// noticed yet: nobody notices more changes than there are.
    pub const fn commit_before(self) -> CommitNumber {
        CommitNumber(self.0)
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
