//! Laws: what every game promises, as functions that play a table and complain.
//!
//! Each law is named by what it demands and takes one [`Table`](crate::Table);
//! [`check`](crate::check) brings it the tables. They are grouped by what they
//! look at: what seats may do, how a match runs, and what it tells.

pub(crate) mod corpus;
mod course;
mod seats;
mod telling;

pub use course::{
    a_draw_takes_exactly_the_numbers_below_its_sides,
    a_replay_gives_the_same_state_and_the_same_events, every_match_ends_within_its_bound,
    the_facts_hold_together, there_is_never_a_dead_end,
};
pub use seats::{
    a_refusal_names_its_rule_and_changes_nothing, a_seat_that_is_not_awaited_can_do_nothing,
    lists_are_sorted_and_without_duplicates, what_is_listed_is_accepted_and_nothing_else,
};
#[cfg(feature = "wire")]
pub(crate) use telling::one_line;
pub use telling::{
    actions_and_events_read_as_one_line, every_event_names_the_rules_that_caused_it,
    the_outcome_ranks_every_seat_once,
};
