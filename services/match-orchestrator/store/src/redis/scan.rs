//! Looking through all matches, on every server that holds some.

use std::collections::{BTreeMap, BTreeSet};

use ::redis::cmd;

use super::reply::Reply;
use super::{Redis, SCAN_COUNT};
use crate::{Error, Scanned};

/// How many slots a cluster has.
const SLOTS: u16 = 16_384;

/// How far a scan has come: which server, and where in it.
///
/// A server is named by the first slot that it has, since a slot leads to its
/// master wherever that is. Without a cluster there is one, with slot zero.
struct Cursor {
    slot: u16,
    /// What Redis wants to be told next time; zero is the beginning.
    place: u64,
}

impl Redis {
    /// Some matches, and where to go on.
    pub(super) async fn scan_matches(
        &self,
        cursor: Option<&str>,
        max: usize,
    ) -> Result<Scanned, Error> {
        let servers = self.first_slots().await?;
        let cursor = cursor
            .and_then(read)
            .unwrap_or(Cursor { slot: servers.first().copied().unwrap_or(0), place: 0 });
        let mut command = cmd("SCAN");
        command.arg(cursor.place).arg("MATCH").arg(self.keys.game_matches());
        command.arg("COUNT").arg(max.clamp(1, SCAN_COUNT));
        let answer = self.lane("scan").run_at("scan", cursor.slot, &command).await?;
        let mut reply = Reply::list("scan", answer)?;
        let place = reply.number()?;
        // A page may name a key twice.
        let keys: BTreeSet<String> = reply.sublist()?.texts()?.into_iter().collect();
        let next = if place > 0 {
            Some(Cursor { place, ..cursor })
        } else {
            let next_server = servers.into_iter().find(|slot| *slot > cursor.slot);
            next_server.map(|slot| Cursor { slot, place: 0 })
        };
        Ok(Scanned {
            match_ids: keys.iter().filter_map(|key| self.keys.match_id(key)).collect(),
            next: next.map(|next| format!("{}/{}", next.slot, next.place)),
        })
    }

    /// The first slot of every server, ascending.
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

fn read(cursor: &str) -> Option<Cursor> {
    let (slot, place) = cursor.split_once('/')?;
    let slot = slot.parse().ok().filter(|slot| *slot < SLOTS)?;
    Some(Cursor { slot, place: place.parse().ok()? })
}
