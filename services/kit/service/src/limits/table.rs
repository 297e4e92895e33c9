//! Table of limits: what is bounded, and which calls count against it.

/// The limits of a process.
#[derive(Debug)]
pub struct Table {
    /// What is bounded.
    pub limits: &'static [Limit],
    /// The calls that are bounded in a way of their own.
    pub classes: &'static [Class],
    /// What all other calls count against, also those that do not exist.
    pub others: &'static [&'static str],
    /// What streams count against that every process has, as that of health.
    pub streams: &'static [&'static str],
    /// What calls count against whose both sides talk as long as they like, as
    /// those of reflection.
    pub dialogues: &'static [&'static str],
    /// What the bytes of requests count against that are still arriving, if that
    /// is bounded.
    pub arriving: Option<&'static str>,
}

/// One thing that is bounded.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Its name in refusals, metrics and settings, in snake_case.
    pub name: &'static str,
    /// What is counted.
    pub unit: Unit,
    /// How much of it one peer may have.
    pub per_peer: Bound,
    /// How much of it all may have together.
    pub in_all: Bound,
}

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// What is under way at a time.
    AtOnce,
    /// Bytes that are held at a time.
    Bytes,
    /// What begins within a second. Twice as many may come at a time, after a rest.
    PerSecond,
    /// What begins within a minute. Twice as many may come at a time, after a rest.
    PerMinute,
}

/// How far a limit goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// As far as the others.
    None,
    /// So far, unless a setting says otherwise.
    Max(u64),
    /// Three quarters of another limit, rounded up, so that the rest is left to
    /// whatever does not count against this one.
    ThreeQuartersOf(&'static str),
}

/// Calls that count against the same limits.
#[derive(Debug)]
pub struct Class {
    pub(super) kind: CallKind,
    /// The paths of these calls.
    pub paths: &'static [&'static str],
    pub(super) limits: &'static [&'static str],
}

/// How a call is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    /// One answer in bounded time.
    Unary,
    /// One request, and messages until somebody ends it.
    Stream,
    /// Messages in both directions until somebody ends it.
    Dialogue,
    /// A probe: never refused, never traced. A busy process is not a dead one.
    Probe,
}

impl CallKind {
    /// Whether it may go on for ever, so that no time bounds it.
    pub(crate) fn is_open_ended(self) -> bool {
        matches!(self, Self::Stream | Self::Dialogue)
    }
}

impl Class {
    /// Calls with one answer, by their paths: `/package.Service/Method`.
    pub const fn calls(paths: &'static [&'static str], limits: &'static [&'static str]) -> Self {
        Self { kind: CallKind::Unary, paths, limits }
    }

    /// Calls that are answered with messages until somebody ends them.
    pub const fn streams(paths: &'static [&'static str], limits: &'static [&'static str]) -> Self {
        Self { kind: CallKind::Stream, paths, limits }
    }
}

impl Limit {
    /// What is under way at a time.
    pub const fn at_once(name: &'static str, per_peer: Bound, in_all: Bound) -> Self {
        Self { name, unit: Unit::AtOnce, per_peer, in_all }
    }

    /// Bytes that are held at a time.
    pub const fn bytes(name: &'static str, per_peer: Bound, in_all: Bound) -> Self {
        Self { name, unit: Unit::Bytes, per_peer, in_all }
    }

    /// What begins within a second.
    pub const fn per_second(name: &'static str, per_peer: Bound, in_all: Bound) -> Self {
        Self { name, unit: Unit::PerSecond, per_peer, in_all }
    }

    /// What begins within a minute.
    pub const fn per_minute(name: &'static str, per_peer: Bound, in_all: Bound) -> Self {
        Self { name, unit: Unit::PerMinute, per_peer, in_all }
    }
}

/// The limits of a process whose callers are our own.
pub(crate) static CALLS_AND_STREAMS: Table = Table {
    limits: &[
        Limit::at_once("calls", Bound::None, Bound::Max(1024)),
        Limit::at_once("streams", Bound::None, Bound::Max(10_000)),
    ],
    classes: &[],
    others: &["calls"],
    streams: &["streams"],
    dialogues: &["streams"],
    arriving: None,
};
