//! Limiter: the table at work.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use governor::clock::{Clock, MonotonicClock};

use super::caller::Caller;
use super::peers::Peers;
use super::table::{CallKind, Unit};
use super::usage::{Rate, Usage, rate};
use super::{Limits, Scope};
use crate::metrics::Metrics;
use crate::telemetry::Seldom;
use crate::{Peer, Reason};

/// How many times its number a limit over time lets come at a time.
const BURST: u64 = 2;

/// Counts what is used against the bounds of a table. All connections share it.
#[derive(Debug)]
pub(crate) struct Limiter {
    pub(crate) limits: Limits,
    rows: Vec<Row>,
    /// What calls by these paths count against.
    by_path: HashMap<&'static str, Counted>,
    others: Counted,
    streams: Counted,
    dialogues: Counted,
    probes: Counted,
    all: Usage,
    peers: Peers,
    metrics: Metrics,
}

/// One limit.
#[derive(Debug)]
struct Row {
    name: &'static str,
    count: Count,
    told: [Seldom; 2],
}

#[derive(Debug)]
enum Count {
    /// What is held, at a place in every usage.
    Held { at: usize, per_peer: Option<u64>, in_all: Option<u64> },
    /// What begins.
    Begun { per_peer: Option<Rate>, in_all: Option<Rate> },
}

/// The limits that a call counts against, by their places in the table.
#[derive(Debug, Clone)]
pub(crate) struct Counted {
    pub(crate) kind: CallKind,
    begun: Arc<[usize]>,
    held: Arc<[usize]>,
}

/// What somebody holds of some limits, until it is dropped.
#[derive(Debug)]
pub struct Held {
    limiter: Arc<Limiter>,
    peer: Option<Usage>,
    rows: Arc<[usize]>,
    /// How many of the rows count it already.
    taken: usize,
    amount: u64,
}

impl Limiter {
    pub(crate) fn new(limits: Limits, metrics: Metrics) -> Arc<Self> {
        let table = limits.table;
        let (mut held, mut begun, mut rows) = (0, 0, Vec::new());
        for limit in table.limits {
            let of = |scope| limits.bounds.of(table, limit, scope);
            let (per_peer, in_all) = (of(Scope::Peer), of(Scope::All));
            let mut rates = |quota: fn(NonZeroU32) -> Quota| {
                let at = begun;
                begun += 1;
                let rate = |max| rate(with_burst(quota, max), at);
                Count::Begun { per_peer: per_peer.map(rate), in_all: in_all.map(rate) }
            };
            let count = match limit.unit {
                Unit::AtOnce | Unit::Bytes => {
                    held += 1;
                    Count::Held { at: held - 1, per_peer, in_all }
                }
                Unit::PerSecond => rates(Quota::per_second),
                Unit::PerMinute => rates(Quota::per_minute),
            };
            rows.push(Row { name: limit.name, count, told: Default::default() });
        }
        let counted = |kind, names: &[&str]| Counted::new(&rows, kind, names);
        let classes = table.classes.iter().flat_map(|class| {
            let counted = counted(class.kind, class.limits);
            class.paths.iter().map(move |path| (*path, counted.clone()))
        });
        let limiter = Arc::new(Self {
            by_path: classes.collect(),
            others: counted(CallKind::Unary, table.others),
            streams: counted(CallKind::Stream, table.streams),
            dialogues: counted(CallKind::Dialogue, table.dialogues),
            probes: counted(CallKind::Probe, &[]),
            all: Usage::none(held, begun),
            peers: Peers::none(),
            limits,
            rows,
            metrics: metrics.clone(),
        });
        limiter.show(&metrics);
        limiter
    }

    /// Shows how much of each limit is used. Only of those with a bound per peer:
    /// a public port has them, and a process has one.
    fn show(self: &Arc<Self>, metrics: &Metrics) {
        let limiter = Arc::downgrade(self);
        metrics.show_limits(move || {
            let Some(limiter) = limiter.upgrade() else { return Vec::new() };
            let used = limiter.rows.iter().filter_map(|row| match row.count {
                Count::Held { at, per_peer: Some(_), .. } => Some((row.name, limiter.all.held(at))),
                _ => None,
            });
            used.collect()
        });
    }

    /// What a call counts against.
    pub(crate) fn counted(&self, path: &str) -> &Counted {
        match path {
            "/grpc.health.v1.Health/Check" => &self.probes,
            "/grpc.health.v1.Health/Watch" => &self.streams,
            _ if path.starts_with("/grpc.reflection.") => &self.dialogues,
            _ => self.by_path.get(path).unwrap_or(&self.others),
        }
    }

    /// How a call is treated.
    pub(crate) fn kind(&self, path: &str) -> CallKind {
        self.counted(path).kind
    }

    /// A caller at this address; none is the process itself.
    pub(crate) fn caller(self: &Arc<Self>, peer: Option<Peer>) -> Caller {
        let usage = peer.map(|peer| (peer, self.peers.usage(peer, || self.all.unused())));
        Caller { limiter: Arc::clone(self), peer: usage }
    }

