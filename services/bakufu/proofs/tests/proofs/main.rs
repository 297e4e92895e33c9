//! A short round of every experiment, and proof that each of them bites.

mod draws;
mod leaks;
mod sizes;
