//! The instruments of a process, and the endpoint that shows them.

mod connections;
mod driven;
mod endpoint;
mod tls;

use std::sync::Arc;
use std::time::Duration;

use opentelemetry::KeyValue;
use opentelemetry::metrics::{Counter, Gauge, Histogram, Meter, MeterProvider as _, UpDownCounter};
use opentelemetry_sdk::metrics::SdkMeterProvider;

use crate::Reason;
use crate::limits::Scope;

pub use connections::ConnectionLimit;
pub use driven::{DrivenMatch, DrivenState, DrivenWork};
pub use endpoint::serve_prometheus;
pub use tls::{HandshakeFault, TlsSide};

/// Upper bounds in seconds: from a call in the same machine to one that hangs.
const DURATION_BOUNDS: [f64; 16] = [
    0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0,
    2.5, 5.0,
];

/// What all processes count; clones share it.
///
/// Labels come from small closed sets: reasons, methods that we serve, games
/// that are registered. A match id, a seat or anything else that a caller may
/// choose freely is never a label.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Instruments>);

// Layers are cloned for every call, so a clone must be cheap.
#[derive(Debug)]
struct Instruments {
    actions: Counter<u64>,
    refusals: Counter<u64>,
    matches: Counter<u64>,
    hops: Histogram<f64>,
    streams: UpDownCounter<i64>,
    connections: UpDownCounter<i64>,
    connections_limited: Counter<u64>,
    tls_expires: Gauge<f64>,
    handshakes_failed: Counter<u64>,
    rules_pods: Gauge<u64>,
    driven: UpDownCounter<i64>,
    limited: Counter<u64>,
    /// Makes what is looked at only when somebody reads it.
    meter: Meter,
}

/// Where the time of a call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hop {
    /// A call that this process answers, from first to last byte.
    Rpc,
    /// A call to the rules of a game.
    Rules,
    /// An operation of the store.
    Store,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchChange {
    /// It has seats to take.
    Created,
    /// All seats are taken.
    Started,
    /// It is over.
    Finished,
    /// Its store had lost commits, and it goes on from an earlier point.
    Rewound,
}

/// Counts a stream or a connection as open until it is dropped.
#[derive(Debug)]
pub struct StillOpen(UpDownCounter<i64>);

impl Metrics {
    /// Instruments of this meter.
    pub fn new(meter: &Meter) -> Self {
        Self(Arc::new(Instruments {
            actions: meter
                .u64_counter("bakufu.match.actions")
                .with_description("Actions that were applied and stored.")
                .build(),
            refusals: meter
                .u64_counter("bakufu.refusals")
                .with_description("Calls that were refused or failed, by reason.")
                .build(),
            matches: meter
                .u64_counter("bakufu.matches")
                .with_description("Matches that were created, started or finished.")
                .build(),
            hops: meter
                .f64_histogram("bakufu.hop.duration")
                .with_unit("s")
                .with_description("Time that one hop of a call took.")
                .with_boundaries(DURATION_BOUNDS.to_vec())
                .build(),
            streams: meter
                .i64_up_down_counter("bakufu.streams.open")
                .with_description("Streams that are open now.")
                .build(),
            connections: meter
                .i64_up_down_counter("bakufu.connections.open")
                .with_description("Connections that are open now, on all ports.")
                .build(),
            connections_limited: meter
                .u64_counter("bakufu.connections.limited")
                .with_description("Connections that have met a limit, by limit.")
                .build(),
            tls_expires: meter
                .f64_gauge("bakufu.tls.expires")
                .with_unit("s")
                .with_description("Time until the own TLS certificate ends.")
                .build(),
            handshakes_failed: meter
                .u64_counter("bakufu.tls.handshakes.failed")
                .with_description("Connections that were refused by TLS, by fault.")
                .build(),
            rules_pods: meter
                .u64_gauge("bakufu.rules.pods")
                .with_description("Pods that take rules calls, by game and version.")
                .build(),
            driven: meter
                .i64_up_down_counter("bakufu.driven.matches")
                .with_description("Matches that the server moves by itself now, by who waits.")
                .build(),
            limited: meter
                .u64_counter("bakufu.limits.refused")
                .with_description("Calls that were refused, by limit and for whom it holds.")
                .build(),
            meter: meter.clone(),
        }))
    }