    /// Lets a call begin, and counts what it holds.
    pub(super) fn admit(
        self: &Arc<Self>,
        peer: Option<&Usage>,
        counted: &Counted,
    ) -> Result<Held, Reason> {
        for row in &*counted.begun {
            self.begin(&self.rows[*row], peer)?;
        }
        self.hold(peer, &counted.held, 1)
    }

    /// Holds so much of one limit.
    pub(super) fn hold_one(
        self: &Arc<Self>,
        peer: Option<&Usage>,
        name: &str,
        amount: u64,
    ) -> Result<Held, Reason> {
        self.hold(peer, &[place(&self.rows, name)].into(), amount)
    }

    /// Whether a peer may hold one more of a limit, as far as it alone goes.
    pub(super) fn has_room(&self, peer: Option<&Usage>, name: &str) -> bool {
        match (&self.rows[place(&self.rows, name)].count, peer) {
            (Count::Held { at, per_peer: Some(max), .. }, Some(peer)) => peer.held(*at) < *max,
            _ => true,
        }
    }

    fn hold(
        self: &Arc<Self>,
        peer: Option<&Usage>,
        rows: &Arc<[usize]>,
        amount: u64,
    ) -> Result<Held, Reason> {
        let limiter = Arc::clone(self);
        let (peer, rows) = (peer.cloned(), Arc::clone(rows));
        let mut held = Held { limiter, peer, rows, taken: 0, amount };
        for row in &*held.rows {
            self.take(&self.rows[*row], held.peer.as_ref(), amount)?;
            held.taken += 1;
        }
        Ok(held)
    }

    fn take(&self, row: &Row, peer: Option<&Usage>, amount: u64) -> Result<(), Reason> {
        let Count::Held { at, per_peer, in_all } = row.count else { return Ok(()) };
        let retry_after = self.limits.retry_after;
        if peer.is_some_and(|peer| !peer.take(at, amount, per_peer)) {
            return Err(self.refuse(row, Scope::Peer, retry_after));
        }
        if !self.all.take(at, amount, in_all) {
            peer.inspect(|peer| peer.give_back(at, amount));
            return Err(self.refuse(row, Scope::All, retry_after));
        }
        Ok(())
    }

    fn give_back(&self, row: usize, peer: Option<&Usage>, amount: u64) {
        let Count::Held { at, .. } = self.rows[row].count else { return };
        peer.inspect(|peer| peer.give_back(at, amount));
        self.all.give_back(at, amount);
    }

    fn begin(&self, row: &Row, peer: Option<&Usage>) -> Result<(), Reason> {
        let Count::Begun { per_peer, in_all } = &row.count else { return Ok(()) };
        let check = |rate: &Rate, usage: &Usage, scope| {
            rate.check_key(usage).map_err(|until| {
                let wait = until.wait_time_from(MonotonicClock.now());
                // As told in whole milliseconds, and never too early.
                let wait = Duration::from_millis(wait.as_millis() as u64 + 1);
                self.refuse(row, scope, wait)
            })
        };
        if let Some((rate, peer)) = per_peer.as_ref().zip(peer) {
            check(rate, peer, Scope::Peer)?;
        }
        match in_all {
            Some(rate) => check(rate, &self.all, Scope::All),
            None => Ok(()),
        }
    }

    fn refuse(&self, row: &Row, scope: Scope, retry_after: Duration) -> Reason {
        // There is no address in the line: it is for operators, not against callers.
        if let Some(count) = row.told[scope as usize].due(row.name) {
            tracing::warn!(
                limit = row.name,
                scope = scope.name(),
                count,
                "calls above a limit are refused"
            );
        }
        self.metrics.limited(row.name, scope);
        Reason::Limited { limit: row.name.to_owned(), retry_after }
    }
}

impl Counted {
    fn new(rows: &[Row], kind: CallKind, names: &[&str]) -> Self {
        let places: Vec<usize> = names.iter().map(|name| place(rows, name)).collect();
        let begins = |row: &usize| matches!(rows[*row].count, Count::Begun { .. });
        let (begun, held): (Vec<_>, Vec<_>) = places.into_iter().partition(begins);
        Self { kind, begun: begun.into(), held: held.into() }
    }
}

impl Held {
    /// Holds so much more, if that is within the bounds as well.
    pub(crate) fn grow(&mut self, amount: u64) -> Result<(), Reason> {
        let limiter = Arc::clone(&self.limiter);
        let more = limiter.hold(self.peer.as_ref(), &self.rows, amount)?;
        more.merge_into(self);
        Ok(())
    }

    fn merge_into(mut self, other: &mut Self) {
        other.amount += std::mem::take(&mut self.amount);
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        for row in &self.rows[..self.taken] {
            self.limiter.give_back(*row, self.peer.as_ref(), self.amount);
        }
    }
}

fn place(rows: &[Row], name: &str) -> usize {
    rows.iter().position(|row| row.name == name).expect("the table has what it names")
}

fn with_burst(quota: fn(NonZeroU32) -> Quota, max: u64) -> Quota {
    let number = |number| NonZeroU32::new(u32::try_from(number).unwrap_or(u32::MAX).max(1));
    let at_least_one = "at least one";
    quota(number(max).expect(at_least_one))
        .allow_burst(number(max.saturating_mul(BURST)).expect(at_least_one))
}
