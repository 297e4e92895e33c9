//! Keeps matches: in memory, in an embedded file, or in Redis.
//!
//! A store moves opaque bytes. It knows no game, no seat and no protobuf; what
//! it promises is in [`Store`], and one suite of tests holds all three
//! implementations to it. Start reading there.

mod embedded;
mod filing;
mod layer;
mod members;
mod memory;
mod partition;
mod redis;
mod store;
mod time;

pub use embedded::{Compacted, Embedded, OpenError, compact};
pub use filing::{Due, FeedItem, Filing, Label, LogPage, Status};
pub use layer::Layer;
pub use memory::{Memory, MemorySnapshot};
pub use redis::{
    CertificateFiles, CredentialFiles, Durability, Redis, RedisConfig, RedisConfigFault,
    UnknownDurability,
};
pub use store::{
    Announcement, Claim, Commit, CommitAnswer, Error, GameVersion, Head, Identity, Listing,
    NewMatch, Newer, PriorRequest, RequestKey, Rewrite, Scanned, Store, Stored,
};

/// So many of the last request ids of a match are kept, however old they are.
pub const REQUESTS_KEPT_MIN: u64 = 1000;

/// How many items the feed of a partition holds, about. The oldest go first.
const FEED_ITEMS_MAX: usize = 1000;

/// How many announcements are kept for a receiver that falls behind. One that
/// falls behind further is told that it lagged, and looks at everything.
const ANNOUNCEMENTS_MAX: usize = 4096;
