//! Journeys of users through the whole stack, over real processes: one program,
//! since every further one would be linked with the same libraries again.

mod bad_input;
mod bulkheads;
mod idempotency;
mod json;
mod replicas;
mod restart;
mod seating;
mod telemetry;
mod watching;
mod whole_match;
