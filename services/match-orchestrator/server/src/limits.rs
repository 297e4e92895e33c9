//! The bounds on requests, memory and retries of one replica. Those on what
//! callers may ask for are in `call_limits.rs`, those on what a match holds in the core.

use std::time::Duration;

use match_orchestrator_store::LogPage;

/// Largest request of the public API.
pub(crate) const REQUEST_BYTES_MAX: usize = 256 * 1024;
/// The same as it comes over the wire: in its frame, and as text in gRPC-Web, which
/// makes four bytes of three.
pub(crate) const WIRE_BYTES_MAX: usize = REQUEST_BYTES_MAX / 3 * 4 + 1024;
/// Largest answer of a rules service, and so of the public API.
pub(crate) const ANSWER_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Messages that wait for one slow watcher before its cursor stands still.
pub(crate) const WATCHER_QUEUE_MAX: usize = 16;
/// How long a watcher may leave its queue full before its stream is ended.
pub(crate) const WATCHER_STALL_MAX: Duration = Duration::from_secs(30);
/// What is read of a log in one go.
pub(crate) const LOG_PAGE: LogPage = LogPage { entries_max: 256, bytes_max: 1024 * 1024 };
/// Log entries kept in memory per match, for watchers that are up to date.
pub(crate) const RECENT_ENTRIES_MAX: usize = 32;
/// How often a commit is tried again when another replica was faster.
pub(crate) const COMMIT_ATTEMPTS_MAX: usize = 16;
/// Largest page of ListMatches.
pub(crate) const PAGE_MAX: u32 = 100;
/// Page of ListMatches if none is asked for.
pub(crate) const PAGE_DEFAULT: u32 = 50;
/// What the replays of all matches may hold in memory; the one that was looked
/// at least recently goes first.
pub(crate) const REPLAYS_BYTES_MAX: usize = 64 * 1024 * 1024;
/// What the replay of one match may hold; beyond it positions are left out, and
/// made again from the one before when they are asked for.
pub(crate) const REPLAY_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Matches of one version of a game that are played again at a time, so that
/// replays take few of the calls that live matches need.
pub(crate) const REPLAYS_AT_ONCE_MAX: usize = 4;
/// Matches of bots only, of one version of a game, that are moved at a time: when a
/// person calls, what is under way is soon over.
pub(crate) const UNATTENDED_AT_ONCE_MAX: usize = 2;
/// Seats that plan in secret are answered at multiples of this, so that the time tells
/// nothing of the plan. Their longest lists take 2 ms on a busy core.
pub(crate) const ANSWER_QUANTUM: Duration = Duration::from_millis(5);
/// When a client should come back after a fault that passes.
pub(crate) const RETRY_AFTER: Duration = Duration::from_millis(500);
