//! The rules of Samurai.
