//! Decides what a viewer sees, from the schema alone.
