//! The core as one program of tests.

mod bounds;
mod erasing;
mod inviting;
mod lifecycle;
mod played;
