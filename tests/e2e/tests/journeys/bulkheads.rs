//! A rules service that lies or hangs harms its own matches only.

mod fixture;
mod liar;
mod lies;
mod registration;
