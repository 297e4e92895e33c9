//! Changes of a match, each of them one script.

use ::redis::Value;
use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::failure::unreadable;
use super::lane::Resend;
use super::reply::{self, Reply};
use super::scripts::Script;
use super::{Redis, keys, label};
use crate::time::milliseconds;
use crate::{
    Commit, CommitAnswer, Error, FEED_ITEMS_MAX, Filing, Head, Listing, NewMatch, PriorRequest,
    REQUESTS_KEPT_MIN, RequestKey, Rewrite,
};

/// The latest time that something is due: scores are exact up to here, and it is
/// far enough away.
const DUE_AT_MS_MAX: u64 = 1 << 53;

/// What all scripts that change a match are told.
pub(super) struct Change<'a> {
    match_id: &'a str,
    resend: Resend,
    /// Nothing where it is not filed.
    label: String,
    due: String,
    news: Option<&'a Bytes>,
}

impl<'a> Change<'a> {
    /// A change that files nothing.
    pub(super) fn new(match_id: &'a str, resend: Resend) -> Self {
        Self { match_id, resend, label: String::new(), due: String::new(), news: None }
    }

    fn filed(self, filing: &'a Filing) -> Self {
        let due = filing.due_at_ms.map(|at| at.min(DUE_AT_MS_MAX).to_string());
        let due = due.unwrap_or_default();
        Self { label: label::encode(&filing.label), due, news: filing.news.as_ref(), ..self }
    }

    fn told(self, news: Option<&'a Bytes>) -> Self {
        Self { news, ..self }
    }
}

/// What became of a change that depends on the last commit.
enum Outcome {
    Done,
    /// The match is at another commit.
    Other,
    Missing,
}

impl Redis {
    /// Stores a new match.
    pub(super) async fn create_match(&self, new: &NewMatch) -> Result<bool, Error> {
        // Its id may be taken where nobody looks any more.
        self.carry_over(&new.match_id).await?;
        let listing = |created_at_ms| Listing { created_at_ms, match_id: new.match_id.clone() };
        let place = new.listed_at_ms.map(|at| keys::place(&listing(at))).unwrap_or_default();
        let own = [&*new.roster, &*new.position, &*new.entry, &new.identity, place.as_bytes()];
        // Not sent twice: the second answer would be that the match exists.
        let change = Change::new(&new.match_id, Resend::No).filed(&new.filing);
        match self.change(&self.scripts.create, change, &own).await? {
            Value::Int(created) => Ok(created == 1),
            _ => Err(unreadable("create")),
        }
    }

