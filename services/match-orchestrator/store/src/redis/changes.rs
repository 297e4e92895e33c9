//! The two changes that have to be made in one piece: creation and commit.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use ::redis::cmd;
use tracing::warn;

use super::failure::unreadable;
use super::lane::Resend;
use super::reply::{self, Reply};
use super::{Redis, keys, milliseconds};
use crate::{Commit, CommitAnswer, Error, Head, Listing, NewMatch, PriorRequest};

/// How many matches leave the list, at most, when a new one enters it. More
/// than one, so that there are never many that should have left.
const RETIRED_MAX: usize = 8;

/// The longest retention, a thousand years. Redis would refuse the largest
/// numbers, and that in the middle of a commit.
const RETENTION_MS_MAX: u64 = 1000 * 365 * 24 * 60 * 60 * 1000;

impl Redis {
    /// Stores a new match and lists it.
    pub(super) async fn create_match(&self, new: NewMatch) -> Result<bool, Error> {
        let (key, log) = (self.keys.game_match(&new.match_id), self.keys.log(&new.match_id));
        let listing = |created_at_ms| Listing { created_at_ms, match_id: new.match_id.clone() };
        let place = new.listed_at_ms.map(|at| keys::place(&listing(at))).unwrap_or_default();
        let arguments =
            [&*new.roster, &*new.position, &*new.entry, place.as_bytes(), &new.identity];
        // Not sent twice: the second answer would be that the match exists.
        let lane = self.durable_lane(&new.match_id);
        let answer = self.scripts.create.run(lane, Resend::No, &[&key, &log], &arguments).await?;
        let mut reply = Reply::list("create", answer)?;
        let created = reply.text()? == "created";
        // The list is in another slot, so it can't be changed in the same
        // script. Whoever repeats an interrupted creation lists the match.
        if let Some(place) = reply.text_or_nothing()? {
            self.list(&place).await?;
        }
        Ok(created)
    }

    /// Stores a commit, if it still fits.
    pub(super) async fn store_commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let match_id = commit.match_id.as_str();
        let key = self.keys.game_match(match_id);
        let log = self.keys.log(match_id);
        let number = commit.number.to_string();
        // There is no commit before zero, so then the text fits no match.
        let before = commit.number.checked_sub(1).map(|n| n.to_string()).unwrap_or_default();
        let field = keys::request_field(&commit.request);
        let prior = PriorRequest { commit: commit.number, fingerprint: commit.fingerprint };
        let retention = self.retention.filter(|_| commit.finished);
        let retention_ms =
            retention.map(|r| milliseconds(r).clamp(1, RETENTION_MS_MAX).to_string());
        let prior = reply::prior_request_bytes(&prior);
        let head = Head { commit: commit.number, identity: commit.identity };
        let (channel, announcement) =
            (self.keys.changes(match_id), keys::announcement(match_id, &head));
        let arguments: [&[u8]; 13] = [
            number.as_bytes(),
            before.as_bytes(),
            field.as_bytes(),
            &prior,
            &commit.position,
            &commit.entry,
            if commit.roster.is_some() { b"1" } else { b"0" },
            commit.roster.as_deref().unwrap_or_default(),
            retention_ms.as_deref().unwrap_or_default().as_bytes(),
            channel.as_bytes(),
            announcement.as_bytes(),
            &commit.identity,
            &commit.parent,
        ];

        // May be sent twice: the request id tells the second that it came late.
        let lane = self.durable_lane(match_id);
        let keys = [key.as_str(), &log];
        let answer = self.scripts.commit.run(lane, Resend::Yes, &keys, &arguments).await?;
        let mut reply = Reply::list("commit", answer)?;
        match reply.text()?.as_str() {
            "stored" => {
                if let Some(retention) = retention
                    && let Some(place) = reply.text_or_nothing()?
                {
                    self.retire(match_id, &place, retention).await;
                }
                Ok(CommitAnswer::Stored)
            }
            "conflict" => Ok(CommitAnswer::Conflict { current: reply.number()? }),
            "repeated" => {
                reply::prior_request("commit", &reply.bytes()?).map(CommitAnswer::Repeated)
            }
            "missing" => Ok(CommitAnswer::Missing),
            _ => Err(unreadable("commit")),
        }
    }

    /// Puts a match into the list, and some that are gone out of it.
    async fn list(&self, place: &str) -> Result<(), Error> {
        let (list, retired) = (self.keys.list(), self.keys.retired());
        let (now, count) = (now_ms().to_string(), RETIRED_MAX.to_string());
        let arguments = [place.as_bytes(), now.as_bytes(), count.as_bytes()];
        let lane = self.lane(&list);
        self.scripts.list.run(lane, Resend::Yes, &[&list, &retired], &arguments).await?;
        Ok(())
    }

    /// Notes when a finished match leaves the list. The match itself expires
    /// whatever becomes of this, so a failure leaves a line too many in the
    /// list and is nobody's problem.
    async fn retire(&self, match_id: &str, place: &str, retention: Duration) {
        let retired = self.keys.retired();
        let due = now_ms().saturating_add(milliseconds(retention));
        let mut command = cmd("ZADD");
        command.arg(&retired).arg(due).arg(place);
        if let Err(error) = self.lane(&retired).run("retire", &command).await {
            warn!(
                match_id,
                error = &error as &dyn std::error::Error,
                "finished match stays in the list"
            );
        }
    }
}

fn now_ms() -> u64 {
    milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}
