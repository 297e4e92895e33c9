//! Erasing: a player's name and all that it could be learned from leave a match.
//!
//! The copies of other replicas still have the name. They are old from then on,
//! because the store counts how often a match was rewritten: no replica shows one
//! without asking whether it is, and none can be stored again.

use std::sync::Arc;
use std::time::SystemTime;

use kit_proto::bakufu::play::v1::LogEntry;
use kit_rules::Seat;
use kit_service::Reason;
use match_orchestrator_core::request::fingerprint;
use match_orchestrator_core::{
    Caller, Command, CommitNumber, Context, Erased, Match, Planned, Sitting, erase, plan,
};
use match_orchestrator_store::{CommitAnswer, LogPage, Rewrite};
use prost::Message;

use super::{Done, Matches, Request, bug, head, read_entry};
use crate::limits::{COMMIT_ATTEMPTS_MAX, RETRY_AFTER};

/// Entries that are read at a time before the start of a match: mostly, there are
/// few.
const SEATING_PAGE: LogPage = LogPage { entries_max: 32, bytes_max: 64 * 1024 };

impl Matches {
    /// Erases who sat down in a commit. In a match that is not over the player
    /// leaves or resigns first; what follows from that is up to `after`. Erasing
    /// again changes nothing.
    pub(crate) async fn erase(
        &self,
        match_id: &str,
        commit: CommitNumber,
        after: impl Fn(&Done),
    ) -> Result<(), Reason> {
        for _ in 0..COMMIT_ATTEMPTS_MAX {
            // Past the copies, which may have been made of earlier words.
            let game_match = self.read(match_id).await?;
            let entry = self.stored_entry(&game_match, commit).await?;
            let sitting = Sitting::of(&entry).ok_or(Reason::UnknownSitting)?;
            if let Some((command, seat)) = sitting.farewell(&game_match) {
                if let Some(done) = self.bid_farewell(&game_match, &command, seat).await? {
                    after(&done);
                }
                continue;
            }
            if sitting.is_erased() {
                return Ok(());
            }
            if self.rewrite(&game_match, &erase(&game_match, &sitting)).await? {
                return Ok(());
            }
        }
        Err(Reason::Overloaded { retry_after: RETRY_AFTER })
    }

    /// The commits in which a player of this name sat down, also one who left.
    pub(crate) async fn sittings_of(
        &self,
        game_match: &Match,
        name: &str,
    ) -> Result<Vec<CommitNumber>, Reason> {
        let mut found = Vec::new();
        let mut from = 1;
        while from <= game_match.commit().get() {
            let page = self.store.log(game_match.id(), from, SEATING_PAGE);
            let page = self.timed("Log", page).await?;
            if page.is_empty() {
                // Deleted meanwhile.
                break;
            }
            from += page.len() as u64;
            for entry in &page {
                let entry = read_entry(entry)?;
                if has_started(&entry) {
                    return Ok(found);
                }
                found.extend(
                    Sitting::of(&entry).filter(|it| it.name() == name).map(|it| it.commit()),
                );
            }
        }
        Ok(found)
    }

    async fn stored_entry(
        &self,
        game_match: &Match,
        commit: CommitNumber,
    ) -> Result<LogEntry, Reason> {
        if commit.get() == 0 || commit > game_match.commit() {
            return Err(Reason::UnknownSitting);
        }
        let page = self.store.log(game_match.id(), commit.get(), LogPage::entries(1));
        let page = self.timed("Log", page).await?;
        read_entry(page.first().ok_or(Reason::UnknownMatch)?)
    }

    /// Lets a player leave or resign, on the very copy that was looked at: nobody
    /// else may lose the seat. Nothing if the match has changed.
    async fn bid_farewell(
        &self,
        game_match: &Match,
        command: &Command,
        seat: Seat,
    ) -> Result<Option<Done>, Reason> {
        let context = Context::new(Caller::Orchestrator(Some(seat)), SystemTime::now().into());
        let change = match plan(game_match, command, &context)? {
            Planned::Done(change) => *change,
            Planned::Ask(..) => return Err(bug("no rules have a say in who leaves")),
        };
        let id = format!("erase/{}", game_match.commit());
        let scope = seat.number() as u8;
        let request = Request::of_driver(scope, id, fingerprint("erase", &()));
        let commit = self.write(&request, game_match, &change);
        match self.timed("Commit", self.store.commit(&commit)).await? {
            CommitAnswer::Stored => {
                let (game_match, entry) = (Arc::new(change.after), Arc::new(change.entry));
                Ok(Some(Done { game_match, entry, is_repeated: false, answer: () }))
            }
            CommitAnswer::SetBack => {
                let slot = self.slot(game_match.id())?;
                self.begin_timeline(&slot, Arc::new(game_match.clone())).await?;
                Ok(None)
            }
            CommitAnswer::Conflict { .. } | CommitAnswer::Repeated(_) => Ok(None),
            CommitAnswer::Missing => Err(Reason::UnknownMatch),
        }
    }

    async fn rewrite(&self, before: &Match, erased: &Erased) -> Result<bool, Reason> {
        let entry = (erased.entry.commit, erased.entry.encode_to_vec().into());
        let rewrite = Rewrite { roster: erased.game_match.roster_bytes(), entries: vec![entry] };
        let (match_id, head) = (before.id(), head(before));
        let rewritten = self.store.rewrite(match_id, &head, &rewrite);
        let is_rewritten = self.timed("Rewrite", rewritten).await?;
        if is_rewritten {
            self.forget(match_id);
        }
        Ok(is_rewritten)
    }
}

/// From then on nobody sits down.
fn has_started(entry: &LogEntry) -> bool {
    use kit_proto::bakufu::play::v1::log_entry::Change;
    matches!(entry.change, Some(Change::Started(_)))
}
