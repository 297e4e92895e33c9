//! Keeps matches: in memory, in an embedded file, or in Redis.
//!
//! A store moves opaque bytes. It knows no game, no seat and no protobuf; what
//! it promises is in [`Store`], and one suite of tests holds all three
//! implementations to it. Start reading there.

mod embedded;
mod memory;
mod redis;
mod store;

pub use embedded::{Compacted, Embedded, OpenError, compact};
pub use memory::Memory;
pub use redis::{
    CertificateFiles, CredentialFiles, Durability, Redis, RedisConfig, RedisConfigFault,
    UnknownDurability,
};
pub use store::{
    Announcement, Claim, Commit, CommitAnswer, Error, GameVersion, Head, Identity, Listing,
    NewMatch, Newer, PriorRequest, RequestKey, Scanned, Store, Stored,
};

/// How many announcements are kept for a receiver that falls behind. One that
/// falls behind further is told that it lagged, and looks at everything.
const ANNOUNCEMENTS_MAX: usize = 4096;
