//! Attending to what is due, and who does: the members of the store.

use std::time::Duration;

use ::redis::cmd;

use super::failure::unreadable;
use super::lane::Resend;
use super::reply::Reply;
use super::{Redis, count};
use crate::time::milliseconds;
use crate::{Due, Error};

/// The longest membership. Whoever would be a member for longer was enrolled by a
/// clock that ran ahead.
const MEMBERSHIP_MAX: Duration = Duration::from_secs(60);

impl Redis {
    /// Takes matches of a partition that are due.
    pub(super) async fn take(
        &self,
        partition: u32,
        max: usize,
        again_in: Duration,
    ) -> Result<Due, Error> {
        let due = self.keys.due(partition);
        let (max, again_in) = (count(max).to_string(), milliseconds(again_in).to_string());
        let matches = self.keys.game_matches(partition);
        let arguments = [max.as_bytes(), again_in.as_bytes(), matches.as_bytes()];
        // May be sent twice: what the first took comes again like all that is taken.
        let script = &self.scripts.take_due;
        let answer = script.run(self.lane(&due), Resend::Yes, &[&due], &arguments).await?;
        let mut reply = Reply::list("take due", answer)?;
        let (now_ms, next_at) = (reply.number()?, reply.text()?);
        let next_at_ms = (!next_at.is_empty()).then(|| next_at.parse()).transpose();
        let next_at_ms = next_at_ms.map_err(|_| unreadable("take due"))?;
        Ok(Due { match_ids: reply.sublist()?.texts()?, now_ms, next_at_ms })
    }

    /// Makes somebody a member, and tells all that are, sorted.
    pub(super) async fn add_member(
        &self,
        member: &str,
        kept: Duration,
    ) -> Result<Vec<String>, Error> {
        let members = self.keys.members();
        let kept = milliseconds(kept.min(MEMBERSHIP_MAX)).to_string();
        let kept_max = milliseconds(MEMBERSHIP_MAX).to_string();
        let arguments = [member.as_bytes(), kept.as_bytes(), kept_max.as_bytes()];
        let script = &self.scripts.enroll;
        let answer = script.run(self.lane(&members), Resend::Yes, &[&members], &arguments).await?;
        let mut all = Reply::list("enroll", answer)?.texts()?;
        all.sort();
        Ok(all)
    }

    pub(super) async fn remove_member(&self, member: &str) -> Result<(), Error> {
        let members = self.keys.members();
        let mut command = cmd("ZREM");
        command.arg(&members).arg(member);
        self.lane(&members).run("withdraw", &command).await.map(|_| ())
    }
}
