//! Table of what callers may ask of the public port, and which call counts against
//! what. The bounds are those of one replica.
//!
//! They let one address pass behind which many people sit, and a backend that works
//! for a platform of some size; a larger one is an unlimited peer. Where the rules
//! of a game compute an answer, few may be computed at a time, so that moves always
//! find room.

use kit_service::limits::Bound::{Max, None, ThreeQuartersOf};
use kit_service::limits::{Class, Limit, Table};

/// Matches that have not started, by whoever created them.
pub(crate) const UNSTARTED_MATCHES: &str = "unstarted_matches";

const CALLS: &str = "calls";
const CALLS_PER_SECOND: &str = "calls_per_second";
const QUESTIONS: &str = "questions";
const WATCHERS: &str = "watchers";
const REFLECTIONS: &str = "reflections";
const REQUEST_BYTES: &str = "request_bytes";
const CREATIONS_PER_MINUTE: &str = "creations_per_minute";
const REPLAYS: &str = "replays";
const REPLAYS_PER_SECOND: &str = "replays_per_second";
const LISTS: &str = "lists";
const LISTS_PER_SECOND: &str = "lists_per_second";
const BOARDS: &str = "boards";
const BOARDS_PER_SECOND: &str = "boards_per_second";
const LEGAL_LISTS: &str = "legal_lists";
const LEGAL_LISTS_PER_SECOND: &str = "legal_lists_per_second";
const OPERATOR_CALLS: &str = "operator_calls";
const OPERATOR_CALLS_PER_SECOND: &str = "operator_calls_per_second";

