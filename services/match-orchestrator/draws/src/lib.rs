//! How seeds become random numbers, reproducibly.
