//! The laws that every store obeys, chapter by chapter.

pub(crate) mod announcing;
pub(crate) mod committing;
pub(crate) mod creating;
pub(crate) mod filing;
pub(crate) mod listing;
pub(crate) mod reading;
pub(crate) mod scanning;
