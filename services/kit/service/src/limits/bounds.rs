//! Bounds that differ from those of the table, as settings say.

use std::collections::BTreeMap;

use super::table::{Bound, Limit, Table, Unit};
use crate::config::{Reader, kinds};

/// For whom a bound holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// For each peer.
    Peer,
    /// For all together.
    All,
}

impl Scope {
    /// Its name in metrics and in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Peer => "peer",
            Self::All => "all",
        }
    }
}

/// Bounds by the names of their limits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bounds(BTreeMap<(String, Scope), u64>);

impl Bounds {
    /// Sets a bound.
    pub fn set(&mut self, limit: &str, scope: Scope, max: u64) {
        self.0.insert((limit.to_owned(), scope), max);
    }

    /// Reads a setting for every number of a table: `<PREFIX>_<LIMIT>_MAX` for all
    /// together, and `<PREFIX>_<LIMIT>_PER_PEER_MAX`. Faults stay in the reader.
    pub fn read(reader: &mut Reader<'_>, prefix: &str, table: &Table) -> Self {
        let mut bounds = Self::default();
        for limit in table.limits {
            for (scope, bound) in [(Scope::All, limit.in_all), (Scope::Peer, limit.per_peer)] {
                if !matches!(bound, Bound::Max(_)) {
                    continue;
                }
                let name = setting(prefix, limit.name, scope);
                let set = match limit.unit {
                    Unit::Bytes => reader.optional(&name, kinds::bytes).map(|max| max as u64),
                    _ => reader.optional(&name, kinds::unsigned(1..=10_000_000)),
                };
                if let Some(max) = set {
                    bounds.set(limit.name, scope, max);
                }
            }
        }
        bounds
    }

    /// How far a limit goes. None: as far as the others.
    pub(super) fn of(&self, table: &Table, limit: &Limit, scope: Scope) -> Option<u64> {
        if let Some(set) = self.0.get(&(limit.name.to_owned(), scope)) {
            return Some(*set);
        }
        match if scope == Scope::Peer { limit.per_peer } else { limit.in_all } {
            Bound::None => None,
            Bound::Max(max) => Some(max),
            Bound::ThreeQuartersOf(other) => {
                let other = table.limits.iter().find(|limit| limit.name == other);
                let other = other.expect("a share is one of a limit of the table");
                self.of(table, other, scope).map(|max| max - max / 4)
            }
        }
    }
}

/// What a setting is called.
fn setting(prefix: &str, limit: &str, scope: Scope) -> String {
    let suffix = if scope == Scope::Peer { "_PER_PEER_MAX" } else { "_MAX" };
    format!("{prefix}_{}{suffix}", limit.to_uppercase())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    static TABLE: Table = Table {
        limits: &[
            Limit::at_once("calls", Bound::Max(8), Bound::Max(100)),
            Limit::at_once(
                "questions",
                Bound::ThreeQuartersOf("calls"),
                Bound::ThreeQuartersOf("calls"),
            ),
            Limit::bytes("request_bytes", Bound::None, Bound::Max(4096)),
        ],
        classes: &[],
        others: &[],
        streams: &[],
        dialogues: &[],
        arriving: None,
    };

    fn read(pairs: &[(&str, &str)]) -> Result<Bounds, Vec<String>> {
        let map: BTreeMap<&str, &str> = pairs.iter().copied().collect();
        let mut reader = Reader::new(&map);
        let bounds = Bounds::read(&mut reader, "TOY", &TABLE);
        let read = reader.finish(|| Some(bounds));
        read.map_err(|faults| faults.0.into_iter().map(|fault| fault.name).collect())
    }

    fn of(bounds: &Bounds, limit: usize, scope: Scope) -> Option<u64> {
        bounds.of(&TABLE, &TABLE.limits[limit], scope)
    }

    #[test]
    fn what_is_not_set_is_as_the_table_says() {
        let bounds = read(&[]).expect("no fault");
        assert_eq!(of(&bounds, 0, Scope::All), Some(100));
        assert_eq!(of(&bounds, 0, Scope::Peer), Some(8));
        assert_eq!(of(&bounds, 2, Scope::Peer), None);
    }

    #[test]
    fn every_number_of_the_table_has_a_setting_and_shares_follow() {
        let set = [
            ("TOY_CALLS_MAX", "50"),
            ("TOY_CALLS_PER_PEER_MAX", "1"),
            ("TOY_REQUEST_BYTES_MAX", "1MiB"),
        ];
        let bounds = read(&set).expect("no fault");
        assert_eq!(of(&bounds, 0, Scope::All), Some(50));
        assert_eq!(of(&bounds, 1, Scope::All), Some(38));
        assert_eq!(of(&bounds, 1, Scope::Peer), Some(1), "a share of one is one");
        assert_eq!(of(&bounds, 2, Scope::All), Some(1 << 20));
        let wrong = [("TOY_CALLS_MAX", "0"), ("TOY_REQUEST_BYTES_MAX", "12")];
        assert_eq!(read(&wrong), Err(vec![wrong[0].0.to_owned(), wrong[1].0.to_owned()]));
    }
}
