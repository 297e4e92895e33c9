//! The rules of Shitennō, looked at from all sides.

mod conformance;
mod data;
mod golden;
mod payments;
mod properties;
mod rule_book;
