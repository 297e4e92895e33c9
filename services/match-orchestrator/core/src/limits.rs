//! The bounds on what a match holds and on what games and clients send.

use core::time::Duration;

use crate::pace::Pace;

/// Largest encoded state.
pub const STATE_BYTES_MAX: usize = 1024 * 1024;
/// Most events of one step.
pub const EVENTS_MAX: usize = 10_000;
/// All encoded events of one step together.
pub const EVENTS_BYTES_MAX: usize = 1024 * 1024;
/// Most random numbers of one step.
pub const DRAWS_MAX: usize = 10_000;
/// Longest text that a game wrote for people: a label, a sentence, a title.
pub const TEXT_BYTES_MAX: usize = 4 * 1024;
/// Most actions in one batch.
pub const ACTIONS_MAX: usize = 64;
/// Largest encoded action.
pub const ACTION_BYTES_MAX: usize = 4 * 1024;
/// Largest encoded options.
pub const OPTIONS_BYTES_MAX: usize = 4 * 1024;
/// Longest name of a player, in characters.
pub const NAME_CHARS_MAX: usize = 40;
/// Longest seed of a seat.
pub const SEED_BYTES_MAX: usize = 64;
/// Shortest request id that is not empty. A request id is as good as a key to
/// the first answer, so it must not be guessable.
pub const REQUEST_ID_BYTES_MIN: usize = 16;
/// Longest request id.
pub const REQUEST_ID_BYTES_MAX: usize = 64;
/// Most commits with which a match goes on; far above what any game needs. What
/// ends it, or frees a seat, is taken beyond them: there are few seats.
pub const COMMITS_MAX: u64 = 200_000;
/// How often players sit down in a match at once, for each of its seats, and then
/// once a minute. In the week that a match waits for its start they can't use up
/// its commits.
pub(crate) const SEATINGS_AT_ONCE: u64 = 32;
/// How often a seat commits at once what moves nothing on, because it is secret or
/// taken back, and then once a minute. The longest match of our games takes a few
/// hundred of them.
pub(crate) const PLANS: Pace = Pace { at_once: 2_000, each: MINUTE };
/// How long one is counted of what is bounded per minute.
pub(crate) const MINUTE: Duration = Duration::from_secs(60);
/// Longest reason for which an operator ends a match, in characters.
pub const ABORT_REASON_CHARS_MAX: usize = 200;
