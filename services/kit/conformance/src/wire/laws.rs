//! Laws of the wire: what every game's messages promise, as functions that play
//! a table and complain.

mod calls;
mod damage;
mod messages;
mod pictures;
mod readers;
mod secrets;
mod views;

pub use calls::{a_batch_is_taken_whole_or_not_at_all, the_engine_steps_like_the_rules};
pub use damage::{
    damaged_actions_events_and_options_are_refused_or_sound,
    damaged_states_and_views_are_refused_or_sound,
};
pub use messages::{
    events_read_as_one_line_for_every_viewer, states_actions_and_events_survive_the_wire,
    the_same_state_gives_the_same_bytes, the_schema_is_one_that_can_be_redacted,
};
pub use pictures::{
    a_picture_follows_from_the_view, labels_tell_actions_apart,
    legal_actions_point_into_the_picture, pictures_are_well_formed_and_need_nothing_else,
};
pub use readers::{
    a_seat_that_is_not_at_the_table_has_no_view, a_whole_state_read_as_a_view_tells_no_more,
};
pub use secrets::{
    a_determinized_state_is_dealt_anew, a_determinized_state_looks_the_same,
    events_are_sent_as_they_are_seen,
};
pub use views::{
    a_refusal_follows_from_the_view, a_secret_action_leaves_no_trace_for_others,
    a_suggestion_is_a_listed_action, legal_actions_follow_from_the_view,
};
