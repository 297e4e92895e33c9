//! The macros that turn laws into tests, one test per law.

/// All laws of a game's rules as tests:
///
/// ```text
/// kit_conformance::suite!(Samurai);
/// kit_conformance::suite!(Samurai, options = [Options { random: true, ..Options::default() }]);
/// ```
///
/// The default options are always among those that are played.
#[macro_export]
macro_rules! suite {
    ($game:ty) => {
        $crate::suite!($game, options = []);
    };
    ($game:ty, options = [$($options:expr),* $(,)?]) => {
        $crate::__tests! {
            ($crate::hold::<$game>) (&[$($options),*]) ($crate::laws)
            the_facts_hold_together
            what_is_listed_is_accepted_and_nothing_else
            a_refusal_names_its_rule_and_changes_nothing
            lists_are_sorted_and_without_duplicates
            a_seat_that_is_not_awaited_can_do_nothing
            there_is_never_a_dead_end
            a_draw_takes_exactly_the_numbers_below_its_sides
            every_match_ends_within_its_bound
            a_replay_gives_the_same_state_and_the_same_events
            actions_and_events_read_as_one_line
            every_event_names_the_rules_that_caused_it
            the_outcome_ranks_every_seat_once
        }
    };
}

/// All laws of a game's messages as tests:
///
/// ```text
/// kit_conformance::wire_suite!(SamuraiWire);
/// kit_conformance::wire_suite!(SamuraiWire, options = [begin_with_seat(1)]);
/// ```
///
/// The options are messages; the empty one is always among those that are
/// played.
#[cfg(feature = "wire")]
#[macro_export]
macro_rules! wire_suite {
    ($wire:ty) => {
        $crate::wire_suite!($wire, options = []);
    };
    ($wire:ty, options = [$($options:expr),* $(,)?]) => {
        $crate::__tests! {
            ($crate::wire::hold::<$wire>) (&[$($options),*]) ($crate::wire::laws)
            the_schema_is_one_that_can_be_redacted
            states_actions_and_events_survive_the_wire
            the_same_state_gives_the_same_bytes
            the_engine_steps_like_the_rules
            a_batch_is_taken_whole_or_not_at_all
            legal_actions_follow_from_the_view
            a_refusal_follows_from_the_view
            a_suggestion_is_a_listed_action
            a_secret_action_leaves_no_trace_for_others
            events_are_sent_as_they_are_seen
            a_determinized_state_looks_the_same
            a_determinized_state_is_dealt_anew
            events_read_as_one_line_for_every_viewer
            damaged_states_and_views_are_refused_or_sound
            damaged_actions_events_and_options_are_refused_or_sound
            a_whole_state_read_as_a_view_tells_no_more
            a_seat_that_is_not_at_the_table_has_no_view
            pictures_are_well_formed_and_need_nothing_else
            a_picture_follows_from_the_view
            legal_actions_point_into_the_picture
            labels_tell_actions_apart
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __tests {
    (($($hold:tt)*) ($($options:tt)*) ($($laws:tt)*)) => {};
    (($($hold:tt)*) ($($options:tt)*) ($($laws:tt)*) $law:ident $($rest:ident)*) => {
        #[test]
        fn $law() {
            $($hold)*($($options)*, $($laws)*::$law);
        }
        $crate::__tests! { ($($hold)*) ($($options)*) ($($laws)*) $($rest)* }
    };
}
