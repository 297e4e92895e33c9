//! A short round of every experiment.

mod histories;
