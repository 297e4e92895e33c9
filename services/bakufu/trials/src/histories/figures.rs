//! Figures of how much was tried.

/// What histories were made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    pub histories: u64,
    /// Commands of them, besides those with which every history ends.
    pub commands: u64,
    pub requests: u64,
    /// Changes that were answered with success.
    pub accepted: u64,
    pub refused: u64,
    /// Changes whose fate the client did not learn.
    pub unknown: u64,
    pub reads: u64,
    /// Calls in which something went wrong on purpose.
    pub faults: u64,
    /// Replicas that died.
    pub crashes: u64,
    /// How often a store came back as it was earlier.
    pub set_backs: u64,
    /// Commits that were lost by that.
    pub lost: u64,
    /// Commits, all of them explained.
    pub commits: u64,
    /// Messages that watchers were sent.
    pub messages: u64,
    pub operations: u64,
}

impl Figures {
    pub(super) fn add(&mut self, other: &Self) {
        self.histories += other.histories;
        self.commands += other.commands;
        self.requests += other.requests;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.unknown += other.unknown;
        self.reads += other.reads;
        self.faults += other.faults;
        self.crashes += other.crashes;
        self.set_backs += other.set_backs;
        self.lost += other.lost;
        self.commits += other.commits;
        self.messages += other.messages;
        self.operations += other.operations;
    }
}
