//! The bounds on what a match holds and on what games and clients send.

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
/// Most commits of one match; far above what any game needs.
pub const COMMITS_MAX: u64 = 200_000;
/// Longest reason for which an operator ends a match, in characters.
pub const ABORT_REASON_CHARS_MAX: usize = 200;
