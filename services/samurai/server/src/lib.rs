//! Samurai as a rules service.
