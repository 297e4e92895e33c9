//! Load on a cluster whose processes come and go, and the proof that nothing was lost.
//!
//! Players and watchers behave as `services/match-orchestrator/CLIENTS.md`
//! tells clients to, and note what they were told. When the faults are over,
//! every match is ended and its record compared with the notes. Nothing here
//! looks into a process: all of it goes through the public API.
//!
//! Start reading at [`Load`], then [`judge`] for what must be true in the end.
//! The faults themselves are in the tests.

mod figures;
mod fixture;
mod history;
mod load;
mod pace;
mod restarts;
mod slot;
mod table;
mod verdict;
mod watching;

pub use figures::{CallFigures, print};
pub use fixture::UnansweredCall;
pub use history::{Act, Course, Told};
pub use load::{Load, Story};
pub use restarts::{Restart, kill, kill_redis, roll};
pub use verdict::{InvariantViolation, judge};
pub use watching::{Closed, Rewind, WatchRecord};
