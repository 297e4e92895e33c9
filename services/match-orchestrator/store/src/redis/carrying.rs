//! Carrying over what the first layout has left, match by match.
//!
//! A match is fenced where it was, so that a version that knows only the first
//! layout finds nothing to commit on; put where it belongs; and deleted where it
//! was. Whoever comes after somebody that was interrupted begins anew: fencing is
//! possible twice, and a match that is in its partition is left alone there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::time::Duration;

use ::redis::{Value, cmd};
use futures::{StreamExt, TryStreamExt, stream};
use tracing::{info, warn};

use super::changes::Change;
use super::keys;
use super::label::UNFILED;
use super::lane::Resend;
use super::reply::{self, Reply};
use super::{CONCURRENT_MAX, Redis};
use crate::Error;

/// How many keys of a server are looked through at a time.
const SCAN_COUNT: usize = 1000;

/// How long after the first start of this version a match may turn up that a
/// replica of an earlier one has created: all of them are replaced by then.
const REPLACED_AFTER: Duration = Duration::from_secs(60 * 60);

impl Redis {
    /// Does something with a match, and once more if it was not there: it may
    /// have been somewhere else.
    pub(super) async fn with_match<T, W>(
        &self,
        match_id: &str,
        is_missing: impl Fn(&T) -> bool,
        work: impl Fn() -> W,
    ) -> Result<T, Error>
    where
        W: Future<Output = Result<T, Error>>,
    {
        let first = work().await?;
        if self.is_carried() || !is_missing(&first) {
            return Ok(first);
        }
        // Also if there is nothing to be carried over: somebody else may just
        // have been faster.
        self.carry_over(match_id).await?;
        work().await
    }

    /// Whether there is nothing left of the first layout.
    pub(super) fn is_carried(&self) -> bool {
        self.is_carried.load(Ordering::Relaxed)
    }

    /// Carries a match over if it is where it was in the first layout. Returns
    /// whether it was.
    pub(super) async fn carry_over(&self, match_id: &str) -> Result<bool, Error> {
        if self.is_carried() {
            return Ok(false);
        }
        let (game_match, log) = (self.first.game_match(match_id), self.first.log(match_id));
        // Only what it becomes has to be durable; until then this is repeated.
        let lane = self.lane(match_id);
        let script = &self.scripts.fence;
        let fenced = script.run(lane, Resend::Yes, &[&game_match, &log], &[]).await?;
        if fenced == Value::Nil {
            return Ok(false);
        }
        let mut dumps = Reply::list(script.doing(), fenced)?;
        let (dump, log_dump) = (dumps.bytes()?, dumps.bytes_or_nothing()?.unwrap_or_default());
        let change = Change::new(match_id, Resend::Yes);
        self.change(&self.scripts.adopt, change, &[&dump, &log_dump]).await?;
        let mut command = cmd("DEL");
        command.arg(&[game_match, log]);
        lane.run("carry over", &command).await?;
        Ok(true)
    }

    /// Matches that no version has filed yet.
    pub(super) async fn unfiled_matches(&self, max: usize) -> Result<Vec<String>, Error> {
        if !self.is_carried() {
            self.carry_some_over(max).await?;
        }
        self.indexed(UNFILED, max).await
    }

    /// Carries some matches over. If there are none left, nobody has to look
    /// any more.
    async fn carry_some_over(&self, max: usize) -> Result<(), Error> {
        let layout = keys::layout(&self.prefix);
        let mut command = cmd("HGET");
        command.arg(&layout).arg("carried");
        let noted = self.lane(&layout).run("carry over", &command).await?;
        if reply::bytes("carry over", noted)?.is_some() {
            self.is_carried.store(true, Ordering::Relaxed);
            return Ok(());
        }
        let mut carried = 0;
        for slot in self.first_slots().await? {
            let mut place = 0;
            loop {
                let (next, match_ids) = self.scan_first_layout(slot, place).await?;
                let carrying: Vec<_> =
                    match_ids.iter().map(|id| self.carry_over_if_readable(id)).collect();
                let answers = stream::iter(carrying).buffer_unordered(CONCURRENT_MAX);
                let answers: Vec<bool> = answers.try_collect().await?;
                carried += answers.into_iter().filter(|carried| *carried).count();
                if carried >= max {
                    return Ok(());
                }
                place = next;
                if place == 0 {
                    break;
                }
            }
        }
        if carried == 0 { self.note_carried(&layout).await } else { Ok(()) }
    }

    /// Carries a match over, unless something else is where it should be.
    async fn carry_over_if_readable(&self, match_id: &str) -> Result<bool, Error> {
        match self.carry_over(match_id).await {
            Err(error @ Error::Corrupt(_)) => {
                let error = &error as &dyn std::error::Error;
                warn!(match_id, error, "match of the first layout can't be carried over");
                Ok(false)
            }
            answer => answer,
        }
    }

    /// Some matches of the first layout that are on the server of a slot, and
    /// where to go on there.
    async fn scan_first_layout(
        &self,
        slot: u16,
        place: u64,
    ) -> Result<(u64, BTreeSet<String>), Error> {
        let mut command = cmd("SCAN");
        command.arg(place).arg("MATCH").arg(self.first.game_matches());
        command.arg("COUNT").arg(SCAN_COUNT);
        let answer = self.lane("scan").run_at("carry over", slot, &command).await?;
        let mut reply = Reply::list("carry over", answer)?;
        let next = reply.number()?;
        // A page may name a key twice.
        let keys = reply.sublist()?.texts()?;
        Ok((next, keys.iter().filter_map(|key| self.first.match_id(key)).collect()))
    }

    /// Notes that nothing is left, if nobody can be who still adds to it.
    async fn note_carried(&self, layout: &str) -> Result<(), Error> {
        let age = REPLACED_AFTER.as_secs().to_string();
        let script = &self.scripts.carried;
        let noted =
            script.run(self.lane(layout), Resend::Yes, &[layout], &[age.as_bytes()]).await?;
        if noted != Value::Int(1) {
            return Ok(());
        }
        for key in self.first.leftovers() {
            let mut command = cmd("DEL");
            command.arg(&key);
            self.lane(&key).run("carry over", &command).await?;
        }
        self.is_carried.store(true, Ordering::Relaxed);
        info!("nothing is left of the first layout in Redis");
        Ok(())
    }

    /// The first slot of every server, ascending. A slot leads to its master
    /// wherever that is. Without a cluster there is one, with slot zero.
    async fn first_slots(&self) -> Result<Vec<u16>, Error> {
        let lane = self.lane("scan");
        if !lane.is_cluster() {
            return Ok(vec![0]);
        }
        let mut command = cmd("CLUSTER");
        command.arg("SLOTS");
        let mut ranges = Reply::list("slots", lane.run_at("slots", 0, &command).await?)?;
        let mut firsts: BTreeMap<String, u16> = BTreeMap::new();
        while ranges.left() > 0 {
            let mut range = ranges.sublist()?;
            let first = range.integer()?;
            range.integer()?;
            // The master comes first: its host, its port and its own id.
            let mut master = range.sublist()?;
            master.value()?;
            master.value()?;
            let slot = u16::try_from(first).unwrap_or(u16::MAX);
            let known = firsts.entry(master.text()?).or_insert(slot);
            *known = slot.min(*known);
        }
        let mut slots: Vec<u16> = firsts.into_values().collect();
        slots.sort_unstable();
        Ok(slots)
    }
}
