//! One suite of laws for all stores, and what is special about each of them.

mod embedded_compact;
mod embedded_crash;
mod embedded_damage;
mod embedded_deletion;
mod embedded_file;
#[cfg(unix)]
mod embedded_permissions;
mod embedded_upgrade;
mod fixtures;
mod laws;
mod redis_credentials;
mod redis_durability;
mod redis_first_layout;
mod redis_kinds;
mod redis_layout;
mod redis_outages;
mod redis_roles;
mod redis_shards;
mod redis_sharing;
mod stores;

/// One test for every law and every store.
macro_rules! every_store_obeys {
    ($($chapter:ident::$law:ident,)*) => {
        every_store_obeys!(@ memory, $($chapter::$law,)*);
        every_store_obeys!(@ embedded, $($chapter::$law,)*);
        every_store_obeys!(@ redis, $($chapter::$law,)*);
        every_store_obeys!(@ redis_cluster, $($chapter::$law,)*);
        every_store_obeys!(@ redis_with_least_rights, $($chapter::$law,)*);
        every_store_obeys!(@ redis_cluster_with_least_rights, $($chapter::$law,)*);
        every_store_obeys!(@ redis_with_replica, $($chapter::$law,)*);
    };
    (@ $store:ident, $($chapter:ident::$law:ident,)*) => {
        mod $store {
            $(
                #[tokio::test]
                async fn $law() {
                    let opened = crate::stores::$store().await;
                    crate::laws::$chapter::$law(&*opened.store).await;
                }
            )*
        }
    };
}

every_store_obeys! {
    creating::a_match_is_created_once,
    creating::a_new_match_is_at_commit_one_with_its_first_entry,
    creating::matches_do_not_touch_each_other,
    creating::a_claim_stays_bound_to_what_was_claimed_first,
    creating::one_of_many_concurrent_claims_wins,
    committing::a_commit_changes_everything_together,
    committing::a_roster_is_kept_unless_it_changes,
    committing::a_commit_on_a_stale_number_changes_nothing,
    committing::a_commit_on_another_timeline_changes_nothing,
    committing::a_repeated_request_is_told_its_first_commit,
    committing::a_request_id_counts_in_its_scope_only,
    committing::one_of_many_concurrent_commits_is_stored,
    committing::concurrent_commits_of_many_matches_are_all_stored,
    committing::a_commit_to_nothing_is_missing,
    committing::commits_after_the_end_are_still_possible,
    committing::old_requests_are_forgotten_and_the_last_ones_never,
    filing::matches_are_counted_by_what_they_are,
    filing::what_is_due_is_taken_and_comes_again_unless_it_is_filed,
    filing::what_is_due_comes_in_its_order_and_the_next_is_told,
    filing::two_takers_never_get_the_same_match,
    filing::whoever_waits_hears_that_something_is_due_earlier,
    filing::the_feed_tells_what_happened_in_its_order,
    filing::a_deleted_match_leaves_nothing_behind,
    filing::a_rewritten_match_is_the_same_with_other_words,
    filing::a_rewrite_is_announced,
    filing::members_are_those_who_enrolled_and_have_not_gone,
    filing::after_a_set_back_only_a_new_timeline_goes_on,
    reading::only_a_changed_match_is_loaded_again,
    reading::a_copy_of_another_timeline_is_told_as_such,
    reading::what_is_not_there_is_not_found,
    reading::the_log_is_read_in_pieces,
    reading::the_log_is_read_by_bytes,
    reading::any_bytes_and_large_ones_come_back_unchanged,
    reading::ids_may_hold_any_character,
    listing::matches_are_listed_newest_first,
    listing::the_list_is_read_page_by_page,
    listing::unlisted_matches_are_not_listed,
    listing::games_are_remembered_with_their_last_address,
    scanning::every_match_is_scanned_listed_or_not,
    scanning::a_scan_goes_on_where_it_was_while_matches_come,
    scanning::drained_versions_are_remembered_until_they_are_taken_back,
    announcing::every_commit_is_announced_in_order,
    announcing::nothing_is_announced_that_was_not_stored,
    announcing::every_listener_hears_every_followed_match,
    announcing::a_match_is_followed_until_nobody_follows_it,
    announcing::a_store_answers_a_ping,
}
