//! Filing: what a match is found by without being read, and when it is due.

use bytes::Bytes;

use crate::GameVersion;

/// Where a match is filed. It is written by the very commit that it follows from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filing {
    pub label: Label,
    /// When the orchestrator has to look at the match without a caller, in
    /// milliseconds since 1970; nothing if it has not to.
    pub due_at_ms: Option<u64>,
    /// What others must hear of, if there is something. Only public facts.
    pub news: Option<Bytes>,
}

/// What matches are counted by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label {
    pub version: GameVersion,
    pub status: Status,
}

/// How far a match is. It only ever goes on to a later one, which a scan in this
/// order relies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Seating,
    Playing,
    Over,
    /// Over, and an archive has its record.
    Archived,
}

/// What is due in a partition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Matches that are due now.
    pub match_ids: Vec<String>,
    /// The time by the store's own clock, in milliseconds since 1970.
    pub now_ms: u64,
    /// When the next match is due, or one of these again.
    pub next_at_ms: Option<u64>,
}

/// How much of a log is read at a time. One entry comes whatever its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogPage {
    pub entries_max: usize,
    pub bytes_max: usize,
}

impl LogPage {
    /// Everything there is.
    pub const WHOLE: Self = Self { entries_max: usize::MAX, bytes_max: usize::MAX };

    /// At most this many entries, whatever their size.
    pub const fn entries(entries_max: usize) -> Self {
        Self { entries_max, bytes_max: usize::MAX }
    }

    /// The empty page, to be filled entry by entry.
    pub(crate) fn room(self) -> Room {
        Room { entries: 0, bytes: 0, page: self }
    }
}

/// What a page still has room for.
pub(crate) struct Room {
    entries: usize,
    bytes: usize,
    page: LogPage,
}

impl Room {
    /// Takes the next entry in if there is room for it.
    pub(crate) fn takes(&mut self, bytes: usize) -> bool {
        let fits = self.entries < self.page.entries_max
            && (self.entries == 0 || self.bytes.saturating_add(bytes) <= self.page.bytes_max);
        if fits {
            self.entries += 1;
            self.bytes = self.bytes.saturating_add(bytes);
        }
        fits
    }
}

/// The id of an item by its number, for stores that count them.
pub(crate) fn feed_id(number: u64) -> String {
    format!("{number:020}")
}

/// Something that others must hear of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedItem {
    /// Its place in the feed of its partition; later is larger, as text of one
    /// store goes. What it is made of is up to the store.
    pub id: String,
    pub match_id: String,
    pub news: Bytes,
}

impl Status {
    const ALL: [Self; 4] = [Self::Seating, Self::Playing, Self::Over, Self::Archived];

    /// The number that stands for it in a store.
    pub(crate) fn number(self) -> u8 {
        self as u8
    }

    /// The reverse of [`Status::number`].
    pub(crate) fn of_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}
