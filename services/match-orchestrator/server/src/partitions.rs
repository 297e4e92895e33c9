//! Partitions of the store that each replica sees to.
//!
//! A replica is a member of the store for a few seconds at a time. Which
//! partitions are whose follows from the list of members alone, so nothing has to
//! be handed over: who dies is no member soon, and the others take its share.
//! While two believe that a partition is theirs, they only compete for what is
//! due, since a commit happens once.

use sha2::{Digest, Sha256};

/// The partitions of one member, ascending. They are spread evenly, and most
/// stay where they are when members come and go.
pub(crate) fn partitions_of(member: &str, members: &[String], partitions: u32) -> Vec<u32> {
    let mut room = vec![(partitions as usize).div_ceil(members.len().max(1)); members.len()];
    let mut own = Vec::new();
    for partition in 0..partitions {
        let with_room = (0..members.len()).filter(|index| room[*index] > 0);
        let Some(chosen) = with_room.max_by_key(|index| weight(&members[*index], partition)) else {
            break;
        };
        room[chosen] -= 1;
        if members[chosen] == member {
            own.push(partition);
        }
    }
    own
}

/// How much a member is wanted for a partition: chance, but always the same.
fn weight(member: &str, partition: u32) -> [u8; 32] {
    Sha256::new().chain_update(member).chain_update(partition.to_be_bytes()).finalize().into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn owners(members: &[&str], partitions: u32) -> BTreeMap<u32, String> {
        let members: Vec<String> = members.iter().map(|member| (*member).to_owned()).collect();
        let mut owners = BTreeMap::new();
        for member in &members {
            for partition in partitions_of(member, &members, partitions) {
                assert_eq!(owners.insert(partition, member.clone()), None, "held twice");
            }
        }
        assert_eq!(owners.len(), partitions as usize, "each is held");
        owners
    }

    fn share(owners: &BTreeMap<u32, String>, member: &str) -> usize {
        owners.values().filter(|owner| *owner == member).count()
    }

    #[test]
    fn every_partition_is_held_by_one_and_all_hold_as_many() {
        for members in [&["a"][..], &["a", "b"], &["a", "b", "c"], &["a", "b", "c", "d", "e"]] {
            let owners = owners(members, 256);
            let even = 256usize.div_ceil(members.len());
            for member in members {
                let share = share(&owners, member);
                assert!((even - members.len()..=even).contains(&share), "{members:?}: {share}");
            }
        }
        assert_eq!(owners(&["a", "b", "c"], 2).len(), 2, "more members than partitions");
    }

    #[test]
    fn who_leaves_gives_up_its_own_and_most_others_stay() {
        let (before, after) = (owners(&["a", "b", "c", "d"], 256), owners(&["a", "b", "d"], 256));
        let moved =
            before.iter().filter(|(partition, owner)| *owner != "c" && after[partition] != **owner);
        assert!(moved.count() < 40);
    }

    #[test]
    fn who_is_no_member_holds_nothing() {
        assert!(partitions_of("x", &["a".to_owned()], 256).is_empty());
        assert!(partitions_of("x", &[], 256).is_empty());
    }
}