    /// Stores a commit, if it still fits.
    pub(super) async fn store_commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let match_id = commit.match_id.as_str();
        let is_missing = |answer: &CommitAnswer| *answer == CommitAnswer::Missing;
        self.with_match(match_id, is_missing, || self.try_commit(commit)).await
    }

    async fn try_commit(&self, commit: &Commit) -> Result<CommitAnswer, Error> {
        let number = commit.number.to_string();
        // There is no commit before zero, so then the text fits no match.
        let before = commit.number.checked_sub(1).map(|n| n.to_string()).unwrap_or_default();
        let request = keys::request(&commit.request);
        let kept_ms = milliseconds(commit.requests_kept).to_string();
        let kept_min = REQUESTS_KEPT_MIN.to_string();
        let rewrites = commit.rewrites.to_string();
        let own: [&[u8]; 15] = [
            number.as_bytes(),
            before.as_bytes(),
            &commit.identity,
            &commit.parent,
            &commit.position,
            &commit.entry,
            flag(commit.roster.is_some()),
            commit.roster.as_deref().unwrap_or_default(),
            &digest(&request),
            request.as_bytes(),
            &commit.fingerprint,
            kept_ms.as_bytes(),
            kept_min.as_bytes(),
            flag(commit.begins_timeline),
            rewrites.as_bytes(),
        ];
        // May be sent twice: the request id tells the second that it came late.
        let change = Change::new(&commit.match_id, Resend::Yes).filed(&commit.filing);
        let answer = self.change(&self.scripts.commit, change, &own).await?;
        let mut reply = Reply::list("commit", answer)?;
        match reply.text()?.as_str() {
            "stored" => Ok(CommitAnswer::Stored),
            "conflict" => Ok(CommitAnswer::Conflict { current: reply.number()? }),
            "repeated" => {
                reply::prior_request("commit", &reply.bytes()?).map(CommitAnswer::Repeated)
            }
            "set back" => Ok(CommitAnswer::SetBack),
            "missing" => Ok(CommitAnswer::Missing),
            _ => Err(unreadable("commit")),
        }
    }

    /// Files a match anew, if it is still at a commit.
    pub(super) async fn file_match(
        &self,
        match_id: &str,
        head: &Head,
        filing: &Filing,
    ) -> Result<bool, Error> {
        // What is told must not be told twice.
        let resend = if filing.news.is_some() { Resend::No } else { Resend::Yes };
        let change = || Change::new(match_id, resend).filed(filing);
        let outcome = self.change_at(&self.scripts.file, head, change, &[]).await?;
        Ok(matches!(outcome, Outcome::Done))
    }

    /// Removes a match, if it is still at a commit.
    pub(super) async fn delete_match(
        &self,
        match_id: &str,
        head: &Head,
        news: Option<&Bytes>,
    ) -> Result<bool, Error> {
        // Otherwise it might come back from where somebody has left it.
        self.carry_over(match_id).await?;
        // May be sent twice: the second finds nothing to delete.
        let change = || Change::new(match_id, Resend::Yes).told(news);
        let outcome = self.change_at(&self.scripts.delete, head, change, &[]).await?;
        Ok(!matches!(outcome, Outcome::Other))
    }

    /// Replaces some of a match, if it is still at a commit.
    pub(super) async fn rewrite_match(
        &self,
        match_id: &str,
        head: &Head,
        rewrite: &Rewrite,
    ) -> Result<bool, Error> {
        let numbers: Vec<String> = rewrite.entries.iter().map(|(n, _)| n.to_string()).collect();
        let entries = numbers.iter().zip(&rewrite.entries);
        let entries = entries.flat_map(|(number, (_, entry))| [number.as_bytes(), entry]);
        let own: Vec<&[u8]> = [&*rewrite.roster].into_iter().chain(entries).collect();
        let change = || Change::new(match_id, Resend::Yes);
        let outcome = self.change_at(&self.scripts.rewrite, head, change, &own).await?;
        Ok(matches!(outcome, Outcome::Done))
    }

    /// What a request was used for.
    pub(super) async fn request_use(
        &self,
        match_id: &str,
        key: &RequestKey,
    ) -> Result<Option<PriorRequest>, Error> {
        let request = keys::request(key);
        let digest = digest(&request);
        let own = [digest.as_slice(), request.as_bytes()];
        let script = &self.scripts.prior_request;
        // A repeated request is acknowledged by this, so it is as durable.
        let ask = || self.change(script, Change::new(match_id, Resend::Yes), &own);
        let is_missing = |answer: &Value| matches!(answer, Value::Array(parts) if parts.len() == 1);
        let answer = self.with_match(match_id, is_missing, ask).await?;
        let mut reply = Reply::list(script.doing(), answer)?;
        reply.value()?;
        let kept = reply.bytes_or_nothing()?;
        kept.map(|kept| reply::prior_request(script.doing(), &kept)).transpose()
    }

    /// Runs a script that changes a match if it is still at a commit.
    async fn change_at<'a>(
        &self,
        script: &Script,
        head: &Head,
        change: impl Fn() -> Change<'a>,
        further: &[&[u8]],
    ) -> Result<Outcome, Error> {
        let number = head.commit.to_string();
        let rewrites = head.rewrites.to_string();
        let own = [&[number.as_bytes(), &head.identity, rewrites.as_bytes()], further].concat();
        let match_id = change().match_id;
        let is_missing = |outcome: &Outcome| matches!(outcome, Outcome::Missing);
        self.with_match(match_id, is_missing, || async {
            let answer = self.change(script, change(), &own).await?;
            match reply::bytes(script.doing(), answer)?.as_deref() {
                Some(b"same") => Ok(Outcome::Done),
                Some(b"other") => Ok(Outcome::Other),
                Some(b"missing") => Ok(Outcome::Missing),
                _ => Err(unreadable(script.doing())),
            }
        })
        .await
    }

    /// Runs a script that begins with `match.lua`, whose answer is durable.
    pub(super) async fn change(
        &self,
        script: &Script,
        change: Change<'_>,
        own: &[&[u8]],
    ) -> Result<Value, Error> {
        let Change { match_id, resend, label, due, news } = change;
        let keys = self.keys.of_match(match_id);
        let channel = self.keys.changes(match_id);
        let feed_max = FEED_ITEMS_MAX.to_string();
        let common: [&[u8]; 8] = [
            match_id.as_bytes(),
            self.subscriber.publishing().as_bytes(),
            channel.as_bytes(),
            feed_max.as_bytes(),
            label.as_bytes(),
            due.as_bytes(),
            flag(news.is_some()),
            news.map(|news| &**news).unwrap_or_default(),
        ];
        let arguments = [&common, own].concat();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        script.run(self.durable_lane(match_id), resend, &keys, &arguments).await
    }
}

fn flag(is_so: bool) -> &'static [u8] {
    if is_so { b"1" } else { b"0" }
}

/// What stands for a request, under which its commit is kept. Whoever looks for two
/// that have the same finds them among their own, since the scope counts.
fn digest(request: &str) -> [u8; 8] {
    *Sha256::digest(request).first_chunk().expect("a digest is longer")
}
