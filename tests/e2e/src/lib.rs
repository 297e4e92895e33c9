//! Journeys of users over the whole stack.
