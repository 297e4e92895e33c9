//! The rules of Edo, looked at from all sides.

mod conformance;
mod data;
mod golden;
mod properties;
mod rule_book;