pub(crate) static TABLE: Table = Table {
    limits: &[
        Limit::at_once(CALLS, Max(256), Max(1024)),
        Limit::at_once(QUESTIONS, ThreeQuartersOf(CALLS), ThreeQuartersOf(CALLS)),
        Limit::per_second(CALLS_PER_SECOND, Max(2000), None),
        Limit::bytes(REQUEST_BYTES, Max(8 * 1024 * 1024), Max(128 * 1024 * 1024)),
        Limit::at_once(WATCHERS, Max(2000), Max(10_000)),
        Limit::at_once(REFLECTIONS, Max(8), Max(32)),
        Limit::per_minute(CREATIONS_PER_MINUTE, Max(120), Max(6000)),
        // All together are bounded by their lifetime and by how many are created.
        Limit::at_once(UNSTARTED_MATCHES, Max(1000), None),
        Limit::at_once(REPLAYS, Max(4), Max(16)),
        Limit::per_second(REPLAYS_PER_SECOND, Max(100), None),
        Limit::at_once(LISTS, Max(8), Max(16)),
        Limit::per_second(LISTS_PER_SECOND, Max(50), None),
        Limit::at_once(BOARDS, Max(16), Max(64)),
        Limit::per_second(BOARDS_PER_SECOND, Max(200), None),
        Limit::at_once(LEGAL_LISTS, Max(32), Max(128)),
        Limit::per_second(LEGAL_LISTS_PER_SECOND, Max(1000), None),
        Limit::at_once(OPERATOR_CALLS, Max(32), Max(64)),
        Limit::per_second(OPERATOR_CALLS_PER_SECOND, Max(1000), None),
    ],
    classes: &[
        Class::calls(
            &[
                "/bakufu.play.v1.MatchService/SitDown",
                "/bakufu.play.v1.MatchService/LeaveSeat",
                "/bakufu.play.v1.MatchService/AddBot",
                "/bakufu.play.v1.MatchService/RemoveSeat",
                "/bakufu.play.v1.MatchService/RenewInvitation",
                "/bakufu.play.v1.MatchService/StartMatch",
                "/bakufu.play.v1.MatchService/SubmitActions",
                "/bakufu.play.v1.MatchService/Resign",
                "/bakufu.play.v1.MatchService/DeleteMatch",
            ],
            &[CALLS_PER_SECOND, CALLS],
        ),
        Class::calls(
            &[
                "/bakufu.play.v1.MatchService/ListGames",
                "/bakufu.play.v1.MatchService/GetMatch",
                "/bakufu.play.v1.MatchService/GetView",
            ],
            &[CALLS_PER_SECOND, QUESTIONS, CALLS],
        ),
        Class::calls(
            &["/bakufu.play.v1.MatchService/CreateMatch"],
            &[CALLS_PER_SECOND, CREATIONS_PER_MINUTE, QUESTIONS, CALLS],
        ),
        Class::calls(
            &["/bakufu.play.v1.MatchService/GetReplay", "/bakufu.play.v1.MatchService/ExportMatch"],
            &[CALLS_PER_SECOND, REPLAYS_PER_SECOND, REPLAYS, QUESTIONS, CALLS],
        ),
        Class::calls(
            // A schema is as long as a list, and asked for once for each game.
            &[
                "/bakufu.play.v1.MatchService/ListMatches",
                "/bakufu.play.v1.MatchService/GetGameSchema",
            ],
            &[CALLS_PER_SECOND, LISTS_PER_SECOND, LISTS, QUESTIONS, CALLS],
        ),
        Class::calls(
            &["/bakufu.play.v1.MatchService/GetBoard"],
            &[CALLS_PER_SECOND, BOARDS_PER_SECOND, BOARDS, QUESTIONS, CALLS],
        ),
        Class::calls(
            &["/bakufu.play.v1.MatchService/ListLegalActions"],
            &[CALLS_PER_SECOND, LEGAL_LISTS_PER_SECOND, LEGAL_LISTS, QUESTIONS, CALLS],
        ),
        Class::streams(&["/bakufu.play.v1.MatchService/WatchMatch"], &[CALLS_PER_SECOND, WATCHERS]),
        // Operators must get in when players take all that is theirs. Others are sent
        // away before anything is done for them.
        Class::calls(
            &[
                "/bakufu.play.v1.OperatorService/RegisterGame",
                "/bakufu.play.v1.OperatorService/ListAllMatches",
                "/bakufu.play.v1.OperatorService/ListGameVersions",
                "/bakufu.play.v1.OperatorService/DrainGame",
                "/bakufu.play.v1.OperatorService/AbortMatch",
                "/bakufu.play.v1.OperatorService/RemoveMatch",
                "/bakufu.play.v1.OperatorService/ErasePlayer",
                "/bakufu.play.v1.OperatorService/ListUnarchived",
                "/bakufu.play.v1.OperatorService/MarkArchived",
                "/bakufu.play.v1.OperatorService/NoteRestored",
            ],
            &[OPERATOR_CALLS_PER_SECOND, OPERATOR_CALLS],
        ),
    ],
    others: &[CALLS_PER_SECOND, QUESTIONS, CALLS],
    streams: &[CALLS_PER_SECOND, WATCHERS],
    dialogues: &[CALLS_PER_SECOND, REFLECTIONS],
    arriving: Some(REQUEST_BYTES),
};

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use prost::Message;
    use prost_types::FileDescriptorSet;

    use super::*;

    #[test]
    fn every_call_of_the_api_is_in_one_class() {
        let set = kit_proto::descriptor_set("bakufu.play.v1").expect("it is compiled in");
        let set = FileDescriptorSet::decode(set).expect("our own descriptors");
        let files = set.file.iter().filter(|file| file.package() == "bakufu.play.v1");
        let calls = files.flat_map(|file| &file.service).flat_map(|service| {
            let path = |name| format!("/bakufu.play.v1.{}/{name}", service.name());
            service.method.iter().map(move |method| path(method.name()))
        });
        let calls: BTreeSet<String> = calls.collect();
        let classed: Vec<&str> =
            TABLE.classes.iter().flat_map(|class| class.paths).copied().collect();
        let all: BTreeSet<String> = classed.iter().map(|path| (*path).to_owned()).collect();
        assert_eq!(all, calls);
        assert_eq!(all.len(), classed.len(), "none is in two");
    }

    #[test]
    fn a_page_of_the_documentation_names_every_limit_with_its_bounds() {
        let page = include_str!("../../README.md");
        for limit in TABLE.limits {
            let row = page.lines().find(|line| line.starts_with(&format!("| `{}` |", limit.name)));
            let row = row.unwrap_or_else(|| panic!("{} has no row", limit.name));
            for bound in [limit.per_peer, limit.in_all] {
                if let Max(max) = bound {
                    assert!(row.contains(&written(limit, max)), "{row} {max}");
                }
            }
        }
    }

    /// A number as people write it.
    fn written(limit: &Limit, max: u64) -> String {
        match (limit.unit, max) {
            (kit_service::limits::Unit::Bytes, _) => format!("{} MiB", max >> 20),
            (_, 0..1000) => format!(" {max} "),
            _ => format!(" {},{:03} ", max / 1000, max % 1000),
        }
    }
}