    /// Instruments that nobody reads.
    pub fn unread() -> Self {
        Self::new(&SdkMeterProvider::default().meter("unread"))
    }

    pub fn acted(&self, game: &str, actions: u64) {
        self.0.actions.add(actions, &[game_label(game)]);
    }

    /// A call was refused. A refusal that has nothing to do with a game, or
    /// with one that does not exist, has none.
    pub fn refused(&self, reason: &Reason, game: Option<&str>) {
        let reason = KeyValue::new("reason", reason.name());
        match game {
            Some(game) => self.0.refusals.add(1, &[reason, game_label(game)]),
            None => self.0.refusals.add(1, &[reason]),
        }
    }

    /// A call was above a limit of its peer, or of all.
    pub fn limited(&self, limit: &'static str, scope: Scope) {
        let labels = [KeyValue::new("limit", limit), KeyValue::new("scope", scope.name())];
        self.0.limited.add(1, &labels);
    }

    /// Shows how much is used of each limit, whenever somebody reads it.
    pub(crate) fn show_limits(
        &self,
        used: impl Fn() -> Vec<(&'static str, u64)> + Send + Sync + 'static,
    ) {
        let gauge = self.0.meter.u64_observable_gauge("bakufu.limits.used");
        let gauge = gauge.with_description("How much of a limit is used now, by limit.");
        let gauge = gauge.with_callback(move |observer| {
            for (limit, used) in used() {
                observer.observe(used, &[KeyValue::new("limit", limit)]);
            }
        });
        // The meter keeps what it has built.
        gauge.build();
    }

    /// A match was created, started, finished or rewound.
    pub fn match_changed(&self, game: &str, change: MatchChange) {
        let status = match change {
            MatchChange::Created => "created",
            MatchChange::Started => "started",
            MatchChange::Finished => "finished",
            MatchChange::Rewound => "rewound",
        };
        self.0.matches.add(1, &[game_label(game), KeyValue::new("status", status)]);
    }

    /// A hop took this long.
    pub fn hop(&self, hop: Hop, method: &str, game: Option<&str>, duration: Duration) {
        let name = match hop {
            Hop::Rpc => "rpc",
            Hop::Rules => "rules",
            Hop::Store => "store",
        };
        let hop = KeyValue::new("hop", name);
        let method = KeyValue::new("method", method.to_owned());
        let seconds = duration.as_secs_f64();
        match game {
            Some(game) => self.0.hops.record(seconds, &[hop, method, game_label(game)]),
            None => self.0.hops.record(seconds, &[hop, method]),
        }
    }

    /// The certificate of this side ends in so many seconds; below zero it has
    /// ended.
    pub fn tls_expires(&self, side: TlsSide, seconds: f64) {
        self.0.tls_expires.record(seconds, &[KeyValue::new("side", side.name())]);
    }

    /// A connection was refused by TLS.
    pub fn handshake_failed(&self, fault: HandshakeFault) {
        self.0.handshakes_failed.add(1, &[KeyValue::new("fault", fault.name())]);
    }

    /// So many pods take calls for a version of a game now.
    pub fn rules_pods(&self, game: &str, version: &str, pods: u64) {
        let version = KeyValue::new("version", version.to_owned());
        self.0.rules_pods.record(pods, &[game_label(game), version]);
    }

    /// A stream was opened; it is closed when the result is dropped.
    pub fn stream_opened(&self) -> StillOpen {
        StillOpen::count(&self.0.streams)
    }

    /// A connection was accepted; it is closed when the result is dropped.
    pub fn connection_opened(&self) -> StillOpen {
        StillOpen::count(&self.0.connections)
    }

    /// A connection, or one request on it, has met this limit.
    pub fn connection_limited(&self, limit: ConnectionLimit) {
        self.0.connections_limited.add(1, &[KeyValue::new("limit", limit.name())]);
    }
}

impl StillOpen {
    fn count(counter: &UpDownCounter<i64>) -> Self {
        counter.add(1, &[]);
        Self(counter.clone())
    }
}

impl Drop for StillOpen {
    fn drop(&mut self) {
        self.0.add(-1, &[]);
    }
}

fn game_label(game: &str) -> KeyValue {
    KeyValue::new("game", game.to_owned())
}
