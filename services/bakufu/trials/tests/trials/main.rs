//! A short round of every experiment, and proof that each of them bites.

mod histories;
mod inputs;
mod timing;
