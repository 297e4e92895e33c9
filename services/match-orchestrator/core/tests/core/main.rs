//! The core as one program of tests.

mod erasing;
mod lifecycle;
