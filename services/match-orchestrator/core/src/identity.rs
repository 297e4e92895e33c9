//! Identity of a commit: a digest of the one before and of its own entry.
//!
//! A number says how many commits there were, not which: a store that was set
//! back counts the same numbers again. So a copy is compared with the store, and
//! a commit is put on top of another, by identity alone, and the log is a chain.

use core::fmt;

use kit_proto::bakufu::play::v1::{LogEntry, Seated, log_entry};
use prost::Message;
use sha2::{Digest, Sha256};

use crate::counting::CommitNumber;

/// What is hashed in front of every identity, so that no other digest is one.
const CHAINED: &[u8] = b"bakufu commit";
/// The same for commits that were stored before commits had an identity.
const UNCHAINED: &[u8] = b"bakufu commit without identity";

/// Which commit it is, and thereby all that were before it. Like its number, it
/// depends on what seats do in secret, so no viewer may learn it before the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CommitId([u8; 32]);

impl CommitId {
    /// What stands before the first commit of every match.
    pub(crate) const NONE: Self = Self([0; 32]);

    /// An identity as it is stored or sent; nothing if it can't be one.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub const fn get(self) -> [u8; 32] {
        self.0
    }

    /// The identity of the commit that this entry tells.
    pub(crate) fn after(previous: Self, entry: &LogEntry) -> Self {
        let digest = Sha256::new()
            .chain_update(CHAINED)
            .chain_update(previous.0)
            .chain_update(content_sha256(entry));
        Self(digest.finalize().into())
    }

    /// What stands for the identity of a commit that was stored without one.
    pub(crate) fn unchained(match_id: &str, commit: CommitNumber) -> Self {
        let digest = Sha256::new()
            .chain_update(UNCHAINED)
            .chain_update(match_id)
            .chain_update(commit.get().to_be_bytes());
        Self(digest.finalize().into())
    }
}

/// The digest of all that an entry tells. A player's name counts by its own
/// digest, so that it can be erased and the chain still holds.
pub(crate) fn content_sha256(entry: &LogEntry) -> [u8; 32] {
    let mut content = LogEntry {
        identity: bytes::Bytes::new(),
        content_sha256: bytes::Bytes::new(),
        ..entry.clone()
    };
    if let Some(log_entry::Change::Seated(Seated { seat: Some(seat), nonce, name_sha256 })) =
        &mut content.change
        && !name_sha256.is_empty()
    {
        seat.name.clear();
        nonce.clear();
    }
    Sha256::digest(content.encode_to_vec()).into()
}

/// What stands for a player's name in the chain.
pub(crate) fn name_sha256(nonce: &[u8], name: &str) -> [u8; 32] {
    Sha256::new().chain_update(nonce).chain_update(name).finalize().into()
}

/// The first digits tell identities apart, and nobody reads on.
impl fmt::Debug for CommitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CommitId(")?;
        self.0.iter().take(4).try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str("…)")
    }
}

#[cfg(test)]
mod tests {
    use kit_proto::bakufu::play::v1::{Seat, Started};

    use super::*;

    fn seated(name: &str, nonce: &'static [u8]) -> LogEntry {
        let seat = Seat { seat: 1, name: name.into(), ..Default::default() };
        let name_sha256 = match nonce {
            [] => bytes::Bytes::new(),
            nonce => bytes::Bytes::copy_from_slice(&name_sha256(nonce, name)),
        };
        let change = Seated { seat: Some(seat), nonce: nonce.into(), name_sha256 };
        let change = Some(log_entry::Change::Seated(change));
        LogEntry { commit: 2, change, ..Default::default() }
    }

    #[test]
    fn an_identity_depends_on_the_entry_and_on_all_before_it() {
        let entry = LogEntry {
            commit: 2,
            change: Some(log_entry::Change::Started(Started {})),
            ..Default::default()
        };
        let first = CommitId::after(CommitId::NONE, &entry);
        assert_ne!(first, CommitId::after(first, &entry));
        assert_ne!(
            first,
            CommitId::after(CommitId::NONE, &LogEntry { commit: 3, ..entry.clone() })
        );
        let told = LogEntry { identity: first.get().to_vec().into(), ..entry };
        assert_eq!(first, CommitId::after(CommitId::NONE, &told), "it does not depend on itself");
    }

    #[test]
    fn a_name_counts_by_its_digest_and_can_be_erased() {
        let (alice, bob) =
            (seated("Alice", b"sixteen bytes 00"), seated("Bob", b"sixteen bytes 00"));
        assert_ne!(content_sha256(&alice), content_sha256(&bob));
        let mut erased = alice.clone();
        if let Some(log_entry::Change::Seated(seated)) = &mut erased.change {
            seated.seat.as_mut().expect("a seat").name = "somebody".into();
            seated.nonce.clear();
        }
        assert_eq!(content_sha256(&alice), content_sha256(&erased));
        if let Some(log_entry::Change::Seated(seated)) = &mut erased.change {
            seated.name_sha256 = bytes::Bytes::from_static(&[7; 32]);
        }
        assert_ne!(content_sha256(&alice), content_sha256(&erased), "the digest stays");
    }

    #[test]
    fn a_bot_s_name_is_part_of_the_content() {
        assert_ne!(content_sha256(&seated("Bot 1", b"")), content_sha256(&seated("Bot 2", b"")));
    }
}
