//! A rules service that lies or hangs harms its own matches only.

mod liar;
mod lies;
mod registration;
mod stage;
