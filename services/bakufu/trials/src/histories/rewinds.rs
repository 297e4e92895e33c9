//! Rewinds of a match whose store was set back, looked at from the end: nothing of
//! what was lost has come again.

use std::collections::HashMap;

use bytes::Bytes;
use kit_proto::bakufu::play::v1::LogEntry;
use kit_proto::bakufu::play::v1::log_entry::Change;
use match_orchestrator_core::verify::verify;

use super::compose::forward;
use super::contradiction::Contradiction;
use super::history::History;
use super::model::{Model, Position};
use bakufu_proofs::Dice;

impl History<'_> {
    /// Brings every match forward that can go on: none is stuck.
    pub(super) async fn go_on(&mut self) -> Result<(), Contradiction> {
        let mut dice = Dice::new(self.figures.requests, &[]);
        for match_id in self.match_ids() {
            let id = self.next_id();
            let wanted = self.model(&match_id).and_then(|model| forward(&mut dice, model, id));
            if let Some(wanted) = wanted {
                self.deliver(&wanted, &[dice.below(self.replicas.len())], None).await?;
            }
        }
        Ok(())
    }

    /// Looks at all that every match has ever been.
    pub(super) fn check_rewinds(&self) -> Result<(), Contradiction> {
        for model in self.models.iter().chain(&self.gone) {
            check_entropy(model.branches().map(|branch| branch.iter().map(entry)))?;
        }
        for model in &self.models {
            self.check_record(model)?;
        }
        Ok(())
    }

    fn check_record(&self, model: &Model) -> Result<(), Contradiction> {
        let export = model.export(model.now());
        let export = export.map_err(|reason| Contradiction(format!("no record: {reason}")))?;
        let rules = std::slice::from_ref(&*self.cluster.rules);
        let verified = verify(&export, rules);
        verified.map(drop).map_err(|deviation| Contradiction(format!("{deviation}: {export:?}")))
    }
}

fn entry(position: &Position) -> &LogEntry {
    &position.entry
}

/// The entropy of a commit follows from its number and from the nonces of all
/// rewinds before it. No two commits have the same.
fn check_entropy<'e>(
    branches: impl Iterator<Item = impl Iterator<Item = &'e LogEntry>>,
) -> Result<(), Contradiction> {
    let mut drawn: HashMap<(Vec<Bytes>, u64), &Bytes> = HashMap::new();
    for branch in branches {
        let mut nonces = Vec::new();
        for entry in branch {
            if let Some(Change::Rewound(rewound)) = &entry.change {
                nonces.push(rewound.nonce.clone());
            }
            let first = drawn.entry((nonces.clone(), entry.commit)).or_insert(&entry.identity);
            if **first != entry.identity {
                return Err(Contradiction(format!("the entropy of {entry:?} has come before")));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kit_proto::bakufu::play::v1::Rewound;

    use super::*;

    fn commit(commit: u64, identity: u8, nonce: Option<u8>) -> LogEntry {
        let rewound = |nonce| Rewound { timeline: 1, nonce: Bytes::from(vec![nonce; 16]) };
        LogEntry {
            commit,
            identity: Bytes::from(vec![identity; 32]),
            change: nonce.map(|nonce| Change::Rewound(rewound(nonce))),
            ..LogEntry::default()
        }
    }

    fn check(branches: &[Vec<LogEntry>]) -> Result<(), Contradiction> {
        check_entropy(branches.iter().map(|branch| branch.iter()))
    }

    #[test]
    fn entropy_that_comes_twice_is_found() {
        let lost = vec![commit(1, 1, None), commit(2, 2, None), commit(3, 3, None)];
        let rewound = vec![commit(1, 1, None), commit(2, 4, Some(7)), commit(3, 5, None)];
        assert_eq!(check(&[lost.clone(), rewound.clone()]), Ok(()));
        let in_silence = vec![commit(1, 1, None), commit(2, 6, None)];
        assert!(check(&[lost.clone(), in_silence]).is_err());
        let same_nonce = vec![commit(1, 1, None), commit(2, 4, Some(7)), commit(3, 8, None)];
        assert!(check(&[lost, rewound, same_nonce]).is_err());
    }
}
