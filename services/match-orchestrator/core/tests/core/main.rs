//! The core as one program of tests.

mod lifecycle;
