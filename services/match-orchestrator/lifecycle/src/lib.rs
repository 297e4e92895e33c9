//! The life of a match as a pure state machine.
