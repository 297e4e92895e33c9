//! Partition of a match: which of its store's it is in, for ever.

use std::hash::Hasher;

use fnv::FnvHasher;

/// The partition that a match of this id is in. FNV-1a over the id: it must be
/// the same in every version of every program.
pub(crate) fn partition_of(match_id: &str, partitions: u32) -> u32 {
    let mut hasher = FnvHasher::default();
    hasher.write(match_id.as_bytes());
    (hasher.finish() % u64::from(partitions)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_stays_in_its_partition_in_every_version() {
        assert_eq!(partition_of("", 256), 0x25);
        assert_eq!(partition_of("a", 256), 0x8c);
        assert_eq!(partition_of("foobar", 256), 0xe8);
    }

    #[test]
    fn matches_are_spread_evenly() {
        let mut counts = [0u32; 256];
        for number in 0..256_000u32 {
            counts[partition_of(&format!("{number:032x}"), 256) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
    }
}
