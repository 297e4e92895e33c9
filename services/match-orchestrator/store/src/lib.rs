//! Keeps matches: in memory, in an embedded file, or in Redis.
//!
//! A store moves opaque bytes. It knows no game, no seat and no protobuf; what
//! it promises is in [`Store`], and one suite of tests holds all three
//! implementations to it. Start reading there.

mod store;

pub use store::{
    Announcement, Claim, Commit, CommitAnswer, Error, Listing, NewMatch, PriorRequest, RequestKey,
    Store, Stored,
};
