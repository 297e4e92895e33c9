//! The web table as a browser meets it, and what its files may hold.

mod browser;
mod content;
mod serving;
