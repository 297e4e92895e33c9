//! Versions of a game: which one is newer, and which ones take no new matches.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// What operators are told about one version of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VersionInfo {
    pub(crate) game: String,
    pub(crate) rules_version: String,
    /// Pods that take calls now.
    pub(crate) pods_ready: usize,
    /// Whether an operator keeps new matches away from it.
    pub(crate) drained: bool,
    /// Whether it is the version that a new match would get now.
    pub(crate) takes_new_matches: bool,
}

/// Compares two versions; the greater one is newer.
///
/// Versions are read part by part between the dots. Two numbers compare as
/// numbers, so 1.10 is newer than 1.9; a number is newer than a text, so 2.0 is
/// newer than 2.0-rc1; two texts compare as texts. If all parts of one begin
/// the other, the longer one is newer.
pub(crate) fn compare(left: &str, right: &str) -> Ordering {
    let (mut lefts, mut rights) = (left.split('.'), right.split('.'));
    loop {
        let order = match (lefts.next(), rights.next()) {
            (Some(left), Some(right)) => compare_parts(left, right),
            (Some(_), None) => return Ordering::Greater,
            (None, Some(_)) => return Ordering::Less,
            // 1.0 and 1.00 are equal in all parts, but they are two versions.
            (None, None) => return left.cmp(right),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// What operators have drained: whole games, with all their versions to come,
/// and single versions.
#[derive(Debug, Default)]
pub(super) struct Drained {
    games: BTreeSet<String>,
    versions: BTreeSet<(String, String)>,
}

impl Drained {
    pub(super) fn holds(&self, game: &str, version: &str) -> bool {
        self.games.contains(game)
            || self.versions.iter().any(|(of, one)| of == game && one == version)
    }

    /// Drains a version or the whole game, or ends that. Ending the drain of
    /// the whole game ends those of its versions as well.
    pub(super) fn set(&mut self, game: &str, version: Option<&str>, drained: bool) {
        match (version, drained) {
            (Some(version), true) => {
                self.versions.insert((game.to_owned(), version.to_owned()));
            }
            (Some(version), false) => {
                self.versions.remove(&(game.to_owned(), version.to_owned()));
            }
            (None, true) => {
                self.games.insert(game.to_owned());
            }
            (None, false) => {
                self.games.remove(game);
                self.versions.retain(|(of, _)| of != game);
            }
        }
    }
}

fn compare_parts(left: &str, right: &str) -> Ordering {
    match (left.parse::<u64>(), right.parse::<u64>()) {
        (Ok(left), Ok(right)) => left.cmp(&right),
        (Ok(_), Err(_)) => Ordering::Greater,
        (Err(_), Ok(_)) => Ordering::Less,
        (Err(_), Err(_)) => left.cmp(right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_in_the_order_in_which_people_publish_them() {
        let ascending =
            ["", "alpha", "beta", "0.9", "1", "1.0-rc1", "1.0", "1.00", "1.0.1", "1.9", "1.10"];
        for (at, older) in ascending.iter().enumerate() {
            assert_eq!(compare(older, older), Ordering::Equal, "{older:?}");
            for newer in &ascending[at + 1..] {
                assert_eq!(compare(older, newer), Ordering::Less, "{older:?} < {newer:?}");
                assert_eq!(compare(newer, older), Ordering::Greater, "{newer:?} > {older:?}");
            }
        }
    }

    #[test]
    fn a_drain_of_a_version_leaves_the_others_alone() {
        let mut drained = Drained::default();
        drained.set("edo", Some("1"), true);
        assert!(drained.holds("edo", "1"));
        assert!(!drained.holds("edo", "2") && !drained.holds("shogun", "1"));
        drained.set("edo", Some("1"), false);
        assert!(!drained.holds("edo", "1"));
    }

    #[test]
    fn a_drain_of_a_game_holds_for_all_its_versions_until_it_ends() {
        let mut drained = Drained::default();
        drained.set("edo", Some("1"), true);
        drained.set("edo", None, true);
        drained.set("edo", Some("1"), false);
        assert!(drained.holds("edo", "1") && drained.holds("edo", "7"));
        assert!(!drained.holds("shogun", "1"));
        drained.set("edo", Some("2"), true);
        drained.set("edo", None, false);
        assert!(!drained.holds("edo", "1") && !drained.holds("edo", "2"));
    }
}
