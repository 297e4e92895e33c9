//! The rules of Shogun, looked at from all sides.

mod conformance;
mod data;
mod golden;
mod properties;
mod rule_book;
mod tower;
